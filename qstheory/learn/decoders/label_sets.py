"""Hamming and Prec@k: losses of label sets that are decoded from one score a label."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    all_label_sets,
    as_label_sets,
    as_scores,
    check_k,
    select_top,
    sets_of_size,
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
    gives_probabilities = True
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

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """P(y_j = 1) = (E U_j + 1)/2, cut to [0, 1]: shape (t, m)."""
        return np.clip((as_scores(scores) + 1.0) / 2, 0.0, 1.0)

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """The share of labels that differ."""
        share: FloatArray = np.mean(as_label_sets(Z) != as_label_sets(Y), axis=1, dtype=np.float64)
        return share

    def predictions(self, m: int) -> IntArray:
        """All label sets."""
        return all_label_sets(m)


@dataclass(frozen=True, eq=False)
class PrecAtKDecoder(Decoder):
    """The k labels of largest score, with U_y = y and F_z = -z/k, r = m.

    Source: Appendix B.3, Prec@k.

    >>> PrecAtKDecoder(k=2).decode(np.array([[-1.0, 3.0, -1.0]]))
    array([[1, 1, 0]], dtype=int8)
    """

    k: int

    name = "prec-at-k"
    gives_probabilities = True
    tie_rule = "of equal scores, the earliest labels"
    observes = "label-sets"
    predicts = "label-sets"
    examples = ({"k": 1}, {"k": 2}, {"k": 3})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless k is a positive integer."""
        check_k(self.k)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = y, shape (n, m)."""
        return as_label_sets(Y).astype(np.float64)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -z/k, shape (t, m)."""
        return -as_label_sets(Z).astype(np.float64) / self.k

    def decode(self, scores: FloatArray) -> IntArray:
        """A partial selection in each row; raises InvalidParameter when k > m."""
        given = as_scores(scores)
        check_k(self.k, given.shape[1])
        return select_top(given, self.k).astype(np.int8)

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """P(y_j = 1) = E U_j, cut to [0, 1]: shape (t, m)."""
        return np.clip(as_scores(scores), 0.0, 1.0)

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - |z & y| / k row by row."""
        both: IntArray = np.count_nonzero(as_label_sets(Z) & as_label_sets(Y), axis=1)
        losses: FloatArray = 1.0 - both / self.k
        return losses

    def predictions(self, m: int) -> IntArray:
        """All label sets of size k, the earliest labels first."""
        check_k(self.k, m)
        return sets_of_size(m, self.k)
