"""Expressions as rational functions plus multiples of logarithms and sums, bounded from below."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.algebra.evaluation import with_sums_written_out
from qstheory.certify.algebra.expressions import (
    ONE,
    Expression,
    Log,
    Product,
    Sum,
    SumOver,
    written,
)
from qstheory.certify.algebra.rational_functions import Domain, Quotient, Reader, constant
from qstheory.errors import InvalidParameter

LogBounds = Literal["simple", "sharp"]


@dataclass(frozen=True)
class Part:
    """coefficient * atom, or the coefficient alone."""

    coefficient: Expression
    atom: Log | SumOver | None


def parts(expression: Expression) -> list[Part]:
    """The expression as a sum of parts, sums between constants written out.

    Raises InvalidParameter for a product of two logarithms or sums.
    """
    return _parts(with_sums_written_out(expression))


def _parts(expression: Expression) -> list[Part]:
    match expression:
        case Sum(terms):
            return [part for term in terms for part in _parts(term)]
        case Product(factors):
            result = [Part(ONE, None)]
            for factor in factors:
                result = [_times(left, right) for left in result for right in _parts(factor)]
            return result
        case Log() | SumOver():
            return [Part(ONE, expression)]
    return [Part(expression, None)]


def _times(left: Part, right: Part) -> Part:
    if left.atom and right.atom:
        raise InvalidParameter(
            f"{written(left.atom)} times {written(right.atom)} is not linear in either."
        )
    return Part(left.coefficient * right.coefficient, left.atom or right.atom)


def below(given: list[Part], domain: Domain, reader: Reader, logs: LogBounds) -> Quotient:
    """A rational function that is at most the sum of the parts everywhere on the domain.

    It is the sum itself when there is no logarithm. Raises InvalidParameter when a sum is left, or
    when the sign of a coefficient or the argument of a logarithm does not allow the bound.
    """
    coefficients: dict[Log | SumOver | None, Quotient] = {}
    for part in given:
        known = coefficients.get(part.atom, constant(0))
        coefficients[part.atom] = known + reader.read(part.coefficient)
    total = coefficients.pop(None, constant(0))
    for atom, coefficient in coefficients.items():
        if isinstance(atom, SumOver):
            raise InvalidParameter(f"{written(atom)} cannot be bounded this way.")
        assert atom is not None
        u = reader.read(atom.argument)
        if not domain.is_positive_quotient(u):
            raise InvalidParameter(f"In {written(atom)} the argument may be negative.")
        if coefficient.numerator.is_zero:
            continue
        sign = domain.sign_of(coefficient)
        if sign is None:
            raise InvalidParameter(f"The sign of the coefficient of {written(atom)} is not shown.")
        total = total + coefficient * _log_bound(u, sign, domain, logs)
    return total


def _log_bound(u: Quotient, sign: int, domain: Domain, logs: LogBounds) -> Quotient:
    """For u > 0: 1 - 1/u <= log u <= u - 1.

    For u >= 1 also 2 (u - 1)/(u + 1) <= log u <= (u - 1/u)/2, since both sides vanish at 1 and
    their derivatives satisfy 4/(u + 1)^2 <= 1/u <= (1 + 1/u^2)/2.
    """
    one = constant(1)
    inverse = Quotient(u.denominator, u.numerator)
    if logs == "simple":
        return one - inverse if sign > 0 else u - one
    if domain.sign_of(u - one) != 1:
        raise InvalidParameter("The argument of a logarithm is not shown to be at least 1.")
    if sign > 0:
        n, d = u.numerator, u.denominator
        return constant(2) * Quotient(n - d, n + d)
    return constant(Fraction(1, 2)) * (u - inverse)
