"""Losses that charge the preferences an order contradicts: binary and graded relevances, graphs.

Binary relevances are decoded by a sort:
L(sigma, y) = (1/N(y)) #{(j, l) : y_j < y_l, j before l}, N(y) = |y| (m - |y|).
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import isqrt
from typing import ClassVar, Literal

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import Decoder, Undefined, check_policy, cp_sat, fill, refuse
from qstheory.learn.decoders.arrays import (
    BoolArray,
    FloatArray,
    IntArray,
    all_permutations,
    as_integers,
    as_label_sets,
    as_positions,
    as_scores,
    best_orders,
    descending_positions,
    order_positions,
)
from qstheory.learn.decoders.cp_sat import Placement


def topological_orders(before: BoolArray) -> tuple[IntArray, BoolArray]:
    """The lexicographically smallest topological order of each graph, and whether it has one.

    before[i, j, l] says that j must precede l in graph i: shape (t, m, m). The orders list items
    from first to last, shape (t, m); those of graphs with a cycle mean nothing. O(m^2) a graph.
    """
    t, m, _ = before.shape
    rows = np.arange(t)
    waiting = before.sum(axis=1, dtype=np.int64)
    orders = np.zeros((t, m), dtype=np.int64)
    acyclic = np.ones(t, dtype=np.bool_)
    for place in range(m):
        free = waiting == 0
        acyclic &= free.any(axis=1)
        chosen = np.argmax(free, axis=1)
        orders[:, place] = chosen
        waiting -= before[rows, chosen]
        waiting[rows, chosen] = m  # taken: never free again
    return orders, acyclic


def components(before: BoolArray) -> list[IntArray]:
    """The strongly connected components of one graph (m, m), each as its items in order."""
    count, labels = connected_components(csr_matrix(before), directed=True, connection="strong")
    return [np.flatnonzero(labels == label) for label in range(count)]


def merge(before: BoolArray, chains: list[IntArray]) -> IntArray:
    """One order of all items that keeps each chain's order and every preference between chains.

    At each step the smallest item that may come next. The chains are the strongly connected
    components, so that such an order exists.
    """
    m = len(before)
    chain_of = np.empty(m, dtype=np.int64)
    for number, chain in enumerate(chains):
        chain_of[chain] = number
    needed = before & (chain_of[:, None] != chain_of[None, :])
    for chain in chains:
        needed[chain[:-1], chain[1:]] = True
    waiting = needed.sum(axis=0)
    free = np.flatnonzero(waiting == 0).tolist()
    heapify(free)
    order = np.empty(m, dtype=np.int64)
    for place in range(m):
        item = heappop(free)
        order[place] = item
        for follower in np.flatnonzero(needed[item]):
            waiting[follower] -= 1
            if waiting[follower] == 0:
                heappush(free, int(follower))
    return order


FEW_ITEMS = 12
"""Of at most so many items all problems go together: thrice as fast for 12 items at random costs,
hardly for 14, where the table has 2^14 rows a problem."""


@dataclass(frozen=True)
class LinearOrdering:
    """Solves min over orders of the sum of cost[j, l] over pairs with j after l.

    A sort is enough exactly where the strict preferences (cost[j, l] > cost[l, j]: j before l) have
    no cycle: every topological order then attains sum of min(cost[j, l], cost[l, j]). Otherwise
    few items are ordered by dynamic programming, many problems at once; of more items each strongly
    connected component is solved on its own: up to `dp_limit` items by dynamic programming, beyond
    by CP-SAT with `effort` deterministic seconds, which may leave a gap.
    """

    dp_limit: int
    effort: float

    def solve(self, cost: FloatArray) -> tuple[IntArray, FloatArray]:
        """The orders (items from first to last, shape (t, m)) and gaps for costs (t, m, m)."""
        before = cost > cost.transpose(0, 2, 1)
        orders, acyclic = topological_orders(before)
        gaps = np.zeros(len(cost))
        cyclic, m = np.flatnonzero(~acyclic), cost.shape[1]
        if m <= min(FEW_ITEMS, self.dp_limit):
            orders[cyclic] = best_orders(cost[cyclic], np.zeros((len(cyclic), m)), np.ones(m))
            return orders, gaps
        for i in cyclic:
            chains = []
            for component in components(before[i]):
                chain, gap = self._component(cost[i][np.ix_(component, component)])
                chains.append(component[chain])
                gaps[i] += gap
            orders[i] = merge(before[i], chains)
        return orders, gaps

    def _component(self, cost: FloatArray) -> tuple[IntArray, float]:
        m = len(cost)
        if m <= self.dp_limit:
            return best_orders(cost[None], np.zeros((1, m)), np.ones(m))[0], 0.0
        problem = Placement(cost, np.zeros(m), np.ones(m))
        start = problem.improve(np.argsort(-(cost - cost.T).sum(axis=1), kind="stable"))
        found, bound = cp_sat.linear_ordering(cost, start, self.effort)
        best = min(start, found, key=problem.cost)
        return best, max(0.0, problem.cost(best) - bound)


WHERE = "an observation that prefers no item to another"


@dataclass(frozen=True, eq=False)
class PreferencePairs(Decoder):
    """Base: L(sigma, y) = (1/N(y)) sum_{j,l} y_jl 1(j after l), y_jl >= 0 the preference for j.

    N(y) = sum y_jl. With U_y = ((y_jl - y_lj)/N(y))_{j<l}, F_sigma = (1(sigma_j > sigma_l))_{j<l}
    and r = m (m - 1)/2, decoding is a minimum weight feedback arc set problem: a topological sort
    where the weighted preferences have no cycle, else subset dynamic programming over each strongly
    connected component of at most `dp_limit` items, CP-SAT with `effort` deterministic seconds
    beyond, whose gap `decode_with_gap` reports. Source: Appendix B.3, Pairwise Disagreement.
    """

    undefined: Undefined = "raise"
    dp_limit: int = 18
    effort: float = 5.0

    tie_rule = (
        "without cycles, or for at most 12 items, the lexicographically smallest list of items from"
        " first to last; else that list within each strongly connected component, merged by the"
        " smallest item"
    )
    predicts = "permutations"

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy or limit."""
        check_policy(self.undefined)
        if not 0 <= self.dp_limit <= 20:
            raise InvalidParameter(f"dp_limit must be from 0 to 20, not {self.dp_limit!r}.")
        if not self.effort > 0:
            raise InvalidParameter(f"effort must be positive, not {self.effort!r}.")

    @abstractmethod
    def preferences(self, Y: IntArray) -> FloatArray:
        """y_jl, the weight with which j is preferred to l: shape (n, m, m)."""

    def totals(self, preferences: FloatArray) -> FloatArray:
        """N(y), shape (n,)."""
        totals: FloatArray = preferences.sum(axis=(1, 2))
        return totals

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, m (m - 1)/2); zero where N(y) = 0."""
        preferences = self.preferences(Y)
        total = self.totals(preferences)
        refuse(self.undefined, total == 0, "Pairwise disagreement", WHERE)
        first, second = np.triu_indices(preferences.shape[1], 1)
        net = preferences[:, first, second] - preferences[:, second, first]
        features: FloatArray = net / np.where(total == 0, 1.0, total)[:, None]
        return features

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_sigma, shape (t, m (m - 1)/2)."""
        sigma = as_positions(Z)
        first, second = np.triu_indices(sigma.shape[1], 1)
        return (sigma[:, first] > sigma[:, second]).astype(np.float64)

    def decode(self, scores: FloatArray) -> IntArray:
        """The positions of the best orders found, shape (t, m)."""
        return self.decode_with_gap(scores)[0]

    def decode_with_gap(self, scores: FloatArray) -> tuple[IntArray, FloatArray]:
        """The positions and, where CP-SAT stopped early, a bound on what is lost."""
        given = as_scores(scores)
        m = (1 + isqrt(1 + 8 * given.shape[1])) // 2
        if m * (m - 1) // 2 != given.shape[1]:
            raise InvalidParameter(f"Scores must have m (m - 1)/2 columns, not {given.shape[1]}.")
        first, second = np.triu_indices(m, 1)
        cost = np.zeros((len(given), m, m))
        cost[:, first, second] = given
        orders, gaps = LinearOrdering(self.dp_limit, self.effort).solve(cost)
        return order_positions(orders), gaps

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """The share of the preferences that sigma contradicts, row by row."""
        sigma, preferences = as_positions(Z), self.preferences(Y)
        total = self.totals(preferences)
        refuse(self.undefined, total == 0, "Pairwise disagreement", WHERE)
        after = sigma[:, :, None] > sigma[:, None, :]
        wrong = (preferences * after).sum(axis=(1, 2))
        return fill(wrong / np.where(total == 0, 1.0, total), total == 0, self.undefined, one=1.0)

    def predictions(self, m: int) -> IntArray:
        """All rows of positions."""
        return all_permutations(m)


@dataclass(frozen=True, eq=False)
class GradedDisagreementDecoder(PreferencePairs):
    """The minimum feedback arc set order for y_jl = 1(y_j > y_l), r = m (m - 1)/2.

    With two grades the preferences never form a cycle, and this is the sort of
    `pairwise-disagreement`; with three or more they may.
    """

    name = "pd-graded"
    conventions: ClassVar[Mapping[str, object]] = {"sigma": "position", "orientation": "corrected"}
    observes = "relevances"
    examples = ({"undefined": "one"}, {"undefined": "zero"}, {"undefined": "drop", "dp_limit": 0})

    def preferences(self, Y: IntArray) -> FloatArray:
        """1(y_j > y_l), shape (n, m, m)."""
        grades = as_integers(Y, "relevances")
        return (grades[:, :, None] > grades[:, None, :]).astype(np.float64)


@dataclass(frozen=True, eq=False)
class PreferenceGraphDecoder(PreferencePairs):
    """The minimum feedback arc set order for graphs, a row of entries over the pairs i < j each.

    An entry is 1 where i is preferred to j, -1 where j is, 0 where neither; other numbers weigh the
    preference. With normaliser="none" the loss is the number (or weight) of contradicted
    preferences, and never undefined. Source: Ramaswamy and Agarwal, Convex calibration dimension
    for multiclass loss matrices, JMLR 2016.
    """

    normaliser: Literal["edges", "none"] = "edges"

    name = "pd-graph"
    observes = "preferences"
    examples = (
        {"undefined": "one"},
        {"undefined": "drop"},
        {"undefined": "zero", "dp_limit": 0},
        {"normaliser": "none"},
    )

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy, limit or normaliser."""
        super().__post_init__()
        if self.normaliser not in ("edges", "none"):
            raise InvalidParameter(f"normaliser must be edges or none, not {self.normaliser!r}.")

    def items(self, columns: int) -> int:
        """m for m (m - 1)/2 columns; raises InvalidParameter for another number."""
        m = (1 + isqrt(1 + 8 * columns)) // 2
        if m * (m - 1) // 2 != columns:
            raise InvalidParameter(f"A graph of m items has m (m - 1)/2 entries, not {columns}.")
        return m

    def preferences(self, Y: IntArray) -> FloatArray:
        """The positive parts, as tables (n, m, m); raises InvalidParameter for other rows."""
        given = np.asarray(Y, dtype=np.float64)
        if given.ndim != 2 or not np.isfinite(given).all():
            raise InvalidParameter("Preference graphs must be rows of finite numbers.")
        m = self.items(given.shape[1])
        first, second = np.triu_indices(m, 1)
        graphs = np.zeros((len(given), m, m))
        graphs[:, first, second] = np.maximum(given, 0.0)
        graphs[:, second, first] = np.maximum(-given, 0.0)
        return graphs

    def totals(self, preferences: FloatArray) -> FloatArray:
        """The weight of all preferences, or 1 with normaliser="none"."""
        if self.normaliser == "none":
            return np.ones(len(preferences))
        return super().totals(preferences)


@dataclass(frozen=True, eq=False)
class PairwiseDisagreementDecoder(Decoder):
    """Items by decreasing score, with U_y = y/N(y) and F_sigma = sigma, r = m.

    The number of irrelevant items before relevant ones is sum_j y_j sigma_j - |y| (|y| + 1) / 2,
    so the feedback arc set problem of Appendix B.3 is always a sort here, whatever the weights.
    `undefined` is the value of the loss, 0/0 where no or every item is relevant. A pair is charged
    when the relevant item comes later.

    >>> PairwiseDisagreementDecoder().decode(np.array([[0.2, -1.0, 0.7]]))
    array([[2, 3, 1]])
    """

    undefined: Undefined = "raise"

    name = "pairwise-disagreement"
    conventions: ClassVar[Mapping[str, object]] = {"sigma": "position", "orientation": "corrected"}
    tie_rule = "items of equal score in their own order"
    observes = "label-sets"
    predicts = "permutations"
    examples = ({"undefined": "one"}, {"undefined": "zero"}, {"undefined": "drop"})

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy."""
        check_policy(self.undefined)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = y/N(y), shape (n, m); zero where N(y) = 0."""
        y = as_label_sets(Y)
        pairs = _preferences(y)
        refuse(self.undefined, pairs == 0, "Pairwise disagreement", WHERE)
        features: FloatArray = np.where(pairs == 0, 0, y.T).T / np.maximum(pairs, 1)[:, None]
        return features

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_sigma = sigma, shape (t, m)."""
        return as_positions(Z).astype(np.float64)

    def decode(self, scores: FloatArray) -> IntArray:
        """The positions of the items sorted by decreasing score, shape (t, m)."""
        return descending_positions(as_scores(scores))

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """The share of preferences that sigma contradicts, row by row.

        The sum of the positions of the relevant items exceeds its least value, |y| (|y| + 1) / 2,
        by the number of irrelevant items before each of them.
        """
        sigma, y = as_positions(Z), as_label_sets(Y).astype(np.int64)
        pairs, size = _preferences(y), y.sum(axis=1)
        refuse(self.undefined, pairs == 0, "Pairwise disagreement", WHERE)
        wrong = (sigma * y).sum(axis=1) - size * (size + 1) // 2
        return fill(wrong / np.maximum(pairs, 1), pairs == 0, self.undefined, one=1.0)

    def predictions(self, m: int) -> IntArray:
        """All rows of positions."""
        return all_permutations(m)


def _preferences(y: IntArray) -> IntArray:
    """N(y) = |y| (m - |y|)."""
    size: IntArray = y.sum(axis=1, dtype=np.int64)
    pairs: IntArray = size * (y.shape[1] - size)
    return pairs
