"""Values of expressions: enclosed with a stated precision, or exactly as a root of a rational."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from qstheory.certify.algebra.expressions import Expression, Log, Number, Power, Product, Sum
from qstheory.certify.algebra.intervals import Interval, exactly
from qstheory.errors import InvalidParameter


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
