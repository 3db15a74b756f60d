"""Gains and discounts as numbers, and their enclosures."""

from fractions import Fraction
from math import ceil, floor

import pytest

from qstheory.losses.discounts import discount_weights, gain_function


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
