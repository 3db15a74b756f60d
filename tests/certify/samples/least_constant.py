"""The least constant over all decompositions."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.least_constant import (
    EntryRange,
    LeastConstantAtLeast,
    LeastConstantAtMost,
    ScaledIsometry,
)

from .decomposition import SIGNS
from .sample import BITS, HAMMING, ZERO_ONE, Sample, rows

QUARTER = Fraction(1, 4)
SAMPLES = (
    Sample(
        LeastConstantAtLeast(HAMMING, QUARTER),
        EntryRange((BITS[0], BITS[0]), (BITS[0], BITS[3])),
    ),
    Sample(
        LeastConstantAtLeast(ZERO_ONE, QUARTER), ScaledIsometry(rows((1, -1), (-1, 1)), Fraction(4))
    ),
    Sample(LeastConstantAtMost(ZERO_ONE, QUARTER), SIGNS),
    Sample(LeastConstantAtMost(HAMMING, QUARTER), NamedForm("repaired", "counts")),
    Sample(LeastConstantAtMost(HAMMING, QUARTER), NamedForm("repaired", "entries")),
)
