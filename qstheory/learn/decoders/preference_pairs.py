"""Losses that charge the preferences an order contradicts: graded relevances and graphs."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from math import isqrt
from typing import ClassVar, Literal

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    all_permutations,
    as_integers,
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
    conventions: ClassVar[Mapping[str, object]] = {
        "sigma": "position",
        "orientation": "corrected",
    }
    observes = "relevances"
    examples = (
        {"undefined": "one"},
        {"undefined": "zero"},
        {"undefined": "drop", "dp_limit": 0},
    )

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
