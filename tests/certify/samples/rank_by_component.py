"""Dimensions of label-set losses by their components."""

from fractions import Fraction

from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    NoShiftLowersRank,
)
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
from qstheory.certify.kinds.rank_by_component import ByComponents, TiedCore, TypeWeight
from qstheory.losses.catalogue import parse

from .sample import HAMMING, Sample

JACCARD = parse("jaccard:m=2,undefined=drop").reference
AVERAGE = parse("map:m=4,undefined=drop").reference
HALF = Fraction(1, 2)
F_SCORE = parse("f-score:m=2,undefined=one").reference
CORE = TiedCore(
    1,
    (
        TypeWeight(0, 0, Fraction(2, 5)),
        TypeWeight(0, 1, Fraction(1, 5)),
        TypeWeight(1, 0, Fraction(2, 5)),
    ),
)
SAMPLES = (
    Sample(RankAtLeast(HAMMING, "loss", 3), ByComponents()),
    Sample(RankAtMost(HAMMING, "prediction-differences", 2), ByComponents()),
    Sample(RankAtMost(JACCARD, "observation-differences", 2), ByComponents()),
    Sample(RankAtMost(AVERAGE, "loss", 9), ByComponents()),
    Sample(AffineDimensionAtLeast(HAMMING, 2), ByComponents()),
    Sample(AffineDimensionAtMost(HAMMING, 2), ByComponents()),
    Sample(NoShiftLowersRank(HAMMING), ByComponents(), "refutes"),
    Sample(NoShiftLowersRank(JACCARD), ByComponents()),
    Sample(CalibrationDimensionAtMost(HAMMING, 2), ByComponents()),
    # All four predictions tie where no label and both labels are equally likely.
    Sample(
        CalibrationDimensionAtLeast(HAMMING, 1),
        TiedCore(0, (TypeWeight(0, 0, HALF), TypeWeight(0, 2, HALF))),
    ),
    # The empty set, the core alone and both labels tie.
    Sample(CalibrationDimensionAtLeast(F_SCORE, 2), CORE),
)
