"""The text of rationals: what is written is read back, and nothing else is accepted."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify.rationals import (
    DIGITS,
    LONGEST,
    RATIONAL,
    SEVERAL,
    rational,
    repeated,
    several,
)
from qstheory.work.certificates import rational_text, several_text

dyadic = st.builds(Fraction, st.integers(), st.integers(0, 99).map(lambda k: 2**k))
numbers = st.sampled_from([Fraction(0), Fraction(-2, 3), Fraction(5)]) | st.fractions() | dyadic
runs = st.lists(st.tuples(numbers, st.integers(1, 40)), max_size=6)


@given(runs)
def test_what_is_written_is_read_back(listed: list[tuple[Fraction, int]]) -> None:
    values = tuple(x for x, times in listed for _ in range(times))
    text = several_text(values)
    assert several(text) == values
    assert SEVERAL.fullmatch(text)
    assert repeated(text) <= len(values)
    for x in values:
        assert rational(rational_text(x)) == x
        assert RATIONAL.fullmatch(rational_text(x))


def test_by_hand() -> None:
    half = Fraction(1, 2)
    assert several("1/2 0*3 -3/2^2 2/4*1") == (half, 0, 0, 0, Fraction(-3, 4), half)
    assert several("") == ()
    assert several_text([]) == ""
    assert rational_text(Fraction(3, 2**14)) == "3/2^14"
    assert rational_text(Fraction(3, 2**13)) == "3/8192"
    assert rational_text(Fraction(3, 2**14 - 1)) == "1/5461"
    least = Fraction(1, 2**DIGITS)
    assert rational(rational_text(least)) == least
    assert rational_text(least / 2) == str(least / 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" ", "entry 0"),
        ("1  2", "entry 1"),
        ("1 2 ", "entry 2"),
        ("1\n2", "entry 0"),
        ("1 x", "entry 1"),
        ("1/0", "entry 0"),
        ("1/2^0", "entry 0"),
        ("1/3^2", "entry 0"),
        ("1*0", "repeats no number"),
        ("1*01", "repeats no number"),
        ("1*", "repeats no number"),
        ("1*2*3", "repeats no number"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        several(text)
    assert not SEVERAL.fullmatch(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"0*{LONGEST} 1*1", "repeats no number within"),
        (f"0*{LONGEST + 1}", "repeats no number within"),
        (f"1/2^{DIGITS + 1}", "more than 4300 digits"),
        ("1/2^99999999999", "more than 4300 digits"),
        ("1" * (DIGITS + 1), "more than 4300 digits"),
        (["1"], "must be rationals in one text"),
    ],
)
def test_what_is_too_long_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        several(text)


def test_repetitions_are_counted_before_they_are_made() -> None:
    assert repeated("0*30 1/2 -1*7") == 37
    assert repeated("e*x ** 3*") == 0
