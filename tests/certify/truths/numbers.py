"""Comparisons of numbers with 60 digits, and statements for every m on a grid."""

from collections.abc import Mapping
from itertools import product

import mpmath

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
)
from qstheory.certify.kinds.for_every import Counterexample, ForEvery
from qstheory.certify.kinds.values import Comparison

GRID = 9


def value(expression: Expression, at: Mapping[str, int]) -> mpmath.mpf:
    """The value in 60 digits."""
    match expression:
        case Number(number):
            return mpmath.mpf(number.numerator) / number.denominator
        case Variable(name):
            return mpmath.mpf(at[name])
        case Sum(terms):
            return mpmath.fsum(value(term, at) for term in terms)
        case Product(factors):
            return mpmath.fprod(value(factor, at) for factor in factors)
        case Power(base, exponent):
            return value(base, at) ** (mpmath.mpf(exponent.numerator) / exponent.denominator)
        case Geometric(base, exponent):
            return value(Number(base), at) ** int(mpmath.nint(value(exponent, at)))
        case Factorial(argument):
            return mpmath.factorial(int(mpmath.nint(value(argument, at))))
        case Log(argument):
            return mpmath.log(value(argument, at))
        case SumOver(name, lower, upper, body):
            first, last = (int(mpmath.nint(value(bound, at))) for bound in (lower, upper))
            return mpmath.fsum(value(body, {**at, name: k}) for k in range(first, last + 1))


def relation_holds(proposition: Comparison | ForEvery, at: Mapping[str, int]) -> bool:
    """The relation at these values, equality up to 10^-40."""
    with mpmath.workdps(60):
        difference = value(proposition.left, at) - value(proposition.right, at)
        equal = abs(difference) < mpmath.mpf(10) ** -40
    if proposition.relation == "=":
        return bool(equal)
    if equal:
        return proposition.relation in ("<=", ">=")
    return bool((difference < 0) == (proposition.relation in ("<", "<=")))


def _for_every(proposition: ForEvery, certificate: object) -> bool:
    names = [name for name, _ in proposition.variables]
    points = list(product(*(range(start, start + GRID) for _, start in proposition.variables)))
    if isinstance(certificate, Counterexample):
        points.append(certificate.values)
    return all(relation_holds(proposition, dict(zip(names, at, strict=True))) for at in points)


TRUTHS = {
    Comparison: lambda p, _: relation_holds(p, {}),
    ForEvery: _for_every,
}
