"""Average precision: L(sigma, y) = 1 - (1/|y|) sum_{j in y} #{l in y : sigma_l <= sigma_j}/sigma_j.

Since sum over j >= l of y_j y_l / max(sigma_j, sigma_l) is the same sum, the estimated risk is
sum_{j >= l} s_jl / max(sigma_j, sigma_l): placing j at place p after the items S costs
(s_jj + sum_{l in S} s_jl) / p, a quadratic assignment problem.

Reciprocal rank: L(sigma, y) = 1 - 1/min{sigma_j : y_j = 1}, decoded over subsets of items.
"""

from abc import abstractmethod
from dataclasses import dataclass
from math import isqrt

import numpy as np
from scipy.sparse import csr_matrix

from qstheory.errors import InvalidParameter
from qstheory.learn.checks import row_blocks
from qstheory.learn.decoders import Decoder, Undefined, check_policy, cp_sat, fill, refuse
from qstheory.learn.decoders.arrays import (
    BLOCK_BYTES,
    FloatArray,
    IntArray,
    all_permutations,
    as_label_sets,
    as_positions,
    as_scores,
    best_orders,
    binary_numbers,
    check_size,
    order_positions,
    orders_after_subsets,
)
from qstheory.learn.decoders.cp_sat import Placement
from qstheory.learn.decoders.zero_one import DistinctObservations, indicators

WHERE = "an observation without relevant items"


@dataclass(frozen=True, eq=False)
class AveragePrecision(Decoder):
    """Base: U_y = -(y_j y_l / |y|)_{j >= l}, F_sigma = (1/max(sigma_j, sigma_l))_{j >= l}.

    r = m (m + 1)/2, entries in the order (1,1), (2,1), (2,2), (3,1), ... `undefined` is the value
    of the average precision, 0/0 where no item is relevant. Source: Appendix B.3, MAP.
    """

    undefined: Undefined = "raise"

    observes = "label-sets"
    predicts = "permutations"

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy."""
        check_policy(self.undefined)

    @abstractmethod
    def orders(self, pair: FloatArray, single: FloatArray) -> tuple[IntArray, FloatArray]:
        """Orders (t, m) of items from first to last, and their gaps, for pair costs (t, m, m)."""

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, m (m + 1)/2); zero where y is empty."""
        y = as_label_sets(Y).astype(np.float64)
        size = y.sum(axis=1)
        refuse(self.undefined, size == 0, "Average precision", WHERE)
        later, earlier = np.tril_indices(y.shape[1])
        features: FloatArray = -(y[:, later] * y[:, earlier]) / np.maximum(size, 1.0)[:, None]
        return features

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_sigma, shape (t, m (m + 1)/2)."""
        sigma = as_positions(Z)
        later, earlier = np.tril_indices(sigma.shape[1])
        features: FloatArray = 1.0 / np.maximum(sigma[:, later], sigma[:, earlier])
        return features

    def decode(self, scores: FloatArray) -> IntArray:
        """The positions of the best orders found, shape (t, m)."""
        return self.decode_with_gap(scores)[0]

    def decode_with_gap(self, scores: FloatArray) -> tuple[IntArray, FloatArray]:
        """The positions and, where optimality is not proved, a bound on what is lost."""
        given = as_scores(scores)
        m = (isqrt(1 + 8 * given.shape[1]) - 1) // 2
        if m < 1 or m * (m + 1) // 2 != given.shape[1]:
            raise InvalidParameter(f"Scores must have m (m + 1)/2 columns, not {given.shape[1]}.")
        later, earlier = np.tril_indices(m)
        pair = np.zeros((len(given), m, m))
        pair[:, later, earlier] = given
        pair[:, earlier, later] = given
        single = np.einsum("ijj->ij", pair).copy()
        orders, gaps = self.orders(pair, single)
        return order_positions(orders), gaps

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - average precision, row by row."""
        sigma, y = as_positions(Z), as_label_sets(Y)
        size = y.sum(axis=1, dtype=np.float64)
        refuse(self.undefined, size == 0, "Average precision", WHERE)
        in_order = np.take_along_axis(y, np.argsort(sigma, axis=1), axis=1)
        found = np.cumsum(in_order, axis=1, dtype=np.float64)
        total = (in_order * found / np.arange(1, y.shape[1] + 1)).sum(axis=1)
        return fill(1.0 - total / np.maximum(size, 1.0), size == 0, self.undefined, one=0.0)

    def predictions(self, m: int) -> IntArray:
        """All rows of positions."""
        return all_permutations(m)


def reciprocal_places(m: int) -> FloatArray:
    """1/p for the places p = 1..m."""
    places: FloatArray = 1.0 / np.arange(1, m + 1)
    return places


def heuristic_order(pair: FloatArray, single: FloatArray) -> IntArray:
    """A local optimum: a sort by each item's own and mean pair cost, then single moves."""
    m = len(single)
    own = single + (pair.sum(axis=1) - single) / max(1, m - 1)
    start: IntArray = np.argsort(own, kind="stable")
    return Placement(pair, single, reciprocal_places(m)).improve(start)


def lower_bound(pair: FloatArray, single: FloatArray) -> float:
    """A lower bound on the cost of every order, by prefixes.

    The cost is sum_p (1/p - 1/(p+1)) W(first p items), with 1/(m+1) read as 0 and W(S) the sum of
    s_jl over j >= l in S. W(S) with |S| = p is at least the sum of the p least of
    s_jj + (the sum of the p - 1 least of j's pair costs) / 2.
    """
    m = len(single)
    ordered = np.sort(np.where(np.eye(m, dtype=bool), np.inf, pair), axis=1)[:, : m - 1]
    least = np.column_stack([np.zeros(m), np.cumsum(ordered, axis=1)])
    shares = np.sort(single[:, None] + least / 2, axis=0)
    prefix = np.array([shares[: p + 1, p].sum() for p in range(m)])
    return float(place_drops(m) @ prefix)


def place_drops(m: int) -> FloatArray:
    """1/p - 1/(p + 1) for p < m, and 1/m."""
    drops: FloatArray = -np.diff(reciprocal_places(m), append=0.0)
    return drops


@dataclass(frozen=True, eq=False)
class MAPDecoder(AveragePrecision):
    """The order of greatest estimated average precision.

    Up to `dp_limit` items by dynamic programming over subsets; beyond, CP-SAT with `effort`
    deterministic seconds started from a heuristic order, whose gap `decode_with_gap` reports. 20
    items take 0.8 s a point; of 24 items an effort of 1 takes 1.2 s, and one of 5 takes 12 s
    without a better order or a better bound.
    """

    dp_limit: int = 20
    effort: float = 1.0

    name = "map"
    tie_rule = "the lexicographically smallest list of items from first to last"
    examples = ({"undefined": "one"}, {"undefined": "zero"}, {"undefined": "drop", "dp_limit": 0})

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy or limit."""
        super().__post_init__()
        if not 0 <= self.dp_limit <= 20:
            raise InvalidParameter(f"dp_limit must be from 0 to 20, not {self.dp_limit!r}.")
        if not self.effort > 0:
            raise InvalidParameter(f"effort must be positive, not {self.effort!r}.")

    def orders(self, pair: FloatArray, single: FloatArray) -> tuple[IntArray, FloatArray]:
        """The best orders, with gap 0 up to `dp_limit` items."""
        t, m = single.shape
        if m <= self.dp_limit:
            return best_orders(pair, single, reciprocal_places(m)), np.zeros(t)
        solved = [self._search(pair[i], single[i]) for i in range(t)]
        orders = np.array([order for order, _ in solved], dtype=np.int64).reshape(t, m)
        return orders, np.array([gap for _, gap in solved])

    def _search(self, pair: FloatArray, single: FloatArray) -> tuple[IntArray, float]:
        m = len(single)
        start = heuristic_order(pair, single)
        found, worth = cp_sat.prefix_sets(-np.tril(pair), place_drops(m), start, self.effort)
        problem = Placement(pair, single, reciprocal_places(m))
        best = min(start, found, key=problem.cost)
        bound = max(-worth, lower_bound(pair, single))
        return best, max(0.0, problem.cost(best) - bound)


@dataclass(frozen=True, eq=False)
class MAPHeuristicDecoder(AveragePrecision):
    """A heuristic: an order that no move of one item improves, for any number of items.

    `decode_with_gap` bounds how far its estimated risk is from the least one.
    """

    name = "map-heuristic"
    tie_rule = "none is promised; the same scores give the same order"
    examples = ({"undefined": "one"}, {"undefined": "drop"})

    def orders(self, pair: FloatArray, single: FloatArray) -> tuple[IntArray, FloatArray]:
        """Local optima, and the distance to a lower bound."""
        t, m = single.shape
        orders = np.zeros((t, m), dtype=np.int64)
        gaps = np.zeros(t)
        for i in range(t):
            orders[i] = heuristic_order(pair[i], single[i])
            value = Placement(pair[i], single[i], reciprocal_places(m)).cost(orders[i])
            gaps[i] = max(0.0, value - lower_bound(pair[i], single[i]))
        return orders, gaps


@dataclass(frozen=True, eq=False)
class ReciprocalRankDecoder(DistinctObservations):
    """The order of greatest weighted reciprocal rank, r = number of distinct training observations.

    U_y is the indicator of y among them and F_sigma = -(1/min{sigma_j : j in y_d})_d. An item at
    place p gains 1/p of the weight of the observations that hold it and only items not yet placed:
    a dynamic program over subsets, for at most 20 items. `undefined` is the value of the
    reciprocal rank, 0/0 where no item is relevant.
    """

    undefined: Undefined = "raise"

    name = "reciprocal-rank"
    tie_rule = "the lexicographically smallest list of items from first to last"
    predicts = "permutations"
    examples = ({"undefined": "one"}, {"undefined": "zero"}, {"undefined": "drop"})

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy."""
        check_policy(self.undefined)

    def sparse_features(self, Y: IntArray) -> csr_matrix:
        """U_y, shape (n, distinct)."""
        y = as_label_sets(Y)
        refuse(self.undefined, y.sum(axis=1, dtype=np.int64) == 0, "The reciprocal rank", WHERE)
        return indicators(y, self.distinct)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_sigma, shape (t, distinct); zero for the empty observation."""
        first = _first_positions(as_positions(Z)[:, None], self.distinct[None])
        return -1.0 / first

    def decode(self, scores: FloatArray) -> IntArray:
        """The positions of the best orders, shape (t, m); raises TooLarge beyond 20 items."""
        given, observed = self.weights(scores), self.distinct
        m = observed.shape[1]
        check_size(m)
        orders = np.zeros((len(given), m), dtype=np.int64)
        places = 1.0 / np.arange(1, m + 1)
        # Item 0 is the lowest bit of a subset.
        numbers = binary_numbers(observed[:, ::-1])
        for block in row_blocks(len(given), m << m, BLOCK_BYTES):
            weights = np.zeros((1 << m, block.stop - block.start))
            weights[numbers] = given[block].T
            weights[0] = 0.0  # the empty observation, which no order changes
            orders[block] = orders_after_subsets(_costs(weights, m), places)
        return order_positions(orders)

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - 1/(position of the first relevant item), row by row."""
        y = as_label_sets(Y)
        empty = y.sum(axis=1, dtype=np.int64) == 0
        refuse(self.undefined, empty, "The reciprocal rank", WHERE)
        return fill(
            1.0 - 1.0 / _first_positions(as_positions(Z), y), empty, self.undefined, one=0.0
        )

    def predictions(self, m: int) -> IntArray:
        """All rows of positions."""
        return all_permutations(m)


def _first_positions(positions: IntArray, sets: IntArray) -> FloatArray:
    """The least position of a member along the last axis, infinite for the empty set."""
    first: FloatArray = np.where(sets == 1, positions, np.inf).min(axis=-1)
    return first


def _costs(weights: FloatArray, m: int) -> FloatArray:
    """Minus the weight of the sets that hold j and avoid S, for all j and S: (m, 2^m, t).

    With g(T) the weight of the subsets of T (sums over bits), it is g(T) - g(T - j), T the items
    outside S.
    """
    within = weights.copy()
    subsets = np.arange(1 << m)
    for j in range(m):
        with_j = subsets[(subsets >> j) & 1 == 1]
        within[with_j] += within[with_j ^ 1 << j]
    outside = subsets[::-1]
    return np.array([within[outside & ~(1 << j)] - within[outside] for j in range(m)])
