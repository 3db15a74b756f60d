"""Dimensions of a loss that is a polynomial in two classes, from its entries at a few of them.

L(z, y) = sum_ij a_ij z^i y^j on n classes, as many as A has rows and columns or more, is V A W^T
for the powers V and W of the classes, whose columns are linearly independent and begin with the
constant one. At the first classes, as many as A has rows and columns, it is P A Q^T with square
regular P and Q: what is 0, constant, or spanned by the rows or columns of A there is so everywhere.
So L has the dimensions of this small part.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from qstheory.certify.components import mean_ranks
from qstheory.certify.dimensions import Dimensions
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss


@dataclass(frozen=True)
class CoefficientRanks:
    """The replay eliminates the entries at as many classes as the loss has coefficients."""


def polynomial_part(loss: Loss) -> list[list[Fraction]]:
    """The entries at the first classes.

    Raises InvalidParameter where the loss is no polynomial or on few classes.
    """
    entry = loss.polynomial
    if entry is None:
        raise InvalidParameter("The loss is not declared as a polynomial.")
    shape = len(entry.rows), max(map(len, entry.rows))
    if loss.predictions.size < shape[0] or loss.observations.size < shape[1]:
        raise InvalidParameter("There are fewer classes than coefficients.")
    columns = tuple(islice(loss.observations, shape[1]))
    return [[entry(z, y) for y in columns] for z in islice(loss.predictions, shape[0])]


def polynomial_dimensions(loss: Loss) -> Dimensions:
    """The dimensions; raises as `polynomial_part`."""
    return mean_ranks(polynomial_part(loss))
