"""Margins at a distribution, and the largest one."""

from fractions import Fraction

from qstheory.certify.kinds.different_lines import DifferentLines
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.margins import Distribution, LargestMargin, Mixture, Mixtures
from qstheory.certify.kinds.margins_by_counts import (
    NoiselessMargins,
    OrbitDistribution,
    OrbitMixtures,
    OrbitStandings,
    StandingsBySize,
)
from qstheory.certify.weights import ListedWeights
from qstheory.losses.catalogue import parse

from .sample import F_SCORE, HAMMING, MULTICLASS, TRIANGULAR, Sample

ONE, HALF = Fraction(1), Fraction(1, 2)
NEIGHBOURS = OrbitMixtures(tuple((((orbit), ONE),) for orbit in ((0, 1), (0, 0), (1, 0))))
CLOSE = ListedWeights(((0, Fraction(1, 2)), (1, Fraction(1, 3)), (2, Fraction(1, 6))))
SURE = Distribution(ListedWeights(((0, ONE),)))
# In any other class the loss exceeds that of a class by at most 1.
OTHERS = Mixtures(tuple(Mixture(ListedWeights(((z, ONE),))) for z in (1, 2, 0)))
HALVES = Mixtures(
    tuple(Mixture(ListedWeights(tuple((y, HALF) for y in range(3) if y != z))) for z in range(3))
)
# Row 1 exceeds row 0 by 1 everywhere; row 0 is below row 1.
EACH_OTHER = Mixtures(tuple(Mixture(ListedWeights(((z, ONE),))) for z in ("1", "0")))
BLOCKS = parse("block-zero-one:m=2,blocks=size").reference
SURELY_EMPTY = OrbitDistribution(0, (((0, 0), ONE),))
ITSELF = tuple((((a, 0), ONE),) for a in range(3))
SAMPLES = (
    Sample(
        StandingsBySize(HAMMING, ("alone", "alone", "alone")),
        OrbitStandings(ITSELF, ((), (), ())),
    ),
    # The observed set is optimal; any other of its block costs the same.
    Sample(
        StandingsBySize(BLOCKS, ("alone", "alone", "tied")),
        OrbitStandings(ITSELF, ((), (((0, 1), ONE),), ())),
        "refutes",
    ),
    Sample(DifferentLines(HAMMING, "predictions", 4), Evaluation()),
    Sample(DifferentLines(BLOCKS, "observations", 4), Evaluation(), "refutes"),
    Sample(NoiselessMargins(MULTICLASS, "observation", (ONE, ONE, ONE)), Evaluation()),
    Sample(
        NoiselessMargins(TRIANGULAR, "observation", (ONE, Fraction(1, 2))), Evaluation(), "refutes"
    ),
    Sample(LargestMargin(MULTICLASS, ">=", ONE), SURE),
    Sample(LargestMargin(MULTICLASS, "<=", Fraction(1, 2)), SURE, "refutes"),
    Sample(LargestMargin(MULTICLASS, "<=", ONE), OTHERS),
    Sample(LargestMargin(MULTICLASS, "<=", ONE), HALVES),
    Sample(LargestMargin(TRIANGULAR, ">=", Fraction(3, 2)), EACH_OTHER, "refutes"),
    Sample(LargestMargin(HAMMING, ">=", HALF), OrbitDistribution(1, (((1, 0), ONE),))),
    Sample(LargestMargin(HAMMING, "<=", HALF / 2), SURELY_EMPTY, "refutes"),
    # All other sets share nothing with the empty one.
    Sample(LargestMargin(F_SCORE, ">=", ONE), SURELY_EMPTY),
    # Another set that differs in one label is worse by at most 1/2.
    Sample(LargestMargin(HAMMING, "<=", HALF), NEIGHBOURS),
    Sample(NoiselessMargins(HAMMING, "size", (HALF, HALF, HALF)), Evaluation()),
    Sample(NoiselessMargins(F_SCORE, "size", (ONE, ONE, HALF)), Evaluation(), "refutes"),
)
