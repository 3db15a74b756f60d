"""A relation between two values that the package evaluates, exactly: never a truth value."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from qstheory.errors import InvalidParameter

Side: TypeAlias = Any
"""An integer, a `Fraction`, an expression of sympy, or a list or tuple of such sides."""
SIGNS = ("=", "<=", "<")


@dataclass(frozen=True)
class Relation:
    """left = right, left <= right or left < right; of lists, element by element.

    Expressions are compared for equality alone, by expanding and simplifying the difference. Raises
    `InvalidParameter` for a truth value, a float or any other side.

    >>> Relation([1 + 1, 3], "=", [2, 3]).holds
    True
    """

    left: Side
    sign: Literal["=", "<=", "<"]
    right: Side

    def __post_init__(self) -> None:
        if self.sign not in SIGNS:
            raise InvalidParameter(f"{self.sign!r} is no relation; use one of {', '.join(SIGNS)}.")
        for side in (self.left, self.right):
            _refuse(side, self.sign)

    @property
    def holds(self) -> bool:
        """Whether the sides, evaluated, are in the relation."""
        return _holds(self.left, self.sign, self.right)


def _is_number(side: Side) -> bool:
    return type(side) in (int, Fraction)


def _refuse(side: Side, sign: str) -> None:
    if isinstance(side, list | tuple):
        if not side:
            raise InvalidParameter("Two empty lists compare nothing: give a relation with content.")
        for element in side:
            _refuse(element, sign)
    elif not _is_number(side):
        _refuse_symbolic(side, sign)


def _refuse_symbolic(side: Side, sign: str) -> None:
    from sympy import Expr, Float

    if isinstance(side, bool) or not isinstance(side, Expr) or side.has(Float):
        raise InvalidParameter(
            f"{side!r} is no side of a relation: give the exact numbers or expressions that are"
            " to be compared, not what comparing them gave."
        )
    if sign != "=" and not side.is_Rational:
        raise InvalidParameter(f"Only numbers are ordered by {sign}, {side} is none.")


def _holds(left: Side, sign: str, right: Side) -> bool:
    if isinstance(left, Sequence) or isinstance(right, Sequence):
        alike = isinstance(left, Sequence) and isinstance(right, Sequence)
        return (
            alike
            and len(left) == len(right)
            and all(_holds(a, sign, b) for a, b in zip(left, right, strict=True))
        )
    if sign == "=":
        return _equal(left, right)
    return bool(left <= right if sign == "<=" else left < right)


def _equal(left: Side, right: Side) -> bool:
    if _is_number(left) and _is_number(right):
        return bool(left == right)
    from sympy import expand, powsimp, simplify

    apart = left - right
    return any(made(apart) == 0 for made in (expand, simplify, powsimp))
