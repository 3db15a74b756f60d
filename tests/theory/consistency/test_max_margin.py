"""Max-margin surrogates at single distributions."""

from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import Outcome
from qstheory.certify.kinds.max_margin import MaxMarginConsistent
from qstheory.certify.maxima import matrix
from qstheory.errors import InvalidParameter
from qstheory.theory.consistency.max_margin import failure_at_distribution
from qstheory.theory.consistency.polyhedral import Failures, with_denominator
from qstheory.theory.consistency.surrogate import max_margin, unit_rows
from qstheory.theory.findings import judged


@pytest.mark.parametrize("classes", [2, 3])
def test_the_zero_one_loss_fails_exactly_without_a_majority(classes: int) -> None:
    loss = losses.make("multiclass", classes=classes)
    for denominator in range(1, 8):
        for Pi in with_denominator(classes, denominator):
            found = failure_at_distribution(loss, Pi)
            assert (found is None) is (max(Pi) > Fraction(1, 2) or len(set(Pi)) == 1)
            if found is not None:
                evidence = judged(MaxMarginConsistent(loss.reference), found)
                assert evidence.decision.outcome is Outcome.REFUTES


def test_it_agrees_with_the_surrogate_at_all_distributions() -> None:
    """The failures of the polyhedral surrogate, one distribution at a time."""
    loss = losses.parse("ordinal-squared:classes=3")
    failures = Failures(matrix(loss), max_margin(loss, unit_rows(3)))
    for denominator in range(1, 7):
        for Pi in with_denominator(3, denominator):
            found = failure_at_distribution(loss, Pi)
            assert (found is None) is (failures.at(Pi) is None)


def test_predictions_are_observations() -> None:
    with pytest.raises(InvalidParameter):
        failure_at_distribution(losses.parse("prec-at-k:m=2,k=1"), ())
