"""Building and writing expressions: the text can be read in one way only."""

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
    Sum,
    evaluate,
    written,
)
from qstheory.errors import QstheoryError

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
