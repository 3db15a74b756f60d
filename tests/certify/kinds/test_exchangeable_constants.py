"""Points and duals of losses with exchangeable observations: refused with the reason."""

from dataclasses import replace
from fractions import Fraction

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.best_constants import BestConstant
from qstheory.certify.kinds.wide_constants import ExchangeablePoint
from tests.certify.samples.sample import MULTICLASS


def test_a_point_without_the_mean_of_the_rows_in_its_range_has_no_constant() -> None:
    """With t = 0 the rows of L - c must have the sum 0, which c = 2/3 alone makes of 0, 1, 1."""
    level = BestConstant(MULTICLASS, "gamma-2", "scalar", "<=", Fraction(10**6))
    centred = ExchangeablePoint(Fraction(0), Fraction(2, 3))
    assert decide(level, centred).outcome is Outcome.PROVES
    assert decide(level, replace(centred, c=Fraction(1, 2))).outcome is not Outcome.PROVES
