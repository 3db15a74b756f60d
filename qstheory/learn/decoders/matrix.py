"""A user's loss matrix: L[z, y] with rows z and columns y, decoded by comparing the rows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from qstheory.learn.decoders.arrays import FloatArray
from qstheory.learn.decoders.loss_table import LossTable, as_loss_table


@dataclass(frozen=True, eq=False)
class MatrixDecoder(LossTable):
    """argmin over the rows of the given matrix, which need not be square.

    >>> MatrixDecoder([[0, 2], [1, 0]]).decode(np.array([[0.5, 0.5]]))
    array([[1]])
    """

    matrix: ArrayLike

    name = "matrix"
    examples = ({"matrix": ((0, 2.5, 1), (1, 0, 1))}, {"matrix": ((3,),)})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the matrix is a non-empty table of finite numbers."""
        as_loss_table(self.matrix)

    @property
    def entries(self) -> FloatArray:
        """The matrix as floats."""
        return np.asarray(self.matrix, dtype=np.float64)
