"""Definiteness: the quick way is never wrong, and the slow one decides what it leaves open."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify.arithmetic import integer_product
from qstheory.certify.definite import least_eigenvalue_sign, margin, surely_definite

Matrix = list[list[int]]


def gram(rows: Matrix) -> Matrix:
    return [[sum(a * b for a, b in zip(x, y, strict=True)) for y in rows] for x in rows]


def minors(matrix: Matrix) -> list[Fraction]:
    """The leading principal minors, by elimination over the rationals; all > 0 iff definite."""
    rows = [[Fraction(x) for x in row] for row in matrix]
    found, product = [], Fraction(1)
    for k in range(len(rows)):
        product *= rows[k][k]
        found.append(product)
        if not rows[k][k]:
            return found
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return found


@st.composite
def symmetric(draw: st.DrawFn) -> Matrix:
    """Near Gram matrices of all ranks and scales, some with a changed diagonal."""
    size, rank = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    scale = draw(st.sampled_from([1, 10**6, 10**40]))
    source = Random(draw(st.integers(0, 10**6)))
    matrix = gram([[source.randint(-9, 9) * scale for _ in range(rank)] for _ in range(size)])
    k = draw(st.integers(0, size - 1))
    matrix[k][k] += draw(st.sampled_from([-1, 0, 1, -scale, scale, scale**2]))
    return matrix


@given(symmetric())
def test_a_root_in_floating_point_shows_nothing_false(matrix: Matrix) -> None:
    definite = all(minor > 0 for minor in minors(matrix)) and len(minors(matrix)) == len(matrix)
    if surely_definite(matrix):
        assert definite
    assert (least_eigenvalue_sign(matrix) == 1) == definite


@given(symmetric(), st.lists(st.integers(0, 12), min_size=1, max_size=3))
def test_rows_of_zeros_make_a_matrix_singular_at_most(matrix: Matrix, places: list[int]) -> None:
    wide = [list(row) for row in matrix]
    for place in places:
        for row in wide:
            row.insert(min(place, len(wide)), 0)
        wide.insert(min(place, len(wide)), [0] * (len(wide) + 1))
    assert least_eigenvalue_sign(wide) == min(0, least_eigenvalue_sign(matrix))


@pytest.mark.parametrize("size", [9, 40, 120])
def test_the_margin_suffices(size: int) -> None:
    source = Random(size)
    matrix = gram(
        [[source.randint(-(10**9), 10**9) for _ in range(size // 2)] for _ in range(size)]
    )
    assert not surely_definite(matrix)
    room = int(2 * margin(size) * max(row[i] for i, row in enumerate(matrix)))
    assert surely_definite([[x + room * (i == j) for j, x in enumerate(r)]
                            for i, r in enumerate(matrix)])  # fmt: skip


@pytest.mark.parametrize("matrix", [[[0]], [[-1]], [[1, 2], [2, 1]], [[0, 0], [0, 1]], []])
def test_what_is_not_definite_is_not_shown_to_be(matrix: Matrix) -> None:
    assert not surely_definite(matrix)


@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
def test_products_of_packed_rows(seed: int, rows: int, inner: int, columns: int) -> None:
    source = Random(seed)
    left, right = (
        [[source.randint(-(10**k), 10**k) for _ in range(m)] for _ in range(n)]
        for n, m, k in ((rows, inner, seed % 30), (inner, columns, seed % 7))
    )
    assert integer_product(left, right) == [
        [
            sum(a * b for a, b in zip(row, column, strict=True))
            for column in zip(*right, strict=True)
        ]
        for row in left
    ]
