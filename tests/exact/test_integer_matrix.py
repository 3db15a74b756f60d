"""Matrices by counts are those of the entries; rational solutions check by multiplication."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.errors import TooLarge
from qstheory.exact.integer_matrix import FEW_ENTRIES, apply, kernel, loss_matrix, rank, solve
from qstheory.exact.modular import PRIME, loss_residues
from qstheory.exact.span import FLINT
from qstheory.theory.irrational import propose

BY_COUNTS = (
    "hamming:m=7",
    "f-score:m=7,beta=1/2,undefined=one",
    "f-score:m=7,undefined=drop",
    "jaccard:m=7,undefined=zero",
    "prec-at-k:m=9,k=4",
    "zero-one:m=7",
)


@pytest.mark.parametrize("text", BY_COUNTS)
def test_the_matrix_by_counts_is_that_of_the_entries(text: str) -> None:
    loss = losses.parse(text)
    predictions, observations = list(loss.predictions), list(loss.observations)
    assert len(predictions) * len(observations) >= FEW_ENTRIES
    matrix = loss_matrix(loss, predictions, observations)
    reduced = loss_residues(loss, predictions, observations, PRIME)
    for i in range(0, len(predictions), 7):
        for j in range(0, len(observations), 5):
            value = loss.entry(predictions[i], observations[j])
            assert matrix.entry(i, j) == value
            modular = value.numerator * pow(value.denominator, -1, PRIME) % PRIME
            assert int(reduced[i, j]) % PRIME == modular


def test_tables_of_too_many_counts_are_refused() -> None:
    loss = losses.parse("f-score:m=400,undefined=one")
    sets = [tuple(int(i == j) for i in range(400)) for j in range(70)]
    with pytest.raises(TooLarge, match="memory"):
        loss_matrix(loss, sets, sets)


def test_the_fast_tools_are_the_same_functions() -> None:
    source = np.random.default_rng(0)
    for size in (3, 50):
        square = source.integers(-9, 9, (size, size)).tolist()
        twice = [*square[:-1], square[0]]
        for modulus in (2, 10, 97, 2**61 - 1, 2**70):
            for rows in (square, twice):
                expected = STANDARD_LIBRARY.regular_modulo(rows, modulus)
                assert FLINT.regular_modulo(rows, modulus) == expected
    left, right = source.integers(-9, 9, (4, 2)), source.integers(-9, 9, (2, 5))
    product = (left @ right).tolist()
    assert FLINT.product_fault(left.tolist(), right.tolist(), product) is None
    product[2][3] += 1
    assert FLINT.product_fault(left.tolist(), right.tolist(), product) == (2, 3)
    assert FLINT.product_fault([[], []], [], [[0], [1]]) == (1, 0)


def test_proposed_minors_have_the_numerical_rank() -> None:
    rank_two = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 1.0, 1.0]])
    assert propose(rank_two).pivots.rank == 2
    assert propose(np.zeros((0, 3))).pivots.rank == 0


RATIONALS = st.fractions(-3, 3, max_denominator=4)


@st.composite
def matrices(draw: st.DrawFn) -> list[list[Fraction]]:
    """Small rational matrices, often singular."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    return draw(
        st.lists(
            st.lists(
                st.one_of(st.just(Fraction(0)), RATIONALS), min_size=columns, max_size=columns
            ),
            min_size=rows,
            max_size=rows,
        )
    )


@settings(max_examples=30)
@given(matrices(), st.data())
def test_consistent_systems_are_solved(rows: list[list[Fraction]], data: st.DataObject) -> None:
    columns = len(rows[0])
    chosen = data.draw(st.lists(RATIONALS, min_size=columns, max_size=columns))
    target = apply(rows, chosen)
    found = solve(rows, target)
    assert found is not None
    assert apply(rows, found) == target


@settings(max_examples=30)
@given(matrices())
def test_the_kernel_has_the_dimension_that_is_left(rows: list[list[Fraction]]) -> None:
    columns = len(rows[0])
    basis = kernel(rows, columns)
    assert len(basis) == columns - rank(rows)
    assert all(not any(apply(rows, x)) for x in basis)
    assert rank(basis) == len(basis)


def test_an_inconsistent_system_has_no_solution() -> None:
    assert solve([[Fraction(1)], [Fraction(1)]], [Fraction(1), Fraction(2)]) is None
