"""Elimination, products, spans and bases modulo a prime, against python-flint and planted ranks."""

from fractions import Fraction
from math import prod

import numpy as np
import pytest
import sympy
from flint import nmod_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.rules import Borders
from qstheory.exact.integer_matrix import (
    IntegerMatrix,
    bordered,
    common,
    from_fractions,
    from_integers,
    observation_differences,
    prediction_differences,
    transposed,
)
from qstheory.exact.modular import (
    FIRST_WIDTH,
    INNER_LIMIT,
    PRIME,
    Basis,
    Pivots,
    centre,
    independent,
    inner_limit,
    inverse,
    multiply,
    pivots,
    quotient,
    residues,
    solve,
    unscaled_residues,
)
from qstheory.exact.span import (
    bordered_minors_vanish,
    regular_primes,
    small_coefficients,
    structure,
)


def _flint_rank(values: np.ndarray) -> int:
    rows, columns = values.shape
    return int(nmod_mat(rows, columns, [int(x) % PRIME for x in values.ravel()], PRIME).rank())


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(1, 90), st.integers(1, 90), st.integers(0, 40))
def test_pivots_are_a_regular_minor_of_the_rank_that_flint_finds(
    seed: int, rows: int, columns: int, rank: int
) -> None:
    source = np.random.default_rng(seed)
    left = source.integers(-9, 10, (rows, rank))
    values = left @ source.integers(-9, 10, (rank, columns)) if rank else left @ left.T[:, :0].T
    values = values if rank else np.zeros((rows, columns), dtype=np.int64)
    found = pivots(unscaled_residues(values, PRIME))
    assert found.rank == _flint_rank(values)
    if found.rank:
        minor = values[np.ix_(found.rows, found.columns)]
        assert _flint_rank(minor) == found.rank
        assert list(found.columns) == sorted(found.columns)


def test_products_at_the_bound_are_exact() -> None:
    """The longest admitted sum of the largest residues, all of one sign."""
    largest = PRIME // 2
    left = np.full((1, INNER_LIMIT), float(largest))
    right = np.full((INNER_LIMIT, 1), float(largest))
    assert INNER_LIMIT * (largest + 2) ** 2 < 2**53
    assert int((left @ right)[0, 0]) == INNER_LIMIT * largest**2
    expected = INNER_LIMIT * largest**2 % PRIME
    assert int(multiply(left, right)[0, 0]) % PRIME == expected


def test_longer_products_are_split() -> None:
    size = 3 * INNER_LIMIT + 5
    left, right = np.full((1, size), 4_194_296.0), np.full((size, 1), -4_194_296.0)
    assert int(multiply(left, right)[0, 0]) % PRIME == -size * 4_194_296**2 % PRIME
    assert inner_limit(2**31 - 1) < INNER_LIMIT


@settings(max_examples=30)
@given(st.lists(st.integers(-(2**52), 2**52), min_size=1, max_size=20))
def test_centred_residues_are_small_and_congruent(numbers: list[int]) -> None:
    found = centre(np.array(numbers, dtype=np.float64), PRIME)
    assert all(abs(x) <= (PRIME + 1) / 2 for x in found)
    assert all((int(x) - n) % PRIME == 0 for x, n in zip(found, numbers, strict=True))


def test_residues_invert_denominators() -> None:
    from fractions import Fraction

    found = residues(from_fractions([[Fraction(1, 3), Fraction(-2)]]), 7)
    assert [int(x) % 7 for x in found[0]] == [5, 5]
    with pytest.raises(ValueError, match="invertible"):
        residues(from_integers(np.array([[1]]), 7), 7)


def test_solutions_and_inverses_check() -> None:
    matrix = unscaled_residues(np.array([[2, 1], [1, 1]]), PRIME)
    assert (multiply(matrix, inverse(matrix)) == np.eye(2)).all()
    x = solve(matrix, np.array([3.0, 2.0]))
    assert x.tolist() == [1.0, 1.0]
    with pytest.raises(ZeroDivisionError):
        inverse(np.ones((2, 2)))
    empty = np.zeros((0, 0))
    assert inverse(empty).shape == (0, 0)
    assert solve(empty, np.zeros(0)).shape == (0,)
    assert pivots(np.zeros((3, 2))) == Pivots((), ())


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(0, 90), st.integers(0, 20), st.booleans())
def test_a_quotient_multiplies_back(seed: int, size: int, columns: int, turned: bool) -> None:
    """Also where leading blocks are singular, as they are after a turn of the unit matrix."""
    source = np.random.default_rng(seed)
    values = source.integers(0, PRIME, (size, size))
    if turned:
        values = np.eye(size, dtype=np.int64)[::-1]
    right = unscaled_residues(source.integers(0, PRIME, (size, columns)), PRIME)
    if size and _flint_rank(values) < size:
        return
    found = quotient(unscaled_residues(values, PRIME), right)
    back = multiply(unscaled_residues(values, PRIME), found)
    assert not centre(back - right, PRIME).any()


def test_a_singular_matrix_has_no_quotient() -> None:
    values = np.ones((70, 70))
    with pytest.raises(ZeroDivisionError):
        quotient(values, np.ones((70, 1)))


FEW = settings(max_examples=30)


@st.composite
def planted(draw: st.DrawFn, most: int = 8) -> IntegerMatrix:
    """A rational matrix of low rank, with the constant one in its spans some of the time."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    rank = draw(st.integers(0, 4))
    source = np.random.default_rng(draw(st.integers(0, 2**32)))
    left = source.integers(-3, 4, (rows, rank))
    right = source.integers(-3, 4, (rank, columns))
    values = left @ right + draw(st.sampled_from([0, 0, 1, -2]))
    scales = [draw(st.integers(1, 3)) for _ in range(rows)]
    entries = [[Fraction(int(x), d) for x in row] for row, d in zip(values, scales, strict=True)]
    return from_fractions(entries)


def _sympy(matrix: IntegerMatrix) -> sympy.Matrix:
    return sympy.Matrix(
        [[sympy.Rational(x.numerator, x.denominator) for x in row] for row in matrix.rows()]
    )


def _rank(matrix: IntegerMatrix) -> int:
    return int(_sympy(matrix).rank()) if 0 not in matrix.shape else 0


@FEW
@given(planted())
def test_the_rank_is_that_of_sympy_and_the_rest_is_spanned(matrix: IntegerMatrix) -> None:
    found = independent(matrix)
    assert found.rank == _rank(matrix)
    values = bordered(matrix)
    vanish = bordered_minors_vanish(values, found, PRIME)
    M = _sympy(matrix)
    ones = sympy.ones(*matrix.shape)
    column, row = M.row_join(ones[:, :1]), M.col_join(ones[:1, :])
    assert vanish is not None
    assert vanish[:3] == (True, column.rank() == M.rank(), row.rank() == M.rank())
    if found.rank:
        fewer = Pivots(found.rows[1:], found.columns[1:])
        again = bordered_minors_vanish(values, fewer, PRIME)
        assert again is None or not again[0]


@FEW
@given(planted(), st.integers(2, 2**60))
def test_the_fast_replay_of_bordered_minors_is_that_of_the_standard_library(
    matrix: IntegerMatrix, bound: int
) -> None:
    found, values = independent(matrix), bordered(matrix)
    moduli = regular_primes(values, found, bound)
    assert prod(moduli) > bound
    seen = STANDARD_LIBRARY.borders(values.tolist(), found.rows, found.columns, moduli)
    parts = [bordered_minors_vanish(values, found, p) for p in moduli]
    assert seen == Borders(*(all(part[k] for part in parts if part) for k in range(4)))


@FEW
@given(planted())
def test_small_coefficients_combine_the_chosen_columns(matrix: IntegerMatrix) -> None:
    found = independent(matrix)
    small = small_coefficients(matrix.values, found)
    if small is not None:
        chosen = matrix.values[:, list(found.columns)]
        assert (matrix.values * small.denominators == chosen @ small.numerators).all()


@FEW
@given(planted())
def test_factors_multiply_to_the_matrix(matrix: IntegerMatrix) -> None:
    basis = Basis(matrix, independent(matrix))
    left, right = basis.columns(), basis.coefficients()
    for i, row in enumerate(matrix.rows()):
        for j, value in enumerate(row):
            total = sum((left[i][k] * right[k][j] for k in range(basis.rank)), Fraction(0))
            assert total == value


@FEW
@given(planted())
def test_solutions_exist_exactly_when_the_rank_does_not_grow(matrix: IntegerMatrix) -> None:
    basis, ones = Basis(matrix, independent(matrix)), [Fraction(1)] * max(matrix.shape)
    rows, columns = matrix.shape
    x = basis.solve(ones[:rows])
    bordered = from_fractions([[*row, Fraction(1)] for row in matrix.rows()])
    assert (x is not None) == (_rank(bordered) == basis.rank)
    if x is not None:
        chosen = matrix.take(range(rows), basis.pivots.columns).rows()
        assert all(sum(a * b for a, b in zip(row, x, strict=True)) == 1 for row in chosen)
    w = basis.solve_left(ones[:columns])
    below = from_fractions([*matrix.rows(), ones[:columns]])
    assert (w is not None) == (_rank(below) == basis.rank)
    if w is not None:
        picked = matrix.take(basis.pivots.rows, range(columns)).rows()
        assert all(
            sum(a * row[j] for a, row in zip(w, picked, strict=True)) == 1 for j in range(columns)
        )


@FEW
@given(planted())
def test_the_structure_agrees_with_ranks_of_differences_and_shifts(matrix: IntegerMatrix) -> None:
    chosen = independent(matrix)
    rows, columns = matrix.shape
    found = structure(
        chosen,
        residues(matrix.take(range(rows), chosen.columns)),
        residues(matrix.take(chosen.rows, range(columns))),
    )
    assert found.rows.pivots.rank == _rank(prediction_differences(matrix))
    assert found.columns.pivots.rank == _rank(observation_differences(matrix))
    M = _sympy(matrix)
    ranks = {chosen.rank}
    if chosen.rank:
        # The determinant of the minor is affine in c: only its root can lower the rank.
        block = M.extract(list(chosen.rows), list(chosen.columns))
        at_zero, at_one = block.det(), (block - sympy.ones(*block.shape)).det()
        if at_zero != at_one:
            shift = at_zero / (at_zero - at_one)
            ranks.add(int((M - shift * sympy.ones(rows, columns)).rank()))
    assert found.affine_dimension == min(ranks)


@settings(max_examples=5)
@given(st.integers(0, 2**32), st.sampled_from([3, 60, FIRST_WIDTH + 3]))
def test_wide_matrices_go_through_sketches(seed: int, rank: int) -> None:
    source = np.random.default_rng(seed)
    left, right = source.integers(-5, 6, (500, rank)), source.integers(-5, 6, (rank, 450))
    matrix = from_integers(left @ right)
    for given_matrix in (matrix, transposed(matrix), from_integers((left @ right) << 40)):
        found = independent(given_matrix)
        assert found.rank == rank


def test_entries_beyond_64_bits_stay_exact() -> None:
    huge = 2**80
    matrix = from_fractions([[Fraction(huge), Fraction(1)], [Fraction(2 * huge), Fraction(2)]])
    assert matrix.values.dtype == object
    assert independent(matrix).rank == 1
    assert common(from_fractions([[Fraction(huge, 3)], [Fraction(1, 7)]])).entry(1, 0) == Fraction(
        1, 7
    )
