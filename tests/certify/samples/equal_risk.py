"""The equal-risk condition, with weights of every kind."""

from fractions import Fraction

from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists, SignVector
from qstheory.certify.weights import ListedWeights, SizeWeights, UniformWeights

from .sample import ABSTAIN, F_SCORE, HAMMING, ORDINAL, PREC, Sample

ONE, HALF = Fraction(1), Fraction(1, 2)
SAMPLES = (
    Sample(EqualRiskPointExists(ABSTAIN), EqualRiskPoint(ListedWeights(((0, HALF), (1, HALF))))),
    Sample(EqualRiskPointExists(HAMMING), EqualRiskPoint(UniformWeights())),
    Sample(EqualRiskPointExists(ABSTAIN), EqualRiskPoint(UniformWeights())),
    Sample(
        EqualRiskPointExists(PREC),
        EqualRiskPoint(SizeWeights(((0, HALF), (1, Fraction(1, 3)), (2, Fraction(1, 6))))),
    ),
    Sample(
        EqualRiskPointExists(ORDINAL),
        SignVector(ListedWeights(((0, HALF), (1, -ONE), (2, HALF)))),
        "refutes",
    ),
    Sample(
        EqualRiskPointExists(F_SCORE),
        SignVector(SizeWeights(((1, ONE), (2, Fraction(-3, 4)), (0, Fraction(-1, 4))))),
        "refutes",
    ),
)
