"""Dense matrices of which nothing is known: both bounds, against ranks over the rationals."""

from fractions import Fraction

import numpy as np
import pytest

from qstheory import losses
from qstheory.exact.integer_matrix import IntegerMatrix, from_integers
from qstheory.exact.loss_matrix import loss_matrix
from qstheory.exact.rational import rank
from qstheory.theory.budget import DEFAULT
from qstheory.theory.dense import dimensions, lower_bounds
from qstheory.theory.subject import Subject

LOSSES = (
    "hamming:m=5",
    "f-score:m=5,undefined=one",
    "f-score:m=5,undefined=drop",
    "prec-at-k:m=5,k=2",
    "prec-at-k:m=3,k=3",
    "map:m=4,undefined=drop",
    "block-zero-one:m=2,blocks=7;7;7;7",
)


@pytest.mark.parametrize("text", LOSSES)
def test_the_dense_route_agrees_with_the_dossier(text: str) -> None:
    loss = losses.parse(text)
    subject = Subject(loss, DEFAULT)
    matrix = loss_matrix(loss, list(loss.predictions), list(loss.observations))
    found = dimensions(matrix)
    assert found is not None
    assert (found.rank, found.affine_dimension) == (subject.rank, subject.affine_dimension)
    assert found.bounds.evidence.proves
    assert found.bounds.affine_evidence.proves


def test_a_matrix_that_is_invariant_under_every_shift() -> None:
    """M x = 1 with 1^T x = 0: the affine dimension is the rank, the differences have one less."""
    matrix = from_integers(np.array([[1, 0], [2, 1]]))
    found = dimensions(matrix)
    assert found is not None
    assert (found.rank, found.affine_dimension, found.shift) == (2, 2, None)
    assert found.bounds.affine_dimension == 1


def test_a_planted_shift_is_recovered_exactly() -> None:
    source = np.random.default_rng(3)
    product = source.integers(-4, 5, (300, 6)) @ source.integers(-4, 5, (6, 280))
    matrix = from_integers(3 * product + 7, 3)
    found = dimensions(matrix)
    assert found is not None
    assert (found.rank, found.affine_dimension, found.shift) == (7, 6, Fraction(7, 3))
    rows = [[Fraction(int(x)) for x in row] for row in product[:20, :20]]
    assert rank(rows) == 6


def test_rounding_cannot_hide_small_singular_values() -> None:
    """Entries of very different size, on which floating point underestimates the rank."""
    values = np.array([[10**9, 10**9 + 1], [10**9 - 1, 10**9]], dtype=np.int64)
    found = dimensions(from_integers(values))
    assert found is not None
    assert found.rank == 2


def test_lower_bounds_of_a_huge_multiple() -> None:
    big = np.array([[2**70, 1], [2**71, 2]], dtype=object)
    assert lower_bounds(IntegerMatrix(big, (1, 1))).rank == 1
