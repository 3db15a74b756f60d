"""Comparisons of numbers with 60 digits."""

import mpmath

from qstheory.certify.expressions import Expression, Log, Number, Power, Product, Sum
from qstheory.certify.kinds.values import Comparison


def value(expression: Expression) -> mpmath.mpf:
    """The value in 60 digits."""
    match expression:
        case Number(number):
            return mpmath.mpf(number.numerator) / number.denominator
        case Sum(terms):
            return mpmath.fsum(map(value, terms))
        case Product(factors):
            return mpmath.fprod(map(value, factors))
        case Power(base, exponent):
            return value(base) ** (mpmath.mpf(exponent.numerator) / exponent.denominator)
        case Log(argument):
            return mpmath.log(value(argument))


def relation_holds(proposition: Comparison) -> bool:
    """The relation, equality up to 10^-40."""
    with mpmath.workdps(60):
        difference = value(proposition.left) - value(proposition.right)
        equal = abs(difference) < mpmath.mpf(10) ** -40
    if proposition.relation == "=":
        return bool(equal)
    if equal:
        return proposition.relation in ("<=", ">=")
    return bool((difference < 0) == (proposition.relation in ("<", "<=")))


TRUTHS = {Comparison: lambda p, _: relation_holds(p)}
