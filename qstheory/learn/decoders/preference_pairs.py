"""Losses that charge the preferences an order contradicts: what graded and graph forms share."""

from abc import abstractmethod
from dataclasses import dataclass
from math import isqrt

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    all_permutations,
    as_positions,
    as_scores,
    order_positions,
)
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.decoders.linear_ordering import LinearOrdering
from qstheory.learn.decoders.undefined import Undefined, check_policy, fill, refuse

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

    cost = "O(m^2) without cycles, O(2^c c) for a component of c items"
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

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
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
