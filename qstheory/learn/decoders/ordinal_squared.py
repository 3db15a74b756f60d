"""Ordinal squared: L(z, y) = (z - y)^2 on the grades 0..q-1, decoded from two scores."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray, as_column, as_scores
from qstheory.learn.decoders.class_observations import ClassDecoder


@dataclass(frozen=True, eq=False)
class OrdinalSquaredDecoder(ClassDecoder):
    """argmin_z z^2 s_0 - 2 z s_1, with U_y = (1, y) and F_z = (z^2, -2z), r = 2.

    s_0 is the sum of the weights; where it is not positive the parabola opens downwards and an end
    of the scale is best, so every grade is compared.
    """

    name = "ordinal-squared"
    cost = "O(q)"
    tie_rule = "the smallest grade"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = (1, y), shape (n, 2)."""
        y = self.observed(Y).astype(np.float64)
        return np.column_stack([np.ones(len(y)), y])

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = (z^2, -2z), shape (t, 2)."""
        z = self.observed(Z).astype(np.float64)
        return np.column_stack([z**2, -2.0 * z])

    def decode(self, scores: FloatArray) -> IntArray:
        """The grade of smallest risk, shape (t, 1)."""
        risks = as_scores(scores, 2) @ self.prediction_features(self.predictions()).T
        return as_column(np.argmin(risks, axis=1))

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """(z - y)^2 row by row."""
        return self.differ(Z, Y) ** 2
