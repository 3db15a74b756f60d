"""Vertices by double description against all choices of tight constraints, and scipy's."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import HalfspaceIntersection
from sympy import Matrix, Rational

from qstheory.certify import hypograph as module
from qstheory.certify.hypograph import Ray, cut, hypograph
from qstheory.errors import TooLarge

Rows = Sequence[Sequence[Fraction]]


def brute(rows: Rows) -> set[tuple[tuple[Fraction, ...], Fraction]]:
    """Every (p, t) with sum p = 1 that n constraints make and that keeps the others."""
    n = len(rows[0])
    constraints = [[int(y == k) for k in range(n)] + [0] for y in range(n)]
    constraints += [[*row, -1] for row in rows]
    exact = [[Rational(x.numerator, x.denominator) if isinstance(x, Fraction) else x for x in c]
             for c in constraints]  # fmt: skip
    total = [1] * n + [0]
    found = set()
    for chosen in combinations(range(len(exact)), n):
        M = Matrix([*(exact[i] for i in chosen), total])
        if M.det() == 0:
            continue
        x = M.LUsolve(Matrix([0] * n + [1]))
        if all(sum(a * b for a, b in zip(c, x, strict=True)) >= 0 for c in exact):
            values = [Fraction(int(v.p), int(v.q)) for v in x]
            found.add((tuple(values[:-1]), values[-1]))
    return found


small = st.fractions(-2, 3, max_denominator=2)


@settings(max_examples=25)
@given(
    st.integers(2, 3).flatmap(
        lambda n: st.lists(st.lists(small, min_size=n, max_size=n), min_size=1, max_size=4)
    )
)
def test_all_vertices_and_no_others(rows: list[list[Fraction]]) -> None:
    found = hypograph(rows).vertices
    assert {(v.distribution, v.least) for v in found} == brute(rows)
    assert [v.distribution for v in found] == sorted({v.distribution for v in found})
    for v in found:
        risks = [sum(a * b for a, b in zip(row, v.distribution, strict=True)) for row in rows]
        assert v.least == min(risks)
        bits = [p == 0 for p in v.distribution] + [risk == v.least for risk in risks]
        assert v.tight == sum(1 << i for i, bit in enumerate(bits) if bit)


@pytest.mark.parametrize("seed", range(6))
def test_against_an_intersection_of_half_spaces(seed: int) -> None:
    rows = np.random.default_rng(seed).integers(0, 9, size=(6, 4))
    n = rows.shape[1]
    # Coordinates p_1, ..., p_(n-1), t with p_n = 1 - sum, and a floor far below.
    planes = [[*(-float(k == y) for k in range(n - 1)), 0.0, 0.0] for y in range(n - 1)]
    planes.append([*[1.0] * (n - 1), 0.0, -1.0])
    planes += [[*(row[-1] - row[:-1]), 1.0, -row[-1]] for row in rows]
    planes.append([*[0.0] * (n - 1), -1.0, -50.0])
    inside = np.array([*[1 / n] * (n - 1), -1.0])
    corners = HalfspaceIntersection(np.array(planes, dtype=float), inside).intersections
    above = {tuple(np.round(x + 0.0, 7)) for x in corners if x[-1] > -49}
    found = {
        tuple(np.round([*map(float, v.distribution[:-1]), float(v.least)], 7) + 0.0)
        for v in hypograph([tuple(map(Fraction, map(int, row))) for row in rows]).vertices
    }
    assert found == above


def test_too_many_rays_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RAYS", 4)
    rows = [[Fraction(int(i != j)) for j in range(4)] for i in range(4)]
    with pytest.raises(TooLarge, match="more than 4 vertices"):
        hypograph(rows)


EVERYWHERE = 1 << 4
"""A constraint on which the whole cone lies, so that any two rays have one in common."""


def test_opposite_edges_of_a_pyramid_are_no_neighbours() -> None:
    """A cone over a square is halved: two edges stay, two faces are cut, no diagonal is."""
    square = tuple(
        Ray((x, y, 1), EVERYWHERE | 1 << (x > 0) | 1 << (2 + (y > 0)))
        for x, y in product((-1, 1), repeat=2)
    )
    half = cut(square, (1, 0, 0), 1 << 5, 3)
    assert {ray.direction for ray in half} == {(1, 1, 1), (1, -1, 1), (0, 1, 1), (0, -1, 1)}
    assert len(half) == 4
