"""Terms for real numbers, what propositions about numbers are written in, and their values.

They are enclosed with a stated precision, or found exactly as a root of a rational.

>>> m = Number(Fraction(3))
>>> written(m * (m + 1) / 2)
'((3 * (3 + 1)) * 2^(-1))'
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from qstheory.certify.intervals import Interval, exactly
from qstheory.errors import InvalidParameter


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


def evaluate(expression: Expression, bits: int = 64) -> Interval:
    """An enclosure of the value; one number when no logarithm and no irrational root occurs.

    Raises InvalidParameter where the expression is undefined, and TooLarge.

    >>> evaluate(Sum(()))
    Interval(lower=Fraction(0, 1), upper=Fraction(0, 1))
    """
    match expression:
        case Number(value):
            return exactly(value)
        case Sum(terms):
            return sum((evaluate(term, bits) for term in terms), exactly(0))
        case Product(factors):
            total = exactly(1)
            for factor in factors:
                total = total * evaluate(factor, bits)
            return total
        case Power(base, exponent):
            inner = evaluate(base, bits)
            if exponent.denominator == 1:
                return inner.power(exponent.numerator)
            if inner.lower < 0:
                raise InvalidParameter("The base of a fractional power is negative or may be.")
            return inner.power(exponent.numerator).root(exponent.denominator, bits)
        case Log(argument):  # pragma: no branch (the last kind of expression)
            return evaluate(argument, bits).log(bits)


@dataclass(frozen=True)
class Radical:
    """sign * magnitude^(1/degree), with sign -1, 0 or 1 and magnitude >= 0."""

    sign: int
    magnitude: Fraction
    degree: int

    def compare(self, other: "Radical") -> int:
        """-1, 0 or 1 as this number is less than, equal to or greater than the other."""
        if self.sign != other.sign or self.sign == 0:
            return (self.sign > other.sign) - (self.sign < other.sign)
        common = lcm(self.degree, other.degree)
        left = exactly(self.magnitude).power(common // self.degree).lower
        right = exactly(other.magnitude).power(common // other.degree).lower
        return self.sign * ((left > right) - (left < right))


def radical(expression: Expression) -> Radical:
    """A product of powers of rationals exactly; raises InvalidParameter for any other number.

    >>> cube_root, square_root = (Power(Number(Fraction(2)), Fraction(1, d)) for d in (3, 2))
    >>> radical(cube_root * 2).compare(radical(square_root * 2))
    -1
    """
    match expression:
        case Product(factors):
            result = Radical(1, Fraction(1), 1)
            for factor in map(radical, factors):
                common = lcm(result.degree, factor.degree)
                magnitudes = (
                    exactly(each.magnitude).power(common // each.degree)
                    for each in (result, factor)
                )
                magnitude = next(magnitudes) * next(magnitudes)
                result = Radical(result.sign * factor.sign, magnitude.lower, common)
            return result
        case Power(base, exponent) if exponent.denominator > 1:
            inner = radical(base)
            if inner.sign < 0:
                raise InvalidParameter("The base of a fractional power is negative.")
            magnitude = exactly(inner.magnitude).power(exponent.numerator)
            sign = 0 if magnitude.lower == 0 else 1
            return Radical(sign, magnitude.lower, inner.degree * exponent.denominator)
        case Power(base, exponent):
            inner = radical(base)
            magnitude = exactly(inner.magnitude).power(exponent.numerator)
            sign = inner.sign ** abs(exponent.numerator)
            return Radical(sign, magnitude.lower, inner.degree)
    value = evaluate(expression)
    if not value.is_exact:
        raise InvalidParameter("This number is not a product of rational powers of rationals.")
    sign = (value.lower > 0) - (value.lower < 0)
    return Radical(sign, abs(value.lower), 1)
