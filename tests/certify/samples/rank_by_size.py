"""Ranks from below by the sizes of label sets."""

from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank import RankAtLeast
from qstheory.certify.kinds.rank_by_size import LoweringBySize, SizeMinors
from qstheory.certify.kinds.shift import NoShiftLowersRank

from .sample import HAMMING, PREC, Sample

MINORS = SizeMinors("loss", None, (0, 1), (0, 2), (1,), (1,), 7)
SAMPLES = (
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
)
