"""The 0-1 loss on three classes, A*^2 = 1/2: C = 4/3 I - J/3 as an orbit's mean; an odd vector."""

from fractions import Fraction

from qstheory.certify.kinds.best_constants import BestConstant
from qstheory.certify.kinds.sign_hull import HullPoint, OddDual

from .sample import MULTICLASS, Sample, rows

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
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
            CENTRED,
            (Fraction(1, 3),) * 3,
            (Fraction(3),) * 3,
            ((1, 1, 1),),
            (Fraction(1),),
            ((1, 2, 0),),
        ),
    ),
)
