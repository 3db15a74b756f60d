"""Values of expressions: enclosed with a stated precision, or exactly as a root of a rational."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, lcm

from qstheory.certify.algebra.expressions import (
    Expression,
    Factorial,
    Geometric,
    Log,
    Number,
    Power,
    Product,
    Sum,
    SumOver,
    Variable,
    free_variables,
    rebuilt,
    substituted,
)
from qstheory.certify.algebra.intervals import BITS_LIMIT, Interval, exactly
from qstheory.errors import InvalidParameter, TooLarge

SUM_LIMIT = 200_000
"""Most terms of a sum that is evaluated."""
WRITTEN_LIMIT = 200
"""Most terms of a sum that is written out."""


def evaluate(
    expression: Expression, values: Mapping[str, Fraction] | None = None, bits: int = 64
) -> Interval:
    """An enclosure of the value; one number when no logarithm and no irrational root occurs.

    Raises InvalidParameter where the expression is undefined, and TooLarge.

    >>> evaluate(Sum(()))
    Interval(lower=Fraction(0, 1), upper=Fraction(0, 1))
    """
    known = values or {}
    match expression:
        case Number(value):
            return exactly(value)
        case Variable(name):
            if name not in known:
                raise InvalidParameter(f"The variable {name} has no value.")
            return exactly(known[name])
        case Sum(terms):
            total = exactly(0)
            for term in terms:
                total = total + evaluate(term, known, bits)
            return total
        case Product(factors):
            total = exactly(1)
            for factor in factors:
                total = total * evaluate(factor, known, bits)
            return total
        case Power(base, exponent):
            power = evaluate(base, known, bits).power(exponent.numerator)
            if exponent.denominator == 1:
                return power
            return power.root(exponent.denominator, bits)
        case Geometric(base, exponent):
            return exactly(base).power(_integer(evaluate(exponent, known, bits)))
        case Factorial(argument):
            return exactly(_factorial(_integer(evaluate(argument, known, bits))))
        case Log(argument):
            return evaluate(argument, known, bits).log(bits)
    bounds = (expression.lower, expression.upper)
    first, last = (_integer(evaluate(bound, known, bits)) for bound in bounds)
    if last - first > SUM_LIMIT:
        raise TooLarge(f"A sum has more than {SUM_LIMIT:,} terms.")
    total = exactly(0)
    for k in range(first, last + 1):
        here = {**known, expression.variable: Fraction(k)}
        total = total + evaluate(expression.body, here, bits)
    return total


def _integer(value: Interval) -> int:
    if not value.is_exact or value.lower.denominator != 1:
        raise InvalidParameter("A bound, an exponent or the argument of a factorial is no integer.")
    return int(value.lower)


def _factorial(n: int) -> int:
    if n < 0:
        raise InvalidParameter("The factorial of a negative number is not defined.")
    if n * n.bit_length() > BITS_LIMIT:
        raise TooLarge("A factorial is too large.")
    return factorial(n)


def with_sums_written_out(expression: Expression) -> Expression:
    """The expression with every sum between constants replaced by its terms; raises TooLarge."""
    inner = rebuilt(expression, with_sums_written_out)
    if not isinstance(inner, SumOver) or free_variables(inner.lower) | free_variables(inner.upper):
        return inner
    first, last = (_integer(evaluate(bound)) for bound in (inner.lower, inner.upper))
    if last - first > WRITTEN_LIMIT:
        raise TooLarge(f"A sum has more than {WRITTEN_LIMIT:,} terms to write out.")
    numbers = (Number(Fraction(k)) for k in range(first, last + 1))
    return Sum(tuple(substituted(inner.body, inner.variable, number) for number in numbers))


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
