"""Constants of decompositions."""

from fractions import Fraction

from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import EveryCount, EveryEntry

from .decomposition import SIGNS
from .sample import F_SCORE, HAMMING, ZERO_ONE, Sample

SAMPLES = (
    Sample(ConstantIs(HAMMING, "repaired", "squared-constant", "=", Fraction(1, 4)), EveryCount()),
    Sample(ConstantIs(HAMMING, "repaired", "squared-row-norm", "=", Fraction(1, 8)), EveryEntry()),
    Sample(ConstantIs(F_SCORE, "repaired-1", "squared-row-norm", ">=", Fraction(1)), EveryCount()),
    Sample(
        ConstantIs(F_SCORE, "repaired-1", "squared-row-norm", "<=", Fraction(1)),
        EveryEntry(),
        "refutes",
    ),
    Sample(ConstantIs(ZERO_ONE, SIGNS, "largest-entry", "<=", Fraction(1)), EveryEntry()),
    Sample(ConstantIs(ZERO_ONE, SIGNS, "dimension", "=", Fraction(2)), EveryEntry(), "refutes"),
)
