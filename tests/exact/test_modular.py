"""Elimination and products modulo a prime, against python-flint and Python integers."""

import numpy as np
import pytest
from flint import nmod_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.exact.integer_matrix import from_fractions, from_integers
from qstheory.exact.modular import (
    INNER_LIMIT,
    PRIME,
    Pivots,
    centre,
    inner_limit,
    inverse,
    multiply,
    pivots,
    quotient,
    residues,
    solve,
    unscaled_residues,
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
