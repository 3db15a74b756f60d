"""Ratios of linear forms in weights: exact where they can be, enclosed where they cannot."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.decomposition import ClosedFormHolds, NamedForm
from qstheory.errors import IrrationalEntry

LOG = losses.make("ndcg", m=3, R=3)


def test_irrational_entries_and_features_are_refused_with_the_way_out():
    with pytest.raises(IrrationalEntry, match="enclosure"):
        LOG.entry((1, 3, 2), (1, 3, 2))
    form = LOG.closed_form("printed")
    with pytest.raises(IrrationalEntry, match="by weights"):
        form.prediction_features((1, 2, 3))
    proposition = ClosedFormHolds(LOG.reference, "printed")
    assert decide(proposition, NamedForm("printed", "entries")).outcome is Outcome.INVALID
    assert decide(proposition, NamedForm("printed", "weights")).outcome is Outcome.PROVES


def test_entries_that_are_rational_whatever_the_weights_are_exact():
    assert LOG.entry((3, 2, 1), (1, 2, 3)) == 0
    assert LOG.entry((2, 1, 3), (2, 2, 2)) == 0


def test_entries_with_rational_weights_only_are_exact():
    """1/log2(2) = 1 and 1/log2(4) = 1/2 at positions 1 and 3."""
    loss = losses.make("ndcg", m=3, R=1, low=0, undefined="drop")
    assert not loss.rational
    assert loss.entry((3, 1, 2), (1, 0, 0)) == Fraction(1, 2)


@given(bits=st.integers(0, 200))
def test_enclosures_are_as_narrow_as_asked_and_nested_around_the_same_number(bits):
    coarse = LOG.enclosure((1, 2, 3), (1, 3, 2), bits)
    fine = LOG.enclosure((1, 2, 3), (1, 3, 2), bits + 60)
    assert coarse[1] - coarse[0] <= Fraction(1, 2**bits)
    assert max(coarse[0], fine[0]) <= min(coarse[1], fine[1])


falling = st.lists(st.fractions(0, 5), min_size=3, max_size=3).map(
    lambda values: [1 + sum(values[i:], Fraction(0)) for i in range(3)]
)
rising = st.lists(st.fractions(0, 5), min_size=3, max_size=3).map(
    lambda values: [1 + sum(values[:i], Fraction(0)) for i in range(3)]
)


@given(discount=falling, gain=rising)
def test_the_printed_form_holds_for_any_gain_and_discount(discount, gain):
    loss = losses.make("ndcg", m=3, R=3, gain=gain, discount=discount)
    proposition = ClosedFormHolds(loss.reference, "printed")
    assert decide(proposition, NamedForm("printed", "entries")).outcome is Outcome.PROVES


def test_a_form_that_is_not_linear_in_weights_is_not_compared_by_weights():
    hamming = losses.make("hamming", m=2)
    proposition = ClosedFormHolds(hamming.reference, "repaired")
    assert decide(proposition, NamedForm("repaired", "weights")).outcome is Outcome.INVALID


def test_large_gains_do_not_widen_enclosures():
    loss = losses.make("ndcg", m=3, R=200)
    low, high = loss.enclosure((1, 2, 3), (1, 100, 200), 30)
    assert low < high
    assert high - low <= Fraction(1, 2**30)
