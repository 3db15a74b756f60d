"""Ranks from below and above by the sizes of label sets."""

from fractions import Fraction

from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
)
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
from qstheory.certify.kinds.rank_above_by_size import LoweringFactors, SizeFactors
from qstheory.certify.kinds.rank_by_size import LoweringBySize, SizeMinors
from qstheory.certify.kinds.shift import NoShiftLowersRank

from .sample import HAMMING, PREC, Sample, rows

MINORS = SizeMinors("loss", None, (0, 1), (0, 2), (1,), (1,), 7)
HALF = Fraction(1, 2)
# Hamming, m = 2: B(a, b) = (a + b - a b) / 2, g = -1.
FACTORS = SizeFactors(
    "loss",
    None,
    Fraction(0),
    rows((0, HALF), (HALF, 0), (1, -HALF)),
    rows((1, 1, 1), (0, 1, 2)),
    rows((-1,)),
    rows((1,)),
)
CENTRED = SizeFactors(
    "loss", None, HALF, rows((-HALF,), (0,), (HALF,)), rows((1, 0, -1)), rows((-1,)), rows((1,))
)
DIFFERENCES = SizeFactors(
    "prediction-differences",
    0,
    Fraction(0),
    rows((0,), (HALF,), (1,)),
    rows((1, 0, -1)),
    rows((-1,)),
    rows((1,)),
)
SAMPLES = (
    Sample(RankAtMost(HAMMING, "loss", 3), FACTORS),
    Sample(RankAtMost(HAMMING, "prediction-differences", 2), DIFFERENCES),
    Sample(AffineDimensionAtMost(HAMMING, 2), CENTRED),
    Sample(CalibrationDimensionAtMost(HAMMING, 2), DIFFERENCES),
    Sample(RankAtLeast(HAMMING, "loss", 3), MINORS),
    Sample(
        RankAtLeast(HAMMING, "prediction-differences", 2),
        SizeMinors("prediction-differences", 0, (1,), (0,), (1,), (1,), 7),
    ),
    Sample(
        RankAtLeast(PREC, "observation-differences", 2),
        SizeMinors("observation-differences", 0, (1,), (2,), (1,), (1,), 5),
    ),
    Sample(AffineDimensionAtLeast(HAMMING, 2), MINORS),
    Sample(
        AffineDimensionAtLeast(HAMMING, 2),
        SizeMinors("observation-differences", 2, (2,), (0,), (1,), (1,), 11),
    ),
    Sample(
        NoShiftLowersRank(HAMMING),
        LoweringBySize(NamedForm("repaired", "counts"), MINORS),
        "refutes",
    ),
    Sample(NoShiftLowersRank(HAMMING), LoweringFactors(CENTRED, MINORS), "refutes"),
)
