"""Margins at a distribution, and the largest one."""

from fractions import Fraction

from qstheory.certify.kinds.dominance import Distribution, Mixture
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.largest_margin import (
    LargestMargin,
    MarginIs,
    Mixtures,
    NoiselessMargins,
)
from qstheory.certify.weights import ListedWeights

from .sample import MULTICLASS, TRIANGULAR, Sample

ONE = Fraction(1)
CLOSE = ListedWeights(((0, Fraction(1, 2)), (1, Fraction(1, 3)), (2, Fraction(1, 6))))
SURE = Distribution(ListedWeights(((0, ONE),)))
# In any other class the loss exceeds that of a class by at most 1.
OTHERS = Mixtures(tuple(Mixture(ListedWeights(((z, ONE),))) for z in (1, 2, 0)))
# Row 1 exceeds row 0 by 1 everywhere; row 0 is below row 1.
EACH_OTHER = Mixtures(tuple(Mixture(ListedWeights(((z, ONE),))) for z in ("1", "0")))
SAMPLES = (
    Sample(MarginIs(MULTICLASS, CLOSE, Fraction(1, 6)), Evaluation()),
    Sample(MarginIs(MULTICLASS, CLOSE, Fraction(1, 3)), Evaluation(), "refutes"),
    Sample(NoiselessMargins(MULTICLASS, (ONE, ONE, ONE)), Evaluation()),
    Sample(NoiselessMargins(TRIANGULAR, (ONE, Fraction(1, 2))), Evaluation(), "refutes"),
    Sample(LargestMargin(MULTICLASS, ">=", ONE), SURE),
    Sample(LargestMargin(MULTICLASS, "<=", Fraction(1, 2)), SURE, "refutes"),
    Sample(LargestMargin(MULTICLASS, "<=", ONE), OTHERS),
    Sample(LargestMargin(TRIANGULAR, ">=", Fraction(3, 2)), EACH_OTHER, "refutes"),
)
