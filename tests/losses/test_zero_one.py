"""The 0-1 loss where its features are too many."""

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.decomposition import BadEntry, ClosedFormHolds
from qstheory.errors import TooLarge


def test_features_of_many_labels_are_not_written_out():
    loss = losses.make("zero-one", m=64)
    form = loss.closed_form("minimal")
    assert form.dimension == 2**64 - 1
    with pytest.raises(TooLarge, match="2\\^64"):
        form.value((0,) * 64, (0,) * 64)
    assert loss.closed_form("printed").value((0,) * 64, (0,) * 64) == 0


def test_the_checker_refuses_instead_of_writing_them_out():
    loss = losses.make("zero-one", m=64)
    bad = BadEntry((0,) * 64, (1,) * 64)
    assert decide(ClosedFormHolds(loss.reference, "minimal"), bad).outcome is Outcome.INVALID
