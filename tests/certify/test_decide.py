"""decide: one rule for each pair, and an answer for everything."""

from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.decide import rules
from qstheory.certify.expressions import Expression, Log, Number
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.span import Counted
from qstheory.certify.kinds.values import Comparison, Enclosed
from qstheory.certify.rules import from_above, from_below
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.losses.base import LossReference


def test_no_pair_has_two_rules() -> None:
    pairs = [(rule.proposition, rule.certificate) for rule in rules()]
    assert len(set(pairs)) == len(pairs)


def test_objects_of_no_kind_are_invalid() -> None:
    assert decide("truth", 1).reason == "int is no certificate for str"


def test_a_loss_that_does_not_exist_is_invalid() -> None:
    for reference in (
        LossReference("no-such-loss", ()),
        LossReference("hamming", ()),
        LossReference("hamming", (("name", 1),)),
        LossReference("hamming", (("self", 1),)),
        LossReference("hamming", (("m", 2), ("m", 3))),
        LossReference("hamming", (("m", "2"),)),
        LossReference("f-score", (("m", 1), ("undefined", "raise"), ("beta", Fraction(1)))),
    ):
        decision = decide(EqualRiskPointExists(reference), EqualRiskPoint(UniformWeights()))
        assert decision.outcome is Outcome.INVALID
        assert decision.reason.endswith((".", ")."))


def test_an_expression_that_is_too_deep_is_invalid() -> None:
    deep: Expression = Number(Fraction(2))
    for _ in range(100_000):
        deep = Log(deep)
    assert "too deeply" in decide(Comparison(deep, "<", deep), Enclosed(8)).reason


def test_a_size_that_cannot_be_written_is_invalid() -> None:
    reference = LossReference("hamming", (("m", 1_000_000),))
    decision = decide(CalibrationDimensionAtMost(reference, 1), Counted())
    assert decision.outcome is Outcome.INVALID
    assert "too large" in decision.reason


@pytest.mark.parametrize("odd", [float("nan"), 0.5, True, "1/2", None, [1], Fraction])
def test_values_of_other_types_are_invalid(odd: Any) -> None:
    hamming = LossReference("hamming", (("m", 1),))
    point = EqualRiskPoint(ListedWeights((((0,), odd), ((1,), Fraction(1)))))
    decision = decide(EqualRiskPointExists(hamming), point)
    assert (decision.outcome, decision.modulo) == (Outcome.INVALID, ())
    assert "not of its declared type" in decision.reason
    assert decide(EqualRiskPointExists(odd), EqualRiskPoint(UniformWeights())).reason


def test_a_bound_of_many_digits_is_compared_like_any_other() -> None:
    """Python does not write integers of more than 4,300 digits."""
    small, large = Fraction(1, 3**20_000), Fraction(3**20_000)
    for side, proving, refuting in ((from_above, "<=", ">="), (from_below, ">=", "<=")):
        bound, other = (small, large) if side is from_above else (large, small)
        assert side(proving, bound, Fraction(1)).outcome is Outcome.PROVES
        assert side(refuting, bound, Fraction(1)).outcome is Outcome.REFUTES
        assert side(proving, other, Fraction(1)).outcome is Outcome.INVALID
        assert side(refuting, other, Fraction(1)).outcome is Outcome.INVALID
