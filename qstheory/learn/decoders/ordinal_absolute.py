"""Ordinal absolute: L(z, y) = |z - y| on the grades 0..q-1, decoded by prefix sums."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray, as_column, as_scores
from qstheory.learn.decoders.class_observations import ClassDecoder


@dataclass(frozen=True, eq=False)
class OrdinalAbsoluteDecoder(ClassDecoder):
    """argmin_z sum_{j <= z} s_j, with U_y = (1 - 2 1(y >= j))_j and F_z = (1(z >= j))_j, r = q - 1.

    |z - y| = sum_j |1(z >= j) - 1(y >= j)|, and |a - b| = a (1 - 2b) + b for bits a and b. With
    weights of either sign the risk need not be convex in z, so every grade is compared.
    """

    name = "ordinal-absolute"
    cost = "O(q)"
    tie_rule = "the smallest grade"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, q - 1)."""
        return 1.0 - 2.0 * self.prediction_features(Y)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z, shape (t, q - 1)."""
        return (self.observed(Z)[:, None] >= np.arange(1, self.q)).astype(np.float64)

    def decode(self, scores: FloatArray) -> IntArray:
        """The grade of smallest prefix sum (the empty one, 0, for grade 0), shape (t, 1)."""
        given = as_scores(scores, self.q - 1)
        risks = np.column_stack([np.zeros(len(given)), np.cumsum(given, axis=1)])
        return as_column(np.argmin(risks, axis=1))

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """|z - y| row by row."""
        return self.differ(Z, Y)
