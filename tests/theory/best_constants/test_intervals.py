"""Intervals of A* and gamma_2 beyond the semidefinite programs are narrow, and hold."""

from fractions import Fraction
from random import Random
from typing import Literal

import numpy as np
import pytest

from qstheory.certify.kinds.best_constants import HALF_PI
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.best_constants.bounds import best_constants
from qstheory.theory.best_constants.intervals import constant_intervals

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
