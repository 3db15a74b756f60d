"""Terms for real numbers: what propositions about numbers are written in.

>>> m = Number(Fraction(3))
>>> written(m * (m + 1) / 2)
'((3 * (3 + 1)) * 2^(-1))'
"""

from dataclasses import dataclass
from fractions import Fraction


class Operators:
    """Arithmetic between expressions and exact numbers."""

    def __add__(self, other: "Expression | int | Fraction") -> "Expression":
        """The sum."""
        return Sum((_expression(self), _expression(other)))

    __radd__ = __add__

    def __sub__(self, other: "Expression | int | Fraction") -> "Expression":
        """The difference."""
        return Sum((_expression(self), negated(_expression(other))))

    def __rsub__(self, other: "Expression | int | Fraction") -> "Expression":
        """The difference, the other way round."""
        return Sum((_expression(other), negated(_expression(self))))

    def __mul__(self, other: "Expression | int | Fraction") -> "Expression":
        """The product."""
        return Product((_expression(self), _expression(other)))

    def __rmul__(self, other: "Expression | int | Fraction") -> "Expression":
        """The product, the other way round."""
        return Product((_expression(other), _expression(self)))

    def __truediv__(self, other: "Expression | int | Fraction") -> "Expression":
        """The quotient."""
        return Product((_expression(self), Power(_expression(other), Fraction(-1))))

    def __rtruediv__(self, other: "Expression | int | Fraction") -> "Expression":
        """The quotient, the other way round."""
        return Product((_expression(other), Power(_expression(self), Fraction(-1))))

    def __pow__(self, exponent: int | Fraction) -> "Expression":
        """A power with a constant exponent."""
        return Power(_expression(self), Fraction(exponent))

    def __neg__(self) -> "Expression":
        """The negative."""
        return negated(_expression(self))


@dataclass(frozen=True)
class Number(Operators):
    """A rational constant."""

    value: Fraction


@dataclass(frozen=True)
class Sum(Operators):
    """The sum of the terms; 0 when there are none."""

    terms: tuple["Expression", ...]


@dataclass(frozen=True)
class Product(Operators):
    """The product of the factors; 1 when there are none."""

    factors: tuple["Expression", ...]


@dataclass(frozen=True)
class Power(Operators):
    """base^exponent; undefined for 0 to a negative power and negative to a non-integer one."""

    base: "Expression"
    exponent: Fraction


@dataclass(frozen=True)
class Log(Operators):
    """The natural logarithm; undefined unless the argument is positive."""

    argument: "Expression"


Expression = Number | Sum | Product | Power | Log


def _expression(value: object) -> Expression:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Number(Fraction(value))
    if not isinstance(value, Expression):
        raise TypeError(f"{value!r} is no exact number and no expression")
    return value


def negated(expression: Expression) -> Expression:
    """The negative of an expression."""
    return Product((Number(Fraction(-1)), expression))


def written(expression: Expression) -> str:
    """The expression as a line of text that can be read in one way only.

    >>> written(Power(Number(Fraction(2, 3)), Fraction(2))), written(-Number(Fraction(2)) ** 2)
    ('(2/3)^2', '((-1) * 2^2)')
    """
    match expression:
        case Number(value):
            return str(value) if value.denominator == 1 and value >= 0 else f"({value})"
        case Sum(terms):
            return f"({' + '.join(map(written, terms))})" if terms else "0"
        case Product(factors):
            return f"({' * '.join(map(written, factors))})" if factors else "1"
        case Power(base, exponent):
            inner = f"({written(base)})" if isinstance(base, Power) else written(base)
            return f"{inner}^{written(Number(exponent))}"
        case Log(argument):  # pragma: no branch (the last kind of expression)
            return f"log({written(argument)})"
