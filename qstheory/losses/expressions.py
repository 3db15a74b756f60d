"""A closed form in general: one coordinate of F, of U, and c and r, each a function written once.

The function is called with the numbers that belong to a label, which gives the features, and with
symbols of those LaTeX names, which gives the expression that is shown and summed for every size.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

ONE, HALF = Fraction(1), Fraction(1, 2)


@dataclass(frozen=True)
class Expression:
    """A rational function `of` quantities with these LaTeX `names`, for every index `over`.

    >>> share = Expression(lambda bit, k: -ONE * bit / k, ("[z]_j", "k"), "j")
    >>> share(1, 3)
    Fraction(-1, 3)
    """

    of: Callable[..., Any]
    names: tuple[str, ...]
    over: str = ""

    def __call__(self, *values: int | Fraction) -> Fraction:
        """The value at numbers."""
        value: Fraction = ONE * self.of(*values)
        return value


def same(value: Any) -> Any:
    """The quantity itself."""
    return value


def constantly(value: Fraction | int) -> Expression:
    """A number that no size changes."""
    return Expression(lambda: Fraction(value), ())


@dataclass(frozen=True)
class FormExpressions:
    """L(z, y) = F_z . U_y + c in r coordinates; `where` names expressions that others mention."""

    prediction: tuple[Expression, ...]
    observation: tuple[Expression, ...]
    constant: Expression
    dimension: Expression
    where: tuple[tuple[str, Expression], ...] = ()
