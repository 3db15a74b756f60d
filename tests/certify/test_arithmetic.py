"""Elimination modulo a number and comparison of products."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix

from qstheory.certify.arithmetic import (
    integer_rows,
    product_fault,
    rational_product_fault,
    regular_modulo,
)

squares = st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(st.integers(-9, 9), min_size=n, max_size=n), min_size=n, max_size=n)
)


@settings(deadline=None)
@given(squares, st.sampled_from([2, 3, 5, 101, 10007]))
def test_regular_modulo_a_prime_is_a_determinant_that_is_not_zero(
    matrix: list[list[int]], prime: int
) -> None:
    assert regular_modulo(matrix, prime) is (int(Matrix(matrix).det()) % prime != 0)


@settings(deadline=None)
@given(squares, st.integers(2, 60))
def test_modulo_any_number_it_proves_that_the_determinant_is_not_zero(
    matrix: list[list[int]], modulus: int
) -> None:
    if regular_modulo(matrix, modulus):
        assert Matrix(matrix).det() != 0


def test_a_pivot_that_is_no_unit_proves_nothing() -> None:
    assert not regular_modulo([[2]], 4)
    assert regular_modulo([], 7)


def test_rows_are_cleared_of_denominators() -> None:
    assert integer_rows([[Fraction(1, 2), Fraction(1, 3)], [Fraction(0), Fraction(2)]]) == [
        [3, 2],
        [0, 2],
    ]


def test_the_first_wrong_entry_of_a_product_is_named() -> None:
    assert product_fault([[1, 2]], [[3], [4]], [[11]]) is None
    assert product_fault([[1, 2]], [[3], [4]], [[10]]) == (0, 0)
    assert product_fault([[], []], [], [[0, 0], [0, 1]]) == (1, 1)
    half = Fraction(1, 2)
    assert rational_product_fault([[half]], [[half, 1]], [[half / 2, half]], product_fault) is None
    assert rational_product_fault([[]], [], [[half, 0]], product_fault) == (0, 0)
