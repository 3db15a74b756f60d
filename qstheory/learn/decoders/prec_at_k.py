"""Prec@k: L(z, y) = 1 - |z & y| / k over the predictions of size k, decoded by selection."""

from dataclasses import dataclass

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    as_label_sets,
    as_scores,
    select_top,
    sets_of_size,
)
from qstheory.learn.decoders.base import Decoder


@dataclass(frozen=True, eq=False)
class PrecAtKDecoder(Decoder):
    """The k labels of largest score, with U_y = y and F_z = -z/k, r = m.

    Source: Appendix B.3, Prec@k.

    >>> PrecAtKDecoder(k=2).decode(np.array([[-1.0, 3.0, -1.0]]))
    array([[1, 1, 0]], dtype=int8)
    """

    k: int

    name = "prec-at-k"
    cost = "O(m)"
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

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - |z & y| / k row by row."""
        both: IntArray = np.count_nonzero(as_label_sets(Z) & as_label_sets(Y), axis=1)
        losses: FloatArray = 1.0 - both / self.k
        return losses

    def predictions(self, m: int) -> IntArray:
        """All label sets of size k, the earliest labels first."""
        check_k(self.k, m)
        return sets_of_size(m, self.k)


def check_k(k: int, m: int | None = None) -> None:
    """Raises InvalidParameter unless k is an integer from 1 to m."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        raise InvalidParameter(f"k must be a positive integer, not {k!r}.")
    if m is not None and k > m:
        raise InvalidParameter(f"k = {k} exceeds the number {m} of labels; lower it.")
