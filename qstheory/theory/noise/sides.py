"""Both sides of a relation between powers as numbers, for what is shown beside its verdict."""

from fractions import Fraction
from math import lcm

from qstheory.certify.algebra.evaluation import Radical, evaluate, radical
from qstheory.certify.algebra.intervals import Interval, exactly
from qstheory.certify.finite import Evaluated
from qstheory.certify.kinds.finite_instances import PowerRelation, Quantity, compared, value_of
from qstheory.certify.rules import Tools
from qstheory.errors import InvalidParameter


def both_sides(proposition: PowerRelation, tools: Tools) -> tuple[Fraction, Fraction, int]:
    """Both sides raised to the least common degree of their roots, and that degree.

    Raises InvalidParameter where a quantity is infinite or irrational, TooLarge.
    """
    relation = compared(proposition, tools)
    sides = radical(relation.left), radical(relation.right)
    common = lcm(*(side.degree for side in sides))
    left, right = (_raised(side, common) for side in sides)
    return left, right, common


def _raised(side: Radical, common: int) -> Fraction:
    return exactly(side.magnitude).power(common // side.degree).lower


def enclosed_sides(
    proposition: PowerRelation, bits: int, tools: Tools
) -> tuple[Interval, Interval]:
    """Both sides to about 2^-bits; raises InvalidParameter where a quantity is infinite."""
    relation = compared(proposition, tools)
    return evaluate(relation.left, bits), evaluate(relation.right, bits)


def rational_value(problem: Evaluated, quantity: Quantity) -> Fraction:
    """The quantity; raises InvalidParameter where it is infinite or irrational."""
    value = evaluate(value_of(problem, quantity))
    if not value.is_exact:
        raise InvalidParameter(f"{quantity} is irrational.")
    return value.lower
