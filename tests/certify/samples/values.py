"""Entries and comparisons of numbers."""

from fractions import Fraction

from qstheory.certify.expressions import Log, Number, Sum
from qstheory.certify.kinds.values import Comparison, Enclosed, EntryEquals, Exactly

from .sample import BITS, F_SCORE, Sample


def number(value: int | Fraction) -> Number:
    """A constant as an expression."""
    return Number(Fraction(value))


HARMONIC = Sum(tuple(1 / number(k) for k in range(1, 5)))
SAMPLES = (
    Sample(EntryEquals(F_SCORE, BITS[1], BITS[3], Fraction(1, 3)), Exactly()),
    Sample(EntryEquals(F_SCORE, BITS[1], BITS[3], Fraction(1, 2)), Exactly(), "refutes"),
    Sample(
        Comparison(number(3) ** Fraction(1, 3), ">", number(2) ** Fraction(1, 2)),
        Exactly(),
    ),
    Sample(
        Comparison(number(8) ** Fraction(1, 3), "<", number(4) ** Fraction(1, 2)),
        Exactly(),
        "refutes",
    ),
    Sample(Comparison(Log(number(5)), "<", HARMONIC), Enclosed(32)),
    Sample(
        Comparison(Log(number(2)) + number(2) ** Fraction(1, 2), ">=", number(3)),
        Enclosed(32),
        "refutes",
    ),
)
