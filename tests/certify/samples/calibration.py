"""Pieces of calibration functions: binary Hamming loss, in its own metric and in that of scores."""

from dataclasses import replace
from fractions import Fraction

from qstheory.certify.kinds.calibration import (
    AffineVector,
    Attained,
    CalibrationPiece,
    Optimality,
    PairBound,
)
from qstheory.certify.moves import Metric

from .sample import Sample, rows

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
SIGNS, TARGETS = rows(("1/2",), ("-1/2",)), rows((-1,), (1,))
PIECE = CalibrationPiece(SIGNS, TARGETS, None, ZERO, ONE, ZERO, ZERO, ONE)
# Prediction 0 where 1 is optimal: v = 0 ties, and Pi has mean score e.
ATTAINED = Attained(0, 1, AffineVector((HALF, HALF), (-HALF, HALF)), AffineVector((ZERO,), (ZERO,)))


# For each pair lambda of the other prediction and mu are e, nu is 0, and tau is e or -e.
BOUNDS = (
    PairBound(0, 1, AffineVector((ZERO,) * 4, (ZERO, ONE, ONE, ZERO))),
    PairBound(1, 0, AffineVector((ZERO,) * 4, (ONE, ZERO, ONE, ZERO))),
)
GIVEN = Optimality(ATTAINED, BOUNDS, (), None)
SCALED = CalibrationPiece(SIGNS, TARGETS, Metric(rows((2,)), HALF / 2), ZERO, ONE, ZERO, ZERO, ONE)
# The same from above and from below alone; 0-1 loss by all scores, |v - L_y|^2 / 4: two unit
# vectors have the distance 2^(1/2), and U^T d = (1/2, -1/2).
ABOVE, BELOW = replace(PIECE, relation="<="), replace(PIECE, relation=">=")
ZERO_ONE = rows((0, 1), (1, 0))
FREE = CalibrationPiece(
    None, ZERO_ONE, Metric(None, HALF / 2), ZERO, ONE, ZERO, ZERO, HALF / 4, "<="
)
TIED = replace(ATTAINED, scores=AffineVector((HALF, HALF), (ZERO, ZERO)))
NOWHERE = Optimality(None, (), (), None)
SAMPLES = (
    Sample(ABOVE, Optimality(ATTAINED, (), (), None)),
    Sample(BELOW, NOWHERE),
    Sample(FREE, Optimality(TIED, (), (), None)),
    Sample(replace(FREE, relation=">="), NOWHERE),
    Sample(replace(FREE, metric=None, relation=">=", square=HALF), NOWHERE),
    Sample(PIECE, GIVEN),
    Sample(SCALED, Optimality(ATTAINED, (), (), rows((0,), (-1,)))),
)
