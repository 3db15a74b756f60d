"""Bounds on calibration functions of closed forms, and what is best where it is certain."""

from fractions import Fraction

from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.form_calibration import CalibrationBound, Path
from qstheory.certify.kinds.margins import EveryPredictionAlone
from qstheory.certify.weights import ListedWeights

from .sample import ABSTAIN, HAMMING, ORDINAL, TRIANGULAR, Sample

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
NONE, BOTH = (0, 0), (1, 1)
SURE = ListedWeights(((BOTH, ONE),))
# Where both sets are as likely every label ties; on the way to 11 the scores stay there.
TO_BOTH = Path(NONE, BOTH, ListedWeights(((NONE, HALF), (BOTH, HALF))), SURE, SURE, HALF * 4)
UP = Path(
    0, 2, ListedWeights(((0, HALF), (2, HALF))), ListedWeights(((2, ONE),)),
    ListedWeights(((0, HALF), (2, HALF))), ZERO,
)  # fmt: skip
SAMPLES = (
    Sample(CalibrationBound(HAMMING, "repaired", ">=", ZERO, Fraction(2)), Evaluation()),
    Sample(CalibrationBound(HAMMING, "repaired", "<=", ONE, Fraction(2)), TO_BOTH),
    Sample(CalibrationBound(ORDINAL, "minimal", ">=", ZERO, HALF), Evaluation()),
    Sample(CalibrationBound(ORDINAL, "minimal", "<=", Fraction(2), HALF), UP),
    # Beyond the cost of abstaining one class costs more than another: they are 2^(1/2) apart.
    Sample(CalibrationBound(ABSTAIN, "indicators", ">=", HALF, HALF), Evaluation()),
    Sample(EveryPredictionAlone(HAMMING), Evaluation()),
    Sample(EveryPredictionAlone(TRIANGULAR), Evaluation(), "refutes"),
)
