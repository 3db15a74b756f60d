"""Rank of the F-score matrix for 12 labels, 4096 x 4096, beside numpy and python-flint.

Every contender starts from the matrix in memory: int64 numerators over one denominator here,
float64 for numpy, int64 for python-flint, whose conversion counts. No time is asserted.
"""

from collections.abc import Callable
from math import lcm
from typing import Any

import numpy as np
import pytest
from flint import nmod_mat
from numpy.typing import NDArray
from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from qstheory import losses
from qstheory.exact.integer_matrix import IntegerMatrix, from_integers
from qstheory.exact.loss_matrix import loss_matrix
from qstheory.losses.base import Loss
from qstheory.theory.budget import DEFAULT
from qstheory.theory.dense import dimensions, lower_bounds
from qstheory.theory.dimensions import affine_finding
from qstheory.theory.optimality import equal_risk
from qstheory.theory.subject import Subject

M = 12
RANK = M * M - M + 2
WORD = 9_223_372_036_854_775_783


def _f_score(m: int) -> Loss:
    return losses.make("f-score", m=m, undefined="one")


def _integers(m: int) -> tuple[NDArray[np.int64], int]:
    loss = _f_score(m)
    labels = list(loss.predictions)
    matrix = loss_matrix(loss, labels, labels)
    shared = lcm(*matrix.denominators)
    scale = np.array([shared // d for d in matrix.denominators])
    return matrix.values * scale[:, None], shared


@pytest.fixture(scope="module")
def dense() -> IntegerMatrix:
    """The matrix as numerators over one denominator."""
    return from_integers(*_integers(M))


@pytest.mark.benchmark(group="F-score m=12, dense 4096 x 4096")
def test_numpy_matrix_rank(benchmark: Any, dense: IntegerMatrix) -> None:
    floats = dense.values / dense.denominators[0]
    found = benchmark.pedantic(np.linalg.matrix_rank, (floats,), rounds=1)
    assert found < RANK  # Rounding hides the small singular values.


@pytest.mark.benchmark(group="F-score m=12, dense 4096 x 4096")
def test_flint_nmod_mat_with_conversion(benchmark: Any, dense: IntegerMatrix) -> None:
    def rank() -> int:
        flat = (dense.values % WORD).ravel().tolist()
        return int(nmod_mat(*dense.shape, flat, WORD).rank())

    assert benchmark.pedantic(rank, rounds=1) == RANK


@pytest.mark.benchmark(group="F-score m=12, dense 4096 x 4096")
def test_certified_lower_bounds_of_an_unknown_matrix(benchmark: Any, dense: IntegerMatrix) -> None:
    found = benchmark.pedantic(lower_bounds, (dense,), rounds=3)
    assert (found.rank, found.affine_dimension) == (RANK, RANK - 1)
    assert found.evidence.proves
    assert found.affine_evidence.proves


@pytest.mark.benchmark(group="F-score m=12, dense 4096 x 4096")
def test_exact_dimensions_of_an_unknown_matrix(benchmark: Any, dense: IntegerMatrix) -> None:
    found = benchmark.pedantic(dimensions, (dense,), rounds=2)
    assert (found.rank, found.affine_dimension) == (RANK, RANK - 1)


def _named(loss: Loss) -> str:
    return affine_finding(Subject(loss, DEFAULT)).status


NAMED = {
    "F-score m=12, dense 4096 x 4096": (_f_score, M),
    "F-score m=50 by name": (_f_score, 50),
    "Hamming m=1000 by name": (lambda m: losses.make("hamming", m=m), 1000),
}


@pytest.mark.parametrize(
    ("make", "m"),
    [
        pytest.param(*case, marks=pytest.mark.benchmark(group=group), id=group.split(",")[0])
        for group, case in NAMED.items()
    ],
)
def test_affine_dimension_by_name(benchmark: Any, make: Callable[[int], Loss], m: int) -> None:
    assert benchmark.pedantic(lambda: _named(make(m)), rounds=2) == "proved"


@pytest.mark.benchmark(group="F-score m=6, dense 64 x 64")
def test_sympy_domain_matrix(benchmark: Any) -> None:
    values, _ = _integers(6)
    rows = [[QQ(int(x)) for x in row] for row in values]
    assert benchmark.pedantic(DomainMatrix(rows, (64, 64), QQ).rank, rounds=1) == 32


@pytest.mark.benchmark(group="F-score m=6, dense 64 x 64")
def test_exact_dimensions_small(benchmark: Any) -> None:
    matrix = from_integers(*_integers(6))
    assert benchmark(dimensions, matrix).rank == 32


@pytest.mark.benchmark(group="F-score m=100: equal-risk condition")
def test_equal_risk_refuted(benchmark: Any) -> None:
    found = benchmark.pedantic(lambda: equal_risk(Subject(_f_score(100), DEFAULT)), rounds=1)
    assert found.evidence is not None
    assert found.evidence.decision.outcome.value == "refutes"
