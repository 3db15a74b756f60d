"""Values of expressions, exact and enclosed."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.certify.algebra.evaluation import (
    Radical,
    evaluate,
    radical,
    with_sums_written_out,
)
from qstheory.certify.algebra.expressions import (
    Expression,
    Factorial,
    Geometric,
    Log,
    Number,
    Product,
    Sum,
    SumOver,
    Variable,
    binomial,
)
from qstheory.certify.algebra.intervals import exactly
from qstheory.errors import InvalidParameter, TooLarge

m, k = Variable("m"), Variable("k")
HALF = Fraction(1, 2)


def number(value: int | Fraction) -> Number:
    """A constant."""
    return Number(Fraction(value))


def test_values_are_exact_where_they_can_be() -> None:
    at = {"m": Fraction(4)}
    assert evaluate(SumOver("k", number(0), m, binomial(m, k)), at) == exactly(16)
    assert evaluate(Geometric(Fraction(2, 3), 1 - m), at) == exactly(Fraction(27, 8))
    assert evaluate(m**HALF, at) == exactly(2)
    assert evaluate(Log(m) * 0, at) == exactly(0)
    assert evaluate(SumOver("k", m, number(1), k), at) == exactly(0)


def test_enclosures_narrow_with_more_bits() -> None:
    wide, narrow = (evaluate(Log(number(3)), bits=bits) for bits in (10, 60))
    assert wide.lower <= narrow.lower < narrow.upper <= wide.upper


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (m, "no value"),
        (Factorial(number(-1)), "negative"),
        (Factorial(number(HALF)), "no integer"),
        (Geometric(Fraction(2), Log(number(2))), "no integer"),
        (SumOver("k", number(0), number(HALF), k), "no integer"),
        (Log(number(0)), "logarithm"),
        (1 / number(0), "denominator"),
    ],
)
def test_undefined_values_are_refused(expression: Expression, message: str) -> None:
    with pytest.raises(InvalidParameter, match=message):
        evaluate(expression)


def test_large_values_are_refused() -> None:
    with pytest.raises(TooLarge, match="factorial"):
        evaluate(Factorial(number(10**6)))
    with pytest.raises(TooLarge, match="terms"):
        evaluate(SumOver("k", number(0), number(10**7), k))
    with pytest.raises(TooLarge, match="write out"):
        with_sums_written_out(SumOver("k", number(0), number(10**4), k))


def test_sums_between_constants_are_written_out() -> None:
    inner = SumOver("k", number(1), number(2), k * m)
    assert with_sums_written_out(inner + 1) == Sum((Sum((1 * m, 2 * m)), number(1)))
    open_sum = SumOver("k", number(1), m, k)
    assert with_sums_written_out(open_sum) == open_sum


@settings(deadline=None)
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
