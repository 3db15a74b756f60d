"""The affine dimension from below and above."""

from fractions import Fraction

from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    DifferenceMinor,
    LevelVector,
    UnloweredMinor,
)
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank import Minor, RankAtMost
from qstheory.certify.weights import ListedWeights

from .decomposition import SIGNS
from .sample import BITS, HAMMING, PREC, TRIANGULAR, ZERO_ONE, Sample

LEVEL = LevelVector(
    "observations", ListedWeights(((BITS[3], Fraction(1)), (BITS[0], Fraction(-1))))
)
SAMPLES = (
    Sample(AffineDimensionAtLeast(HAMMING, 2), Minor(BITS[:3], BITS[:3], 7)),
    Sample(
        AffineDimensionAtLeast(HAMMING, 2),
        DifferenceMinor("prediction-differences", Minor(BITS[1:3], BITS[:2], 11, BITS[0])),
    ),
    Sample(
        AffineDimensionAtLeast(PREC, 2),
        DifferenceMinor("observation-differences", Minor(BITS[1:3], BITS[1:3], 5, BITS[0])),
    ),
    Sample(
        AffineDimensionAtLeast(TRIANGULAR, 2),
        UnloweredMinor(
            Minor(("0", "1"), ("0", "1"), 5),
            LevelVector("observations", ListedWeights((("0", Fraction(1)), ("1", Fraction(-1))))),
        ),
    ),
    Sample(
        AffineDimensionAtLeast(PREC, 2),
        UnloweredMinor(Minor(BITS[1:3], BITS[1:3], 7), LEVEL),
    ),
    Sample(RankAtMost(ZERO_ONE, "loss", 2), SIGNS),
    Sample(AffineDimensionAtMost(ZERO_ONE, 1), SIGNS),
    Sample(AffineDimensionAtMost(HAMMING, 2), NamedForm("repaired", "counts")),
)
