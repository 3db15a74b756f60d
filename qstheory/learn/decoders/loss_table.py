"""What decoders of an explicit loss table share: they compare its rows."""

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    as_column,
    as_integers,
    as_scores,
)
from qstheory.learn.decoders.base import Decoder


@dataclass(frozen=True, eq=False)
class LossTable(Decoder):
    """Base: argmin_z sum_y L[z, y] s_y, with U_y = e_y and F_z = L[z], r = number of columns.

    Observations are column indices, predictions row indices, one column each.
    """

    cost = "O(|Z| |Y|)"
    tie_rule = "the first row"
    observes = "classes"
    predicts = "classes"

    @property
    @abstractmethod
    def entries(self) -> FloatArray:
        """The table L[z, y]."""

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = e_y, shape (n, columns)."""
        units: FloatArray = np.eye(self.entries.shape[1])[self._observed(Y)]
        return units

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = L[z], shape (t, columns)."""
        rows: FloatArray = self.entries[self._predicted(Z)]
        return rows

    def decode(self, scores: FloatArray) -> IntArray:
        """The row of smallest risk, shape (t, 1)."""
        entries = self.entries
        given = as_scores(scores, entries.shape[1])
        return as_column(np.argmin(given @ entries.T, axis=1))

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """L[z, y] row by row."""
        losses: FloatArray = self.entries[self._predicted(Z), self._observed(Y)]
        return losses

    def predictions(self, m: int = 1) -> IntArray:
        """The row indices."""
        return as_column(np.arange(len(self.entries)))

    def _observed(self, Y: IntArray) -> IntArray:
        return as_integers(Y, "observations", 0, self.entries.shape[1] - 1)[:, 0]

    def _predicted(self, Z: IntArray) -> IntArray:
        return as_integers(Z, "predictions", 0, self.entries.shape[0] - 1)[:, 0]


def as_loss_table(given: ArrayLike) -> FloatArray:
    """The table as floats; raises InvalidParameter unless it is non-empty, with finite numbers."""
    try:
        entries = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidParameter("The loss matrix must be a table of numbers.") from None
    if entries.ndim != 2 or entries.size == 0 or not np.isfinite(entries).all():
        raise InvalidParameter("The loss matrix must be a table of finite numbers.")
    return entries
