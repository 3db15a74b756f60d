"""Losses with irrational entries: enclosed minors, and identities for all weights."""

from fractions import Fraction

from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast, AffineDimensionAtMost
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.declared_ranks import EnclosedMinor, SymbolicSpan
from qstheory.certify.kinds.dimension_bounds import EqualRiskRank
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
from qstheory.certify.weights import ListedWeights, UniformWeights

from .sample import HAMMING, RECIPROCAL, Sample, rows

BIT = ((0, 0), (0, 1))
MINOR = EnclosedMinor("loss", BIT, BIT, None, 8, rows((0, 2), (2, 0)))
# L = 1 - (G(r_1) D_sigma(1) + G(r_2) D_sigma(2)) / N(r), observations 00 left out.
WORSE = EnclosedMinor("prediction-differences", ((2, 1),), ((1, 0),), (1, 2), 8, rows((2,)))
SPAN = SymbolicSpan(((0, 1),), rows((1, -1, 0)))
UNIFORM = EqualRiskPoint(UniformWeights())
LISTED = EqualRiskPoint(
    ListedWeights(
        (((0, 1), Fraction(1, 4)), ((1, 0), Fraction(1, 4)), ((1, 1), Fraction(1, 2))),
    )
)
SAMPLES = (
    Sample(RankAtLeast(HAMMING, "loss", 2), MINOR),
    Sample(RankAtLeast(RECIPROCAL, "prediction-differences", 1), WORSE),
    Sample(
        AffineDimensionAtLeast(HAMMING, 2),
        EnclosedMinor(
            "observation-differences", BIT, ((0, 1), (1, 0)), (1, 1), 8, rows((-1, -1), (-1, 1))
        ),
    ),
    Sample(AffineDimensionAtLeast(HAMMING, 1), MINOR),
    Sample(EqualRiskPointExists(RECIPROCAL), UNIFORM),
    Sample(EqualRiskPointExists(RECIPROCAL), LISTED),
    Sample(CalibrationDimensionAtLeast(RECIPROCAL, 1), EqualRiskRank(UNIFORM, WORSE)),
    Sample(RankAtMost(RECIPROCAL, "prediction-differences", 1), SPAN),
    Sample(RankAtMost(RECIPROCAL, "loss", 2), SPAN),
    Sample(CalibrationDimensionAtMost(RECIPROCAL, 1), SPAN),
    Sample(AffineDimensionAtMost(RECIPROCAL, 2), SPAN),
)
