"""Abstain: L(z, y) = 1(z != y) for a class z of 0..q-1, and a fixed cost for abstaining (z = q)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray, IntArray, as_column, as_integers, as_scores
from qstheory.learn.decoders.base import Examples
from qstheory.learn.decoders.class_observations import ClassDecoder


@dataclass(frozen=True, eq=False)
class AbstainDecoder(ClassDecoder):
    """Abstains when cost * sum_j s_j < sum_j s_j - max_j s_j; otherwise the largest s_j.

    U_y = e_y; F_z = 1 - e_z for a class and the constant `abstain_cost` for q, r = q. The weights
    need not sum to one, so their sum counts. Source: Ramaswamy, Tewari and Agarwal, Consistent
    algorithms for multiclass classification with an abstain option, EJS 2018.
    """

    abstain_cost: float = 0.5

    name = "abstain"
    cost = "O(q)"
    tie_rule = "the smallest class; a class before abstaining"
    examples: ClassVar[Examples] = (
        {"classes": 4},
        {"classes": 3, "abstain_cost": 0.25},
        {"classes": 1},
    )

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the cost is a finite number of at least 0."""
        super().__post_init__()
        if not (np.isfinite(self.abstain_cost) and self.abstain_cost >= 0):
            raise InvalidParameter(f"abstain_cost must be at least 0, not {self.abstain_cost!r}.")

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = e_y, shape (n, q)."""
        return self.indicators(Y)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z, shape (t, q)."""
        z = self._predicted(Z)
        rows = np.vstack([1.0 - np.eye(self.q), np.full(self.q, self.abstain_cost)])
        features: FloatArray = rows[z]
        return features

    def decode(self, scores: FloatArray) -> IntArray:
        """Classes, or q for abstaining, shape (t, 1)."""
        given = as_scores(scores, self.q)
        total, best = given.sum(axis=1), np.argmax(given, axis=1)
        risk = total - given[np.arange(len(given)), best]
        return as_column(np.where(self.abstain_cost * total < risk, self.q, best))

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where a predicted class differs, the cost where it abstains."""
        z, y = self._predicted(Z), self.observed(Y)
        return np.where(z == self.q, self.abstain_cost, (z != y).astype(np.float64))

    def predictions(self, m: int = 1) -> IntArray:
        """The classes 0..q-1, then q."""
        return as_column(np.arange(self.q + 1))

    def _predicted(self, Z: IntArray) -> IntArray:
        return as_integers(Z, "predictions", 0, self.q)[:, 0]
