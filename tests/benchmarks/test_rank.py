"""Rank of the F-score matrix for 12 labels, 4096 x 4096, beside numpy and python-flint.

numpy starts from float64 and python-flint from int64 in memory, its conversion included; ours is
the command from a file to certificates, and their replay. No time is asserted.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import nmod_mat
from numpy.typing import NDArray
from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from qstheory import losses
from qstheory.exact.integer_matrix import IntegerMatrix, from_integers, loss_matrix
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.dimensions import affine_finding
from qstheory.theory.effort import DEFAULT
from qstheory.theory.optimality import equal_risk
from qstheory.theory.subject import Subject

from .conftest import Sized

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
def m(sized: Sized) -> int:
    """Labels; from 10 on numpy's rank is too low."""
    return sized(12, 10)


@pytest.fixture(scope="module")
def rank(m: int) -> int:
    """Of the matrix."""
    return m * m - m + 2


@pytest.fixture(scope="module")
def dense(m: int) -> IntegerMatrix:
    """The matrix as numerators over one denominator."""
    return from_integers(*_integers(m))


@pytest.mark.benchmark(group="F-score m=12, dense 4096 x 4096")
def test_numpy_matrix_rank(benchmark: Any, dense: IntegerMatrix, rank: int) -> None:
    floats = dense.values / dense.denominators[0]
    found = benchmark.pedantic(np.linalg.matrix_rank, (floats,), rounds=1)
    assert found < rank  # Rounding hides the small singular values.


@pytest.mark.benchmark(group="F-score m=12, dense 4096 x 4096")
def test_flint_nmod_mat_with_conversion(benchmark: Any, dense: IntegerMatrix, rank: int) -> None:
    def found() -> int:
        flat = (dense.values % WORD).ravel().tolist()
        return int(nmod_mat(*dense.shape, flat, WORD).rank())

    assert benchmark.pedantic(found, rounds=1) == rank


def _command(*words: object) -> str:
    """The command's standard output."""
    shown = subprocess.run(
        [sys.executable, "-m", "qstheory", *map(str, words)],
        check=True,
        capture_output=True,
        text=True,
    )
    return shown.stdout


@pytest.fixture(scope="module")
def stored(dense: IntegerMatrix, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The matrix as a file, with its numerators."""
    path = tmp_path_factory.mktemp("rank") / "dense.npy"
    np.save(path, dense.values)
    return path


DIMENSIONS = ("--part", "dimensions", "--time", "none", "--format", "json")


@pytest.mark.benchmark(group="F-score m=12, dense 4096 x 4096")
def test_certified_dimensions_by_the_command(benchmark: Any, stored: Path, rank: int) -> None:
    words = ("analyze", stored, *DIMENSIONS, "--certificates", stored.with_suffix(".json"))
    found = benchmark.pedantic(_command, words, rounds=1)
    values = {finding["key"]: finding["value"] for finding in json.loads(found)["findings"]}
    assert (values["loss"], values["affine-dimension"]) == (rank, rank - 1)


@pytest.mark.parametrize("fast", [(), ("--fast",)], ids=["standard-library", "fast"])
@pytest.mark.benchmark(group="F-score m=12, dense 4096 x 4096")
def test_replay_by_the_command(benchmark: Any, stored: Path, fast: tuple[str, ...]) -> None:
    certificates = stored.with_suffix(".json")
    if not certificates.exists():
        _command("analyze", stored, *DIMENSIONS, "--certificates", certificates)
    shown = benchmark.pedantic(_command, ("check", certificates, *fast), rounds=1)
    assert " 0 not" in shown


def _named(loss: Loss) -> str:
    return affine_finding(Subject(loss, DEFAULT)).status


NAMED = {
    "F-score m=12, dense 4096 x 4096": (_f_score, 12, 10),
    "F-score m=50 by name": (_f_score, 50, 20),
    "Hamming m=1000 by name": (lambda m: losses.make("hamming", m=m), 1000, 100),
}


@pytest.mark.parametrize(
    ("make", "full", "small"),
    [
        pytest.param(*case, marks=pytest.mark.benchmark(group=group), id=group.split(",")[0])
        for group, case in NAMED.items()
    ],
)
def test_affine_dimension_by_name(
    benchmark: Any, sized: Sized, make: Callable[[int], Loss], full: int, small: int
) -> None:
    m = sized(full, small)
    assert benchmark.pedantic(lambda: _named(make(m)), rounds=2) == "proved"


@pytest.mark.benchmark(group="F-score m=6, dense 64 x 64")
def test_sympy_domain_matrix(benchmark: Any) -> None:
    values, _ = _integers(6)
    rows = [[QQ(int(x)) for x in row] for row in values]
    assert benchmark.pedantic(DomainMatrix(rows, (64, 64), QQ).rank, rounds=1) == 32


@pytest.mark.benchmark(group="F-score m=6, dense 64 x 64")
def test_exact_dimensions_small(benchmark: Any) -> None:
    values, shared = _integers(6)
    loss = matrix_loss([[Fraction(x, shared) for x in row] for row in values.tolist()])
    assert benchmark(lambda: Subject(loss, DEFAULT).rank) == 32


@pytest.mark.benchmark(group="F-score m=100: equal-risk condition")
def test_equal_risk_refuted(benchmark: Any, sized: Sized) -> None:
    m = sized(100, 20)
    found = benchmark.pedantic(lambda: equal_risk(Subject(_f_score(m), DEFAULT)), rounds=1)
    assert found.evidence is not None
    assert found.evidence.decision.outcome.value == "refutes"


@pytest.mark.benchmark(group="planted rank 12 and shift 1, 600 rows")
def test_planted_rank_and_shift(benchmark: Any, sized: Sized) -> None:
    n, draw = sized(600, 100), np.random.default_rng(0)
    values = draw.integers(-9, 10, (n, 12)) @ draw.integers(-9, 10, (12, n)) + 1
    known = {int(x): Fraction(int(x)) for x in np.unique(values)}
    loss = matrix_loss([[known[x] for x in row] for row in values.tolist()])
    assert benchmark.pedantic(lambda: _named(loss), rounds=1) == "proved"
