"""Ratios of linear forms in weights, discounts and logarithms: exact where they can be."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.decomposition import ClosedFormHolds, NamedForm
from qstheory.errors import IrrationalEntry
from qstheory.losses.linear import twice_atanh
from qstheory.losses.ndcg import discount_weights, gain_function, log2_enclosure


@given(n=st.integers(1, 10**12), bits=st.integers(0, 150))
def test_the_logarithm_lies_inside_and_the_width_is_as_asked(n, bits):
    low, high = log2_enclosure(n, bits)
    assert 0 <= high - low <= Fraction(1, 2**bits)
    with localcontext() as context:
        context.prec = 80
        value = Fraction(Decimal(n).ln() / Decimal(2).ln())
    slack = Fraction(1, 10**70)
    assert low - slack <= value <= high + slack


@pytest.mark.parametrize("n", [3, 5, 6, 7, 1000, 2**20 + 1])
def test_powers_of_the_bounds_enclose_the_number_exactly(n):
    """2^(p/q) <= n is 2^p <= n^q: no other logarithm is needed."""
    low, high = log2_enclosure(n, 6)
    assert low < high
    low, high = Fraction(floor(64 * low), 64), Fraction(ceil(64 * high), 64)
    assert 2**low.numerator <= n**low.denominator
    assert 2**high.numerator >= n**high.denominator


@pytest.mark.parametrize("exponent", [0, 1, 2, 10, 100])
def test_powers_of_two_are_exact(exponent):
    assert log2_enclosure(2**exponent, 5) == (exponent, exponent)


@pytest.mark.parametrize("bits", range(8))
def test_the_remainder_of_the_series_is_counted_at_low_precision(bits):
    """ln 2 = 2 atanh(1/3) lies between 0.6931 and 0.6932."""
    low, high = twice_atanh(1, 3, bits)
    assert low <= 2**bits * Fraction(6931, 10000)
    assert high >= 2**bits * Fraction(6932, 10000)


def test_rational_discounts_start_at_one():
    reciprocal, eru = (discount_weights(name, 5, 5) for name in ("reciprocal", "eru"))
    assert [reciprocal.exact(p) for p in (1, 2, 5)] == [1, Fraction(1, 2), Fraction(1, 5)]
    assert [eru.exact(p) for p in (1, 2, 5)] == [1, Fraction(1, 2), Fraction(1, 16)]
    assert eru.enclose(3, 1) == (Fraction(1, 4), Fraction(1, 4))


def test_the_log_discount_is_exact_at_powers_of_two_and_enclosed_elsewhere():
    log = discount_weights("log", 8, 8)
    assert not log.rational
    assert discount_weights("log", 8, 1).rational
    assert [log.exact(p) for p in (1, 3, 7)] == [1, Fraction(1, 2), Fraction(1, 3)]
    assert log.exact(2) is None
    for p in range(1, 20):
        for bits in (1, 10, 60):
            low, high = log.enclose(p, bits)
            assert 0 < low <= high <= 1
            assert high - low <= Fraction(1, 2**bits)
            # low <= 1/log2(p+1) <= high is (p+1)^low <= 2 <= (p+1)^high.
            below, above = Fraction(floor(32 * low), 32), Fraction(ceil(32 * high), 32)
            assert (p + 1) ** below.numerator <= 2**below.denominator
            assert (p + 1) ** above.numerator >= 2**above.denominator


@pytest.mark.parametrize(
    ("gain", "neutral", "values"),
    [
        ("exponential", 0, [0, 1, 3, 7]),
        ("linear", 0, [0, 1, 2, 3]),
        ("eru", 1, [0, 0, 1, 2]),
        ("eru", Fraction(1, 2), [0, Fraction(1, 2), Fraction(3, 2), Fraction(5, 2)]),
        ((Fraction(0), Fraction(1), Fraction(1), Fraction(9)), 0, [0, 1, 1, 9]),
    ],
)
def test_gains(gain, neutral, values):
    G = gain_function(gain, Fraction(neutral), 0, 3)
    assert [G(t) for t in range(4)] == values


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
