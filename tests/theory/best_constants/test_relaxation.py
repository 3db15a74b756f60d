"""Relaxations of A*: against a semidefinite solver, and odd vectors that cut off no sign matrix."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.linalg import LinAlgError

from qstheory import losses
from qstheory.losses.base import matrix_loss
from qstheory.theory.best_constants import bounds
from qstheory.theory.best_constants.bounds import best_constants, gamma_2_interval
from qstheory.theory.best_constants.problem import (
    ConstantProblem,
    orbit_means,
    pair_orbits,
    problem_of,
)
from qstheory.theory.best_constants.relaxation import relaxed, relaxed_over_orbits
from qstheory.theory.best_constants.sign_columns import value, violated, with_odd_vectors
from tests.certify.truths.best_constants import gamma_2


def random_loss(rows: int, columns: int, seed: int) -> Any:
    """Integers from -3 to 3."""
    entries = np.random.default_rng(seed).integers(-3, 4, (rows, columns))
    return matrix_loss([[Fraction(int(x)) for x in row] for row in entries])


@pytest.mark.parametrize("shift", ["scalar", "by-observation"])
@pytest.mark.parametrize("shape", [(2, 5), (6, 6), (9, 4)])
def test_gamma_2_agrees_with_a_semidefinite_solver(shift: Any, shape: tuple[int, int]) -> None:
    loss = random_loss(*shape, 7)
    interval, _ = gamma_2_interval(problem_of(loss, shift))
    low, high = map(float, interval.ends)
    matrix = np.array(problem_of(loss, shift).entries, dtype=float)
    assert low - 1e-5 <= gamma_2(matrix, shift) <= high + 1e-5


def test_odd_vectors_are_violated_by_the_matrix_and_by_no_sign_vector() -> None:
    loss = losses.parse("f-score:m=3,undefined=one")
    problem = problem_of(loss, "scalar")
    _, relaxation = gamma_2_interval(problem)
    orbit, none = pair_orbits(8, problem.column_moves), np.zeros((0, 8))
    found = violated(relaxation.C, orbit, none, np.random.default_rng(1))
    assert len(found) > 0
    assert (np.einsum("ij,jk,ik->i", found, relaxation.C, found) < 1).all()
    signs = np.random.default_rng(2).choice([-1.0, 1.0], (8, 200))
    assert (np.abs(found @ signs) >= 1).all()
    assert not len(violated(np.eye(8), orbit, found, np.random.default_rng(3)))


def test_odd_vectors_lift_the_bound_nearly_to_the_best_constant() -> None:
    loss = losses.parse("f-score:m=3,undefined=one")
    problem = problem_of(loss, "scalar")
    gamma, relaxation = gamma_2_interval(problem)
    lifted = bounds.bound_below(
        problem, "A", bounds.odd_dual(problem, with_odd_vectors(problem, relaxation).dual)
    )
    exact = bounds.a_interval(loss, problem, gamma, relaxation)
    assert lifted.proves
    low, high = exact.ends
    assert gamma.ends[1] * Fraction(104, 100) < lifted.proposition.value <= high
    assert low - lifted.proposition.value < Fraction(1, 10**5)


def test_one_unknown_for_each_orbit_gives_the_relaxation_without_symmetries() -> None:
    problem = problem_of(losses.parse("f-score:m=3,undefined=one"), "by-observation")
    orbit = pair_orbits(8, problem.column_moves)
    random = np.random.default_rng(4)
    first = relaxed_over_orbits(problem, np.zeros((0, 8)), None, 1e-7)
    assert value(problem, first.dual) == pytest.approx(
        value(problem, relaxed(problem, np.zeros((0, 8))).dual), rel=1e-6
    )
    odd = violated(first.C, orbit, np.zeros((0, 8)), random)
    found = relaxed_over_orbits(problem, odd, first, 1e-7)
    images = np.unique([a[list(p)] for a in odd for p in generated(problem.column_moves)], axis=0)
    plain = ConstantProblem(problem.reference, problem.entries, problem.shift)
    expected = relaxed(plain, images, None, 1e-7)
    # Rounding ends the progress of the larger system some 1e-5 short of the value.
    assert value(problem, found.dual) == pytest.approx(value(plain, expected.dual), rel=3e-5)
    assert np.allclose(found.C[np.ix_(*[problem.column_moves[0]] * 2)], found.C)


def generated(moves: Any) -> list[tuple[int, ...]]:
    """The group of the moves."""
    group = [tuple(range(len(moves[0])))]
    for member in group:
        for move in moves:
            image = tuple(member[i] for i in move)
            if image not in group:
                group.append(image)
    return group


@pytest.mark.parametrize(
    ("shape", "width"),
    [
        ((6, 14), 10**6),
        pytest.param((6, 18), 10**6, marks=pytest.mark.slow),
        ((6, 22), 200),
    ],
)
def test_the_interval_stays_small(shape: tuple[int, int], width: int) -> None:
    """All sign vectors are run through up to 20 observations, odd vectors are cut off beyond."""
    found = best_constants(random_loss(*shape, 3), "scalar")
    low, high = found.a.ends
    assert found.a.lower.proves
    assert found.a.upper.proves
    assert low <= high <= low * (1 + Fraction(1, width))


def test_a_symmetric_loss_beyond_enumeration() -> None:
    """32 label sets: A* = 31/32, where the factorisation norm meets it."""
    found = best_constants(losses.parse("zero-one:m=5"), "scalar")
    low, high = found.a.ends
    assert found.a.lower.proves
    assert found.a.upper.proves
    assert low <= Fraction(31, 32) ** 2 <= high < low * (1 + Fraction(1, 10**5))


@pytest.mark.parametrize("scale", [Fraction(10) ** 40, Fraction(1, 10**40)])
def test_the_scale_of_the_entries_does_not_matter(scale: Fraction) -> None:
    rows = [(0, 3, 1), (2, 0, -1), (1, 1, 0)]
    plain, scaled = (
        best_constants(matrix_loss([[s * x for x in row] for row in rows]), "scalar").a.ends
        for s in (Fraction(1), scale)
    )
    for a, b in zip(plain, scaled, strict=True):
        assert abs(b / scale**2 - a) < a / 10**6


def test_numbers_that_fail_widen_the_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise LinAlgError

    monkeypatch.setattr(bounds, "relaxed", fail)
    monkeypatch.setattr(bounds, "enumerated", fail)
    for shift in ("scalar", "by-observation"):
        found = best_constants(random_loss(4, 4, 5), shift)
        for interval in (found.a, found.gamma_2):
            assert interval.lower.proves
            assert interval.upper.proves
            low, high = interval.ends
            assert 0 < low < high


def test_means_over_orbits_are_invariant_and_keep_the_diagonal() -> None:
    moves = [(1, 0, 2, 3), (1, 2, 3, 0)]
    orbit = pair_orbits(4, moves)
    means = orbit_means(orbit, np.array([[1.0, 1, 1, -1], [1, -1, 1, -1]]).T)
    for mean, off in zip(means[:, orbit], (0, -1 / 3), strict=True):
        assert np.allclose(mean, off + (1 - off) * np.eye(4))


def test_a_scalar_shift_stays_one_number() -> None:
    """Steps in floating point leave it different in the last digits of some observations."""
    interval, _ = gamma_2_interval(problem_of(losses.parse("jaccard:m=5,undefined=one"), "scalar"))
    assert interval.lower.proves
    assert interval.upper.proves
