"""Enclosures hold the true value and are as narrow as promised."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify.intervals import Interval, exactly, require_bits
from qstheory.errors import InvalidParameter, TooLarge

positive = st.fractions(min_value=Fraction(1, 10**6), max_value=10**6)
signed = st.fractions(min_value=-50, max_value=50)
precision = st.integers(1, 200)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    """Intervals, many of them single numbers."""
    first, second = draw(signed), draw(st.none() | signed)
    other = first if second is None else second
    return Interval(min(first, other), max(first, other))


def inside(value: mpmath.mpf, found: Interval) -> bool:
    """Whether the interval holds the value, up to the digits of mpmath."""
    lower, upper = (
        mpmath.mpf(end.numerator) / end.denominator for end in (found.lower, found.upper)
    )
    slack = mpmath.mpf(10) ** -100 * (1 + abs(value))
    return bool(lower - slack <= value <= upper + slack)


@given(positive, precision)
def test_logarithms_are_enclosed(x: Fraction, bits: int) -> None:
    found = exactly(x).log(bits)
    with mpmath.workdps(120):
        assert inside(mpmath.log(mpmath.mpf(x.numerator) / x.denominator), found)
    assert found.upper - found.lower <= Fraction(1, 1 << bits)


@given(positive, st.integers(1, 7), precision)
def test_roots_are_enclosed(x: Fraction, degree: int, bits: int) -> None:
    found = exactly(x).root(degree, bits)
    assert found.lower**degree <= x <= found.upper**degree
    assert found.upper - found.lower <= Fraction(2, 1 << bits)


@given(intervals(), intervals(), st.integers(0, 5), st.floats(0, 1), st.floats(0, 1))
def test_arithmetic_encloses_every_choice(
    first: Interval, second: Interval, exponent: int, s: float, t: float
) -> None:
    a = first.lower + Fraction(s) * (first.upper - first.lower)
    b = second.lower + Fraction(t) * (second.upper - second.lower)
    for found, value in (
        (first + second, a + b),
        (first * second, a * b),
        (first.power(exponent), a**exponent),
    ):
        assert found.lower <= value <= found.upper
    if not second.lower <= 0 <= second.upper:
        found = second.power(-exponent)
        assert found.lower <= b**-exponent <= found.upper


def test_exact_values_stay_exact() -> None:
    assert exactly(1).log(10) == exactly(0)
    assert exactly(8).root(3, 5) == exactly(2)
    assert exactly(0).root(3, 5) == exactly(0)
    assert exactly(Fraction(9, 4)).root(2, 5) == exactly(Fraction(3, 2))
    assert exactly(Fraction(1, 9)).root(2, 5) == exactly(Fraction(1, 3))


def test_logarithms_of_intervals_use_both_ends() -> None:
    found = Interval(Fraction(1), Fraction(4)).log(20)
    assert found.lower == 0
    assert 1 < found.upper < 2


def test_what_is_undefined_or_too_large_is_refused() -> None:
    straddling = Interval(Fraction(-1), Fraction(1))
    with pytest.raises(InvalidParameter, match="denominator"):
        straddling.power(-1)
    with pytest.raises(InvalidParameter, match="fractional power"):
        straddling.root(2, 8)
    with pytest.raises(InvalidParameter, match="logarithm"):
        straddling.log(8)
    with pytest.raises(TooLarge, match="bits"):
        exactly(3).power(10**7)
    with pytest.raises(TooLarge, match="bits"):
        exactly(3).root(10**7, 8)
    for bits in (0, 10_001):
        with pytest.raises(InvalidParameter, match="precision"):
            require_bits(bits)
