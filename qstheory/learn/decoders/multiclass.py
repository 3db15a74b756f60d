"""Multiclass 0-1: L(z, y) = 1(z != y), decoded by the largest weight."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray, as_column, as_scores
from qstheory.learn.decoders.class_observations import ClassDecoder


@dataclass(frozen=True, eq=False)
class MulticlassDecoder(ClassDecoder):
    """z = argmax_j s_j, with U_y = e_y and F_z = -e_z, r = q.

    >>> MulticlassDecoder(classes=3).decode(np.array([[-1.0, -3.0, -1.0]]))
    array([[0]])
    """

    name = "multiclass"
    cost = "O(q)"
    tie_rule = "the smallest class"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = e_y, shape (n, q)."""
        return self.indicators(Y)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -e_z, shape (t, q)."""
        return -self.indicators(Z)

    def decode(self, scores: FloatArray) -> IntArray:
        """The class of largest score, shape (t, 1)."""
        return as_column(np.argmax(as_scores(scores, self.q), axis=1))

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where the classes differ."""
        return np.minimum(self.differ(Z, Y), 1.0)
