"""Building, substituting and writing expressions."""

from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify.algebra.expressions import (
    Expression,
    Factorial,
    Geometric,
    Log,
    Number,
    Power,
    Product,
    Sum,
    SumOver,
    Variable,
    free_variables,
    has_sum,
    substituted,
    written,
)

m, k = Variable("m"), Variable("k")
ONE = Number(Fraction(1))


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (m + 1, "(m+1)"),
        (1 + m, "(m+1)"),
        (m - k, "(m+(-1*k))"),
        (1 - m, "(1+(-1*m))"),
        (m * 2, "(m*2)"),
        (2 * m, "(2*m)"),
        (m / k, "(m*k^-1)"),
        (1 / m, "(1*m^-1)"),
        (-m, "(-1*m)"),
        (m ** Fraction(1, 2), "m^1/2"),
        (Sum(()), "0"),
        (Product(()), "1"),
        (Geometric(Fraction(2), m), "(2)^m"),
        (Factorial(m), "m!"),
        (Log(m), "log(m)"),
        (SumOver("k", ONE, m, k), "sum(k=1..m: k)"),
    ],
)
def test_expressions_are_written_as_they_are_built(expression: Expression, text: str) -> None:
    assert written(expression) == text


@pytest.mark.parametrize("other", [1.5, "m", True, None])
def test_only_exact_numbers_are_taken(other: Any) -> None:
    with pytest.raises(TypeError, match="no exact number"):
        m + other


def test_substitution_leaves_bound_variables() -> None:
    inner = SumOver("k", k, m, k * m)
    assert substituted(inner, "k", ONE) == SumOver("k", ONE, m, k * m)
    assert substituted(inner, "m", ONE) == SumOver("k", k, ONE, k * ONE)
    for build in (Log, Factorial):
        assert substituted(build(m), "m", k) == build(k)
    assert substituted(Geometric(Fraction(2), m) / m, "m", k) == Geometric(Fraction(2), k) / k
    assert substituted(Sum((m, ONE)), "m", k) == Sum((k, ONE))


def test_free_variables_and_sums_are_found() -> None:
    inner = SumOver("k", k, m, k * Variable("x"))
    assert free_variables(inner) == {"k", "m", "x"}
    assert free_variables(SumOver("k", ONE, m, k)) == {"m"}
    assert has_sum(Power(inner, Fraction(2)) + 1)
    assert not has_sum(Log(m) / Factorial(k))
