"""Half of the hinge loss, which embeds the 0-1 loss; its link and its regret bound."""

from fractions import Fraction

from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.embedding import (
    Apart,
    BestLink,
    BestSeparation,
    Bounded,
    Embedded,
    EmbeddedPoint,
    Embeds,
    LargestSeparation,
    Near,
    Pull,
    RegretConstant,
    Served,
)
from qstheory.certify.kinds.polyhedral import Refined, SomeDecoderConsistent
from qstheory.certify.maxima import Affine, CommonPiece, Minima, Minimised

from .sample import ZERO_ONE, Sample

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
FLAT = Affine((ZERO,), ZERO)
TERMS = (((FLAT, Affine((HALF,), HALF)),), ((FLAT, Affine((-HALF,), HALF)),))
"""max(0, (1 + v) / 2) and max(0, (1 - v) / 2)."""
LEFT, RIGHT = EmbeddedPoint(0, (-ONE,)), EmbeddedPoint(1, (ONE,))
CERTAIN_1 = Minimised((ZERO, ONE), (((ZERO, ZERO),), ((ONE, ZERO),)))
EVEN = Minimised((HALF, HALF), (((ZERO, HALF),), ((ZERO, HALF),)))
CERTAIN_0 = Minimised((ONE, ZERO), (((ONE, ZERO),), ((ZERO, ZERO),)))
MINIMA = Minima((CERTAIN_1, EVEN, CERTAIN_0))
SCORES = (LEFT.scores, RIGHT.scores)
EMBEDDED = Embedded(TERMS, (LEFT, RIGHT), MINIMA)
EMBEDS = Embeds(ZERO_ONE, TERMS, (LEFT, RIGHT))
REFINED = Refined(SCORES, (0, 1), MINIMA)
CONSTANT = RegretConstant(ZERO_ONE, TERMS, Fraction(2))
BOUNDED = Bounded((HALF, HALF), EVEN.multipliers)
TREE = Served(0, (Served(1, (BOUNDED,)),))
BEST = BestLink(SCORES, (0, 1), TREE, (ZERO,), (CERTAIN_1, CERTAIN_0))
PULLS = (
    Pull(0, ONE, (((ZERO, ZERO),), ((ZERO, ONE),))),
    Pull(2, ONE, (((ZERO, ONE),), ((ZERO, ZERO),))),
)
"""Towards v <= -1 at (0, 1) and v >= 1 at (1, 0), with half a unit each."""
APART = Served(0, (Served(1, (Apart(PULLS),)),))
SEPARATION = LargestSeparation(ZERO_ONE, TERMS, ONE)
SEPARATED = BestSeparation(REFINED, APART, (ZERO,), (Near(0, (ONE,)), Near(2, (-ONE,))))
SAMPLES = (
    Sample(EMBEDS, MINIMA),
    Sample(EMBEDS, Minima((CommonPiece(0), CommonPiece(1), CommonPiece(0)))),
    Sample(SomeDecoderConsistent(ZERO_ONE, TERMS), REFINED),
    Sample(CONSTANT, BEST),
    Sample(SEPARATION, SEPARATED),
    Sample(CalibrationDimensionAtMost(ZERO_ONE, 1), EMBEDDED),
)
