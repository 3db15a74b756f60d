"""Expressions: the text can be read in one way only; their values, exact and enclosed."""

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.certify.expressions import (
    Expression,
    Log,
    Number,
    Power,
    Product,
    Radical,
    Sum,
    evaluate,
    radical,
    written,
)
from qstheory.certify.intervals import exactly
from qstheory.errors import InvalidParameter, QstheoryError, TooLarge

TWO, THREE, HALF = Number(Fraction(2)), Number(Fraction(3)), Fraction(1, 2)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (TWO + 1, "(2 + 1)"),
        (1 + TWO, "(2 + 1)"),
        (TWO - THREE, "(2 + (-1 * 3))"),
        (1 - TWO, "(1 + (-1 * 2))"),
        (TWO * 2, "(2 * 2)"),
        (TWO / THREE, "(2 * 3^(-1))"),
        (1 / TWO, "(1 * 2^(-1))"),
        (-TWO, "((-1) * 2)"),
        (TWO**HALF, "2^(1/2)"),
        (Number(Fraction(2, 3)) ** 2, "(2/3)^2"),
        (Number(Fraction(-2)) ** 2, "(-2)^2"),
        (Power(Power(TWO, Fraction(3)), Fraction(2)), "(2^3)^2"),
        (Sum(()), "0"),
        (Product(()), "1"),
        (Log(TWO), "log(2)"),
    ],
)
def test_expressions_are_written_as_they_are_built(expression: Expression, text: str) -> None:
    assert written(expression).replace("(-1) *", "-1 *") == text.replace("(-1) *", "-1 *")


@pytest.mark.parametrize("other", [1.5, "m", True, None])
def test_only_exact_numbers_are_taken(other: Any) -> None:
    with pytest.raises(TypeError, match="no exact number"):
        TWO + other


SMALL = st.fractions(min_value=-3, max_value=3, max_denominator=3)
TERMS: st.SearchStrategy[Expression] = st.recursive(
    SMALL.map(Number),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda terms: Sum(tuple(terms))),
        st.lists(inner, max_size=3).map(lambda factors: Product(tuple(factors))),
        st.builds(Power, inner, st.integers(-2, 3).map(Fraction)),
    ),
    max_leaves=8,
)


def read(text: str) -> Fraction:
    """What Python makes of the text: its own grammar and precedence."""
    exact = re.sub(r"\d+", r"Fraction(\g<0>)", text.replace("^", "**"))
    return Fraction(eval(exact, {"Fraction": Fraction}))  # noqa: S307 - written by this test


@settings(max_examples=300)
@given(TERMS)
def test_what_is_read_is_what_is_evaluated(term: Expression) -> None:
    try:
        value = evaluate(term)
    except QstheoryError:
        return
    assert value.is_exact
    assert read(written(term)) == value.lower


def number(value: int | Fraction) -> Number:
    """A constant."""
    return Number(Fraction(value))


def test_values_are_exact_where_they_can_be() -> None:
    four = number(4)
    assert evaluate(Sum(tuple(number(comb) for comb in (1, 4, 6, 4, 1)))) == exactly(16)
    assert evaluate(number(Fraction(2, 3)) ** -3) == exactly(Fraction(27, 8))
    assert evaluate(four**HALF) == exactly(2)
    assert evaluate(Log(four) * 0) == exactly(0)


def test_enclosures_narrow_with_more_bits() -> None:
    wide, narrow = (evaluate(Log(number(3)), bits=bits) for bits in (10, 60))
    assert wide.lower <= narrow.lower < narrow.upper <= wide.upper


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (Log(number(0)), "logarithm"),
        (Log(number(-1)) * 0, "logarithm"),
        (1 / number(0), "denominator"),
        (0 * (1 / number(0)), "denominator"),
        (number(-8) ** Fraction(1, 3), "negative"),
        (number(-8) ** Fraction(2, 3), "negative"),
    ],
)
def test_undefined_values_are_refused(expression: Expression, message: str) -> None:
    with pytest.raises(InvalidParameter, match=message):
        evaluate(expression)


def test_large_values_are_refused() -> None:
    for large in (number(2) ** (10**13), number(10) ** Fraction(1, 10**9), number(2) ** (-(10**9))):
        with pytest.raises(TooLarge):
            evaluate(large)
        with pytest.raises(TooLarge):
            radical(large**3 + 0)
    wide = number(3) ** 100_000
    with pytest.raises(TooLarge):
        evaluate(Product((wide,) * 5))
    with pytest.raises(TooLarge):
        evaluate(Sum(tuple(1 / number(3**20_000 + k) for k in range(20))))


@given(
    st.fractions(min_value=0, max_value=20),
    st.fractions(min_value=0, max_value=20),
    st.integers(1, 4),
    st.integers(1, 4),
    st.sampled_from([-1, 1]),
)
def test_roots_compare_as_their_powers(a: Fraction, b: Fraction, p: int, q: int, sign: int) -> None:
    left = sign * number(a) ** Fraction(1, p)
    right = sign * number(b) ** Fraction(1, q)
    expected = sign * ((a**q > b**p) - (a**q < b**p))
    assert radical(left).compare(radical(right)) == expected


def test_products_of_roots_are_exact() -> None:
    root = number(2) ** HALF
    assert radical(root * root).compare(radical(number(2))) == 0
    assert radical(Product((root, number(-1)))) == Radical(-1, Fraction(2), 2)
    assert radical(number(-3) ** 3).compare(radical(number(-27))) == 0
    assert radical(root**-2).compare(radical(number(HALF))) == 0
    assert radical(number(0) ** HALF).sign == 0


def test_other_numbers_have_no_exact_comparison() -> None:
    with pytest.raises(InvalidParameter, match="negative"):
        radical(number(-2) ** HALF)
    with pytest.raises(InvalidParameter, match="product of rational powers"):
        radical(Log(number(2)))
