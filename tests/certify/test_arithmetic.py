"""Elimination modulo a number and comparison of products."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from sympy import Matrix

from qstheory.certify.arithmetic import (
    integer_rows,
    product_fault,
    rational_product_fault,
    regular_modulo,
    solved_modulo,
)

squares = st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(st.integers(-9, 9), min_size=n, max_size=n), min_size=n, max_size=n)
)


@given(squares, st.sampled_from([2, 3, 5, 101, 10007]))
def test_regular_modulo_a_prime_is_a_determinant_that_is_not_zero(
    matrix: list[list[int]], prime: int
) -> None:
    assert regular_modulo(matrix, prime) is (int(Matrix(matrix).det()) % prime != 0)


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


def matrices(rows: int, columns: int, most: int) -> st.SearchStrategy[list[list[int]]]:
    entry = st.integers(-most, most)
    row = st.lists(entry, min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


@given(
    st.data(),
    st.integers(0, 4),
    st.integers(1, 4),
    st.integers(1, 5),
    st.sampled_from([1, 200, 2**70]),
)
def test_packed_products_agree_with_products_entry_by_entry(
    data: st.DataObject, inner: int, rows: int, columns: int, most: int
) -> None:
    left = data.draw(matrices(rows, inner, most))
    right = data.draw(matrices(inner, columns, most))
    product = [
        [sum(a * right[k][j] for k, a in enumerate(row)) for j in range(columns)] for row in left
    ]
    assert product_fault(left, right, product) is None
    i, j = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    # 2^(8 w) and its neighbours are where a packing that is too narrow would carry over.
    product[i][j] += data.draw(st.sampled_from([1, -1, 256, 65536, 2**32, -(2**64), 2**128]))
    assert product_fault(left, right, product) == (i, j)


@given(st.data(), st.integers(1, 5), st.integers(0, 4), st.sampled_from([2, 7, 101, 91, 2**61 - 1]))
def test_solutions_modulo_a_number_solve(
    data: st.DataObject, size: int, columns: int, modulus: int
) -> None:
    square = data.draw(matrices(size, size, 50))
    right = data.draw(matrices(size, columns, 50))
    found = solved_modulo(square, right, modulus)
    assert (found is None) is not regular_modulo(square, modulus)
    if found is not None:
        for row, expected in zip(square, right, strict=True):
            for j, value in enumerate(expected):
                total = sum(a * x[j] for a, x in zip(row, found, strict=True))
                assert (total - value) % modulus == 0
