"""Intervals of A* and gamma_2 beyond the semidefinite programs are narrow, and hold."""

from fractions import Fraction
from random import Random
from typing import Literal

import cvxpy
import numpy as np
import pytest

from qstheory import analyze
from qstheory.certify.kinds.best_constants import HALF_PI, Shift, squared_norms
from qstheory.losses.base import matrix_loss
from qstheory.theory.best_constants.bounds import best_constants
from qstheory.theory.best_constants.intervals import (
    constant_intervals,
    low_rank_factors,
    low_rank_proposal,
    low_span,
    volume,
)
from qstheory.theory.best_constants.problem import problem_of

Q = Fraction


def random(size: int) -> list[list[Fraction]]:
    draw = Random(size)
    return [[Q(draw.randint(0, 99), 100) for _ in range(size)] for _ in range(size)]


def ordinal(size: int) -> list[list[Fraction]]:
    return [[Q(abs(i - j)) for j in range(size)] for i in range(size)]


def tree(size: int) -> list[list[Fraction]]:
    """Distances of nodes of a tree with ragged depth."""
    draw, above = Random(size), [0]
    above += [draw.randint(max(0, k - 4), k - 1) for k in range(1, size)]

    def way(k: int) -> list[int]:
        return [k, *way(above[k])] if k else [0]

    ways = [set(way(k)) for k in range(size)]
    return [[Q(len(a ^ b)) for b in ways] for a in ways]


@pytest.mark.parametrize("kind", [random, ordinal, tree])
@pytest.mark.parametrize("size", [17, 40])
@pytest.mark.parametrize("shift", ["scalar", "by-observation"])
def test_the_intervals_are_narrow(
    kind, size: int, shift: Literal["scalar", "by-observation"]
) -> None:
    found = constant_intervals(matrix_loss(kind(size)), shift)
    low, high = found.gamma_2.ends
    assert 0 < low <= high <= Q(105, 100) * low  # Squares: 2.5 %.
    below, above = found.a.ends
    assert low <= below <= above <= HALF_PI * high * (1 + Q(1, 10**9))
    evidence = (found.gamma_2.lower, found.gamma_2.upper, found.a.lower, found.a.upper)
    assert all(e.proves for e in evidence)


def test_they_contain_the_narrow_ones() -> None:
    loss = matrix_loss(random(7))
    for shift in ("scalar", "by-observation"):
        wide, narrow = constant_intervals(loss, shift), best_constants(loss, shift)  # type: ignore[arg-type]
        for one, other in ((wide.a, narrow.a), (wide.gamma_2, narrow.gamma_2)):
            assert one.ends[0] <= other.ends[1]
            assert other.ends[0] <= one.ends[1]


def test_a_sign_matrix_of_orthogonal_rows() -> None:
    """For l orthogonal, entries +-1 and row sums 0 but for the first: gamma_2 = sqrt n (Linial)."""
    size = 16
    H = np.array([[(-1) ** bin(i & j).count("1") for j in range(size)] for i in range(size)])
    rows = [[Q(int(x)) for x in row] for row in H]
    low, high = constant_intervals(matrix_loss(rows), "scalar").gamma_2.ends
    assert high <= size * Q(1001, 1000)
    assert low >= Q(9, 10) * size


def test_two_predictions_have_half_the_largest_difference() -> None:
    """With c the mean of the rows these are +- half their difference: a single column."""
    draw = Random(3)
    rows = [[Q(draw.randint(0, 99)) for _ in range(900)] for _ in range(2)]
    found = constant_intervals(matrix_loss(rows), "by-observation")
    low, high = found.gamma_2.ends
    half = max(abs(x - y) for x, y in zip(*rows, strict=True)) / 2
    assert low <= half**2 <= high <= Q(1005, 1000) * low


@pytest.mark.parametrize(("height", "width"), [(3, 500), (500, 3), (12, 420)])
def test_a_matrix_far_from_square_and_its_transpose_have_the_same_gamma_2(
    height: int, width: int
) -> None:
    """More labels on a side than a dual takes; one factor is the other's on the transpose."""
    draw = Random(height)
    rows = [[Q(draw.randint(0, 99)) for _ in range(width)] for _ in range(height)]
    across = [list(column) for column in zip(*rows, strict=True)]
    found, turned = (
        constant_intervals(matrix_loss(m), "scalar").gamma_2.ends for m in (rows, across)
    )
    assert max(found[0], turned[0]) <= min(found[1], turned[1]) <= Q(108, 100) * found[0]


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
