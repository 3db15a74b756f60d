"""Dominated, optimal and coinciding predictions."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.different_lines import DifferentLines
from qstheory.certify.kinds.margins import Distribution, Mixture, NeverOptimal, NeverUniquelyOptimal
from qstheory.certify.weights import ListedWeights, SizeWeights, UniformWeights

from .sample import ABSTAIN, BITS, DOMINATED, F_SCORE, HAMMING, REPEATED, Sample

HALF = Fraction(1, 2)
SAMPLES = (
    Sample(NeverOptimal(DOMINATED, "2"), Mixture(ListedWeights((("0", HALF), ("1", HALF))))),
    Sample(NeverOptimal(ABSTAIN, 2), Distribution(UniformWeights()), "refutes"),
    Sample(NeverOptimal(HAMMING, BITS[2]), Distribution(UniformWeights()), "refutes"),
    Sample(NeverUniquelyOptimal(ABSTAIN, 2), Mixture(ListedWeights(((0, HALF), (1, HALF))))),
    Sample(
        NeverUniquelyOptimal(DOMINATED, "0"),
        Distribution(ListedWeights((("0", Fraction(3, 4)), ("1", Fraction(1, 4))))),
        "refutes",
    ),
    Sample(
        NeverUniquelyOptimal(F_SCORE, BITS[3]),
        Distribution(SizeWeights(((2, Fraction(2, 3)), (1, Fraction(1, 3))))),
        "refutes",
    ),
    Sample(DifferentLines(REPEATED, "predictions", 2), EveryEntry()),
    Sample(DifferentLines(REPEATED, "observations", 3), EveryEntry(), "refutes"),
)
