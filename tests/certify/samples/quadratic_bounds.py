"""Bounds on calibration functions: binary Hamming loss by its signs, and 0-1 loss by all scores."""

from fractions import Fraction

from qstheory.certify.kinds.quadratic_bounds import (
    CalibrationAtLeast,
    CalibrationAtMost,
    Distances,
    FeasibleLine,
)

from .sample import Sample, rows

ONE, HALF = Fraction(1), Fraction(1, 2)
SIGNS, TARGETS = rows(("1/2",), ("-1/2",)), rows((-1,), (1,))
ZERO_ONE = rows((0, 1), (1, 0))
# At (1/2, 1/2) both are optimal; (1 - e)/2, (1 + e)/2 has the excess e for prediction 0.
LINE = FeasibleLine(0, 1, (HALF, HALF), (-HALF, HALF))
SAMPLES = (
    # |F_0 - F_1| = 1, so that H(e) >= e^2; and v = 0 is as far as e from the mean target.
    Sample(CalibrationAtLeast(SIGNS, ONE, ONE), Distances()),
    Sample(CalibrationAtMost(SIGNS, TARGETS, ONE, ONE, ONE), LINE),
    # |v - L_y|^2 / 4: two unit vectors have the distance 2^(1/2), and U^T d = (1/2, -1/2).
    Sample(CalibrationAtLeast(None, HALF / 2, HALF / 4), Distances()),
    Sample(CalibrationAtMost(None, ZERO_ONE, HALF / 2, ONE, HALF / 4), LINE),
)
