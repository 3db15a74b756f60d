"""The 0-1 loss on three classes, A*^2 = 1/2: C = 4/3 I - J/3 as an orbit's mean; an odd vector."""

from fractions import Fraction

from qstheory.certify.kinds.best_constants import BestConstant, DiagonalDual
from qstheory.certify.kinds.counted_squares import (
    CellSquares,
    CountedSquares,
    EnumeratedForm,
    OddSquare,
    Squares,
)
from qstheory.certify.kinds.sign_hull import HullPoint, OddDual
from qstheory.certify.kinds.wide_constants import ExchangeableDual, ExchangeablePoint
from qstheory.losses.catalogue import parse

from .sample import MULTICLASS, Sample, rows

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
BELOW = Fraction(289, 1040)
CENTRED = rows((-2, 1, 1), (1, -2, 1), (1, 1, -2))
SAMPLES = (
    Sample(
        BestConstant(MULTICLASS, "A", "scalar", "<=", HALF + TENTH),
        HullPoint(
            rows((-1, 1, 1)),
            (1 - TENTH,),
            ((1, 2, 0),),
            (Fraction(2, 3),) * 3,
            tuple(tuple(Fraction(10, 13) * x / 3 for x in row) for row in CENTRED),
        ),
    ),
    # S = 3 I - J for rows -2, 1, 1 and 1 for the odd vector: 3 I - S - J is 0, and 9 - 1 = 8.
    Sample(
        BestConstant(MULTICLASS, "A", "by-observation", ">=", HALF),
        OddDual(
            DiagonalDual(CENTRED, (Fraction(1, 3),) * 3, (Fraction(3),) * 3),
            ((1, 1, 1),),
            (Fraction(1),),
            ((1, 2, 0),),
        ),
    ),
    # C = 4/3 (I - J/3) + J/9 and 2/3: the rows of the 0-1 loss have a square of 2/3 over 4/3.
    Sample(
        BestConstant(MULTICLASS, "A", "scalar", "<=", HALF),
        ExchangeablePoint(Fraction(1, 3), Fraction(2, 3)),
    ),
    # Means 2/3 and 1/2, V = 1/144, W = 1/3: (1/3 + 3/144)^2 over (1/3) (4/3) + (3/144) (1/3).
    Sample(
        BestConstant(parse("abstain:classes=3").reference, "A", "by-observation", ">=", BELOW),
        ExchangeableDual(((1, HALF), (0, HALF)), Fraction(1)),
    ),
    # e^T S e is 6 - 2 s with s the sum of the e_y e_y'. Added are (1 + s)^2 / 8 = (1 + s) / 2, an
    # eighth of (sum of e_y)^2 - 1 and a quarter of 1 + s, as -s is at most 1, which are the same
    # together, and 3 / 2 + s as half of the square of the sum of all three.
    Sample(
        BestConstant(MULTICLASS, "A", "by-observation", ">=", Fraction(8, 17)),
        CountedSquares(
            ((1, Fraction(1)),),
            ((1, 1, 0, Fraction(1)), (1, 1, 1, Fraction(-2))),
            (Squares((3,), ((), (1, 2)), rows(("1/288",), ("1/96", "1/32"))),),
            (
                OddSquare(((1, 1), (2, 1), (4, 1)), HALF / 4),
                EnumeratedForm((1,), (((1, 2), Fraction(-1)),), HALF / 2),
            ),
            (CellSquares(1, ((1, 0), (1, 1)), rows((HALF,), (HALF, HALF))),),
        ),
    ),
)
