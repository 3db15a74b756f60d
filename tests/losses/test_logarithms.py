"""Enclosures of binary logarithms against decimal arithmetic and against exact powers."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.losses.logarithms import log2_enclosure, twice_atanh


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
