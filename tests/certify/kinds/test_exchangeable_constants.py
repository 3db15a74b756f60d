"""Points and duals of losses with exchangeable observations: refused with the reason."""

from dataclasses import replace
from fractions import Fraction

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.best_constants import BestConstant
from qstheory.certify.kinds.wide_constants import ExchangeableDual, ExchangeablePoint
from qstheory.losses.catalogue import parse
from tests.certify.samples.sample import MULTICLASS


def test_a_point_without_the_mean_of_the_rows_in_its_range_has_no_constant() -> None:
    """With t = 0 the rows of L - c must have the sum 0, which c = 2/3 alone makes of 0, 1, 1."""
    level = BestConstant(MULTICLASS, "gamma-2", "scalar", "<=", Fraction(10**6))
    centred = ExchangeablePoint(Fraction(0), Fraction(2, 3))
    assert decide(level, centred).outcome is Outcome.PROVES
    assert decide(level, replace(centred, c=Fraction(1, 2))).outcome is not Outcome.PROVES


def test_a_dual_on_constant_rows_bounds_nothing() -> None:
    """Predicting no class costs the same at every observation: what it is of the mean is 0."""
    loss = parse("abstain:classes=3,cost=1/2").reference
    least = BestConstant(loss, "A", "scalar", ">=", Fraction(0))
    nothing = ExchangeableDual(((0, Fraction(1)),), Fraction(1))
    assert "the dual is 0" in decide(least, nothing).reason
