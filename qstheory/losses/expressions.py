"""What closed forms are computed by, as expressions: shown in LaTeX and summed for every size.

An `Expression` is one coordinate of F, of U, or c or r, a function written once: called with the
numbers that belong to a label it gives the features, with symbols of its LaTeX names it gives the
expression that is shown and summed for every size.
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
