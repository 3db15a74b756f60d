"""Cost-sensitive multiclass: L(z, y) = costs[z][y], decoded by the least expected cost."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray
from qstheory.learn.decoders.loss_table import LossTable, as_loss_table


@dataclass(frozen=True, eq=False)
class CostSensitiveDecoder(LossTable):
    """argmin over the rows of the square matrix of costs, one row for each predicted class.

    Source: Elkan, The foundations of cost-sensitive learning, IJCAI 2001.
    """

    costs: ArrayLike

    name = "cost-sensitive"
    examples = ({"costs": ((0, 1, 2), (1, 0, 1), (5, 0.5, 0))}, {"costs": ((7,),)})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the costs are a square table of finite numbers."""
        shape = as_loss_table(self.costs).shape
        if shape[0] != shape[1]:
            raise InvalidParameter(f"costs must be square, not of shape {shape}.")

    @property
    def entries(self) -> FloatArray:
        """The costs as floats."""
        return np.asarray(self.costs, dtype=np.float64)
