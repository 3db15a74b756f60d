"""Steps of derivations that sympy expands: identities between polynomials."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product

from qstheory.certify.expressions import Expression, Number, Sum
from qstheory.certify.kinds.values import Comparison, Enclosed, Exactly
from qstheory.certify.kinds.values import Relation as Sign
from qstheory.claims import Evidence
from qstheory.claims.evidence import WHOLE

PRECISION = 64
Statement = tuple[Expression, Sign, Expression]
SMALL = range(1, 7)
"""Values at which an identity is evaluated when nothing else is asked for."""


def number(value: int | Fraction) -> Number:
    """A constant."""
    return Number(Fraction(value))


def total(body: Callable[[Number], Expression], first: int, last: int) -> Sum:
    """The sum of body(k) over first <= k <= last, written out."""
    return Sum(tuple(body(number(k)) for k in range(first, last + 1)))


def compared(
    left: Expression | int | Fraction,
    relation: Sign,
    right: Expression | int | Fraction,
    part: str = WHOLE,
) -> Evidence:
    """left relation right, exactly where both sides are radicals of rationals, else enclosed."""
    sides = (x if isinstance(x, Expression) else number(x) for x in (left, right))
    proposition = Comparison(next(sides), relation, next(sides))
    return Evidence(proposition, (Exactly(), Enclosed(PRECISION)), part)


def at_values(
    statement: Callable[..., Statement], part: str = WHOLE, **values: Iterable[int]
) -> Iterator[Evidence]:
    """The statement at all combinations of the values, which it takes by keyword as numbers."""
    for chosen in product(*values.values()):
        at = dict(zip(values, map(number, chosen), strict=True))
        yield compared(*statement(**at), part=part)
