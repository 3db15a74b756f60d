"""Top-k error: L(z, y) = 1(y not in z) for a set z of k classes, decoded by selection."""

from dataclasses import dataclass
from typing import ClassVar

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
from qstheory.learn.decoders.base import Examples, Predictions
from qstheory.learn.decoders.class_observations import ClassDecoder
from qstheory.learn.decoders.prec_at_k import check_k


@dataclass(frozen=True, eq=False)
class TopKDecoder(ClassDecoder):
    """The k classes of largest score, as rows of q bits, with U_y = e_y and F_z = -z, r = q."""

    k: int = 1

    name = "top-k"
    cost = "O(q)"
    tie_rule = "of equal scores, the smallest classes"
    predicts: ClassVar[Predictions] = "label-sets"
    examples: ClassVar[Examples] = ({"classes": 4, "k": 2}, {"classes": 3, "k": 3}, {"classes": 1})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless 1 <= k <= q."""
        super().__post_init__()
        check_k(self.k, self.classes)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = e_y, shape (n, q)."""
        return self.indicators(Y)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -z, shape (t, q)."""
        return -self._sets(Z).astype(np.float64)

    def decode(self, scores: FloatArray) -> IntArray:
        """A partial selection in each row, shape (t, q)."""
        return select_top(as_scores(scores, self.q), self.k).astype(np.int8)

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where the observed class is not among the predicted ones."""
        z, y = self._sets(Z), self.observed(Y)
        return 1.0 - z[np.arange(len(z)), y].astype(np.float64)

    def predictions(self, m: int = 1) -> IntArray:
        """All sets of k classes, the smallest classes first."""
        return sets_of_size(self.q, self.k)

    def _sets(self, Z: IntArray) -> IntArray:
        sets = as_label_sets(Z)
        if sets.shape[1] != self.q or (sets.sum(axis=1, dtype=int) != self.k).any():
            raise InvalidParameter(f"Predictions must be sets of {self.k} of {self.q} classes.")
        return sets
