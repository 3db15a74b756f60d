"""gamma_2 in the coordinates of a few rows: the value of the program over all, at any size."""

from fractions import Fraction
from random import Random

import cvxpy
import numpy as np
import pytest

from qstheory import analyze
from qstheory.certify.kinds.best_constants import HALF_PI, Shift, squared_norms
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.best_constants.intervals import (
    constant_intervals,
    low_rank_factors,
    low_rank_proposal,
    low_span,
    volume,
)
from qstheory.theory.best_constants.problem import problem_of

Q = Fraction
Rows = list[list[Fraction]]
SHIFTS: tuple[Shift, Shift] = ("scalar", "by-observation")


def product(height: int, width: int, rank: int, unit: Fraction) -> Rows:
    draw = Random(height * width + rank)
    left = [[draw.randint(0, 4) for _ in range(rank)] for _ in range(height)]
    right = [[draw.randint(-2, 4) for _ in range(width)] for _ in range(rank)]
    return [
        [unit * sum(x * row[j] for x, row in zip(line, right, strict=True)) for j in range(width)]
        for line in left
    ]


def program(rows: Rows, shift: Shift) -> float:
    """gamma_2 by the semidefinite program over all entries, as it stands on paper."""
    L = np.array([[float(x) for x in row] for row in rows])
    height, width = L.shape
    whole = cvxpy.Variable((height + width, height + width), PSD=True)
    bound = cvxpy.Variable()
    moved = (
        cvxpy.Variable() * np.ones((height, width))
        if shift == "scalar"
        else np.ones((height, 1)) @ cvxpy.Variable((1, width))
    )
    constraints = [whole[:height, height:] == L - moved, cvxpy.diag(whole) <= bound]
    cvxpy.Problem(cvxpy.Minimize(bound), constraints).solve(solver="CLARABEL")
    return float(bound.value)


@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("shape", [(6, 9, 1), (6, 9, 2), (14, 11, 3), (20, 25, 5), (9, 30, 9)])
def test_it_is_the_value_over_all_entries(shape: tuple[int, int, int], shift: Shift) -> None:
    rows = product(*shape, Q(1))
    low, high = constant_intervals(matrix_loss(rows), shift).gamma_2.ends
    assert high <= low * (1 + Q(1, 10**5))
    assert float(low) ** 0.5 == pytest.approx(program(rows, shift), rel=1e-4)


@pytest.mark.parametrize("unit", [Q(1), Q(1, 10**30), Q(10**30), Q(7, 3)])
@pytest.mark.parametrize("shift", SHIFTS)
def test_a_large_matrix_has_narrow_intervals_at_every_scale(shift: Shift, unit: Fraction) -> None:
    found = constant_intervals(matrix_loss(product(150, 120, 6, unit)), shift)
    assert found.gamma_2.ends[1] <= found.gamma_2.ends[0] * (1 + Q(1, 10**5))
    ends = (found.gamma_2.lower, found.gamma_2.upper, found.a.lower, found.a.upper)
    assert all(evidence.proves for evidence in ends)


@pytest.mark.parametrize("shift", SHIFTS)
def test_the_factors_are_the_loss_and_narrow(shift: Shift) -> None:
    rows = product(30, 40, 4, Q(1))
    rows += [rows[3], rows[5]]  # Equal predictions share their factors.
    problem = problem_of(matrix_loss(rows), shift)
    span = low_span(problem)
    assert span is not None
    factors = low_rank_factors(problem, span, low_rank_proposal(problem, span)[0])
    assert len(factors.U[0]) == 2 * len(span.columns) <= 12
    for line, row in zip(factors.F, rows, strict=True):
        for column, entry, c in zip(factors.U, row, factors.shift, strict=True):
            assert sum(x * y for x, y in zip(line, column, strict=True)) + c == entry
    low = constant_intervals(matrix_loss(rows), shift).gamma_2.ends[0]
    assert low <= squared_norms(factors) <= low * (1 + Q(1, 10**5))


def test_a_matrix_of_many_dimensions_has_no_low_span() -> None:
    draw = Random(1)
    rows = [[Q(draw.randint(0, 99)) for _ in range(40)] for _ in range(40)]
    assert low_span(problem_of(matrix_loss(rows), "scalar")) is None


def test_rows_of_large_volume() -> None:
    draw = np.random.default_rng(0)
    vectors = draw.normal(size=(50, 4)) * 10.0 ** draw.integers(-6, 1, (50, 1))
    chosen = volume(vectors)
    assert len(set(chosen)) == 4
    inside = np.linalg.solve(vectors[list(chosen)].T, vectors.T)
    assert np.abs(inside).max() <= 8  # 2^(k-1) at most, as for any elimination with pivots.


def test_the_least_constant_is_no_larger_than_that_of_the_fewest_columns() -> None:
    """L = x y with |x|, |y| up to 5 is one column: A = 25, and sqrt(pi/2) gamma_2 is larger."""
    rows = [[Q(x * (y % 9 - 3)) for y in range(90)] for x in (1, 2, 3, 4, 5)]
    dossier = analyze(rows, parts=["constants", "decompositions"])
    assert dict(dossier.finding("minimal").details)["A^2"] == 625
    assert HALF_PI * dossier.finding("gamma-2:scalar").value[0] > 626
    found = dossier.finding("A:scalar")
    assert found.value[1] == 625
    assert all(evidence.proves for evidence in found.evidence)
