"""Where max-margin surrogates fail first, and where they do not."""

from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import Outcome
from qstheory.certify.kinds.max_margin import MaxMarginFailure, MaxMarginSuccess
from qstheory.errors import InvalidParameter
from qstheory.theory.consistency.distributions import with_denominator
from qstheory.theory.consistency.max_margin import (
    consistency_at,
    own_scores,
    smallest_failure,
)
from qstheory.theory.findings import judged


@pytest.mark.parametrize("classes", [2, 3])
def test_the_zero_one_loss_fails_exactly_without_a_majority(classes: int) -> None:
    loss = losses.make("multiclass", classes=classes)
    for denominator in range(1, 8):
        for Pi in with_denominator(classes, denominator):
            proposition, certificate = consistency_at(loss, own_scores(loss), Pi)
            evidence = judged(proposition, certificate)
            assert evidence.decision.reason == ""
            consistent = max(Pi) > Fraction(1, 2) or len(set(Pi)) == 1
            assert isinstance(certificate, MaxMarginSuccess) is consistent
            assert (evidence.decision.outcome is Outcome.PROVES) is consistent


def test_the_first_failures() -> None:
    three = losses.make("multiclass", classes=3)
    found = smallest_failure(three, own_scores(three), 6)
    assert found is not None
    assert isinstance(found.certificate, MaxMarginFailure)
    assert found.decision.outcome is Outcome.REFUTES
    assert max(found.proposition.distribution) == Fraction(1, 2)
    two = losses.make("multiclass", classes=2)
    assert smallest_failure(two, own_scores(two), 6) is None
    with pytest.raises(InvalidParameter):
        consistency_at(losses.parse("prec-at-k:m=2,k=1"), (), ())
