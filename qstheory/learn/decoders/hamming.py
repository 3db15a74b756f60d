"""Hamming: L(z, y) = (1/m) #{j : z_j != y_j}, decoded label by label."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    all_label_sets,
    as_label_sets,
    as_scores,
)
from qstheory.learn.decoders.base import Decoder


@dataclass(frozen=True, eq=False)
class HammingDecoder(Decoder):
    """z_j = 1(s_j > 0), with U_y = 2y - 1 and F_z = -(2z - 1)/(2m), r = m.

    Source: Section 3.2 and Appendix B.3, Hamming.

    >>> HammingDecoder().decode(np.array([[0.5, 0.0, -2.0]]))
    array([[1, 0, 0]], dtype=int8)
    """

    name = "hamming"
    cost = "O(m)"
    tie_rule = "a label with score zero is left out"
    observes = "label-sets"
    predicts = "label-sets"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = 2y - 1, shape (n, m)."""
        return 2.0 * as_label_sets(Y).astype(np.float64) - 1.0

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -(2z - 1)/(2m), shape (t, m)."""
        sets = as_label_sets(Z)
        features: FloatArray = (1.0 - 2.0 * sets) / (2 * sets.shape[1])
        return features

    def decode(self, scores: FloatArray) -> IntArray:
        """The signs of the scores."""
        return (as_scores(scores) > 0).astype(np.int8)

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """The share of labels that differ."""
        share: FloatArray = np.mean(as_label_sets(Z) != as_label_sets(Y), axis=1, dtype=np.float64)
        return share

    def predictions(self, m: int) -> IntArray:
        """All label sets."""
        return all_label_sets(m)
