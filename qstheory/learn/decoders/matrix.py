"""A user's loss matrix: L[z, y] with rows z and columns y, decoded by comparing the rows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray
from qstheory.learn.decoders.loss_table import LossTable, as_loss_table


@dataclass(frozen=True, eq=False)
class MatrixDecoder(LossTable):
    """argmin over the rows of the given matrix, which need not be square.

    `rows` and `columns` name the predictions and the observations.

    >>> MatrixDecoder([[0, 2], [1, 0]]).decode(np.array([[0.5, 0.5]]))
    array([[1]])
    """

    matrix: ArrayLike
    rows: tuple[str, ...] | None = None
    columns: tuple[str, ...] | None = None

    name = "matrix"
    examples = (
        {"matrix": ((0, 2.5, 1), (1, 0, 1)), "rows": ("low", "high"), "columns": ("a", "b", "c")},
        {"matrix": ((3,),)},
    )

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the matrix is a non-empty table of finite numbers, each
        of its rows and columns with a name of its own if they have names.
        """
        shape = as_loss_table(self.matrix).shape
        for names, count in zip((self.rows, self.columns), shape, strict=True):
            if names is not None and not len(set(names)) == len(names) == count:
                raise InvalidParameter(f"There must be {count} distinct names, not {names!r}.")

    @property
    def observation_names(self) -> tuple[str, ...] | None:
        """The names of the columns."""
        return self.columns

    @property
    def prediction_names(self) -> tuple[str, ...] | None:
        """The names of the rows."""
        return self.rows

    @property
    def entries(self) -> FloatArray:
        """The matrix as floats."""
        return np.asarray(self.matrix, dtype=np.float64)
