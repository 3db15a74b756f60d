"""Sums of inverse squares of logarithms."""

from fractions import Fraction

from qstheory.certify.kinds.for_every import Counterexample
from qstheory.certify.kinds.log_sums import LogInduction, LogSumAtMost, LogSumBound, LogSumOrder

from .sample import Sample

INDUCTION = LogInduction(20, 48)
SAMPLES = (
    Sample(LogSumAtMost(2, Fraction(3)), INDUCTION),
    Sample(LogSumAtMost(2, Fraction(2)), Counterexample((7,), 48), "refutes"),
    Sample(LogSumOrder(2, 2), LogSumBound(Fraction(3), INDUCTION)),
    Sample(LogSumOrder(2, 1), LogSumBound(Fraction(3), INDUCTION), "refutes"),
)
