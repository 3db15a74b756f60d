"""A user's loss matrix: L[z, y] with rows z and columns y, decoded by comparing the rows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray, IntArray, as_column, as_integers, as_scores
from qstheory.learn.decoders.base import Decoder


@dataclass(frozen=True, eq=False)
class MatrixDecoder(Decoder):
    """argmin_z sum_y L[z, y] s_y, with U_y = e_y and F_z = L[z], r = number of columns.

    Observations are column indices, predictions row indices, one column each.

    >>> MatrixDecoder([[0, 2], [1, 0]]).decode(np.array([[0.5, 0.5]]))
    array([[1]])
    """

    matrix: ArrayLike

    name = "matrix"
    cost = "O(|Z| |Y|)"
    tie_rule = "the first row"
    observes = "classes"
    predicts = "classes"
    examples = ({"matrix": ((0, 2.5, 1), (1, 0, 1))}, {"matrix": ((3,),)})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the matrix is a non-empty table of finite numbers."""
        try:
            entries = self.entries
        except (TypeError, ValueError):
            raise InvalidParameter("The loss matrix must be a table of numbers.") from None
        if entries.ndim != 2 or entries.size == 0 or not np.isfinite(entries).all():
            raise InvalidParameter("The loss matrix must be a table of finite numbers.")

    @property
    def entries(self) -> FloatArray:
        """The matrix as floats."""
        return np.asarray(self.matrix, dtype=np.float64)

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
        given = as_scores(scores)
        if given.shape[1] != self.entries.shape[1]:
            raise InvalidParameter(
                f"Scores must have {self.entries.shape[1]} columns, not {given.shape[1]}."
            )
        return as_column(np.argmin(given @ self.entries.T, axis=1))

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """L[z, y] row by row."""
        losses: FloatArray = self.entries[self._predicted(Z), self._observed(Y)]
        return losses

    def predictions(self, m: int = 1) -> IntArray:
        """The row indices."""
        return np.arange(len(self.entries))[:, None]

    def _observed(self, Y: IntArray) -> IntArray:
        return as_integers(Y, "observations", 0, self.entries.shape[1] - 1)[:, 0]

    def _predicted(self, Z: IntArray) -> IntArray:
        return as_integers(Z, "predictions", 0, self.entries.shape[0] - 1)[:, 0]
