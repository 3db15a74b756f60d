"""Embedded losses found another way: floats, the corners of a convex hull, and random surrogates.

The corners of {s : s >= S(v) for some v} are those of the values of S at the points where S bends
(intersections of d planes among all differences of pieces), by scipy's hull of these values and of
the same moved far up along each axis.
"""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.spatial import ConvexHull

from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.certify.maxima import Affine, Terms
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import surrogate

Array = Any


def polyhedral(name: str, loss: Loss) -> PolyhedralSurrogate:
    """The polyhedral surrogate of that name for a loss."""
    model = surrogate(name).build(loss)
    assert isinstance(model, PolyhedralSurrogate)
    return model


def random_surrogate(random: Random, n: int, pieces: int, d: int, size: int = 5) -> Terms:
    """For each observation one maximum whose slopes have the sum 0, so that it is bounded."""

    def maximum() -> tuple[Affine, ...]:
        slopes = [[random.randint(-size, size) for _ in range(d)] for _ in range(pieces - 1)]
        slopes.append([-sum(column) for column in zip(*slopes, strict=True)])
        return tuple(
            Affine(tuple(map(Fraction, slope)), Fraction(random.randint(-size, size)))
            for slope in slopes
        )

    return tuple((maximum(),) for _ in range(n))


def values(terms: Terms, v: Array) -> Array:
    """S(v, y) in floats."""
    return np.array(
        [
            sum(
                max(np.dot([float(a) for a in k.slope], v) + float(k.constant) for k in maximum)
                for maximum in maxima
            )
            for maxima in terms
        ]
    )


def least_risk(terms: Terms, Pi: Array) -> float:
    """min_v W(v) in floats: v, then the maxima."""
    maxima = [(y, maximum) for y, m in enumerate(terms) for maximum in m]
    d = len(maxima[0][1][0].slope)
    rows, right = [], []
    for i, (_, maximum) in enumerate(maxima):
        for piece in maximum:
            own = [-float(i == j) for j in range(len(maxima))]
            rows.append([*map(float, piece.slope), *own])
            right.append(-float(piece.constant))
    costs = [0.0] * d + [float(Pi[y]) for y, _ in maxima]
    return float(linprog(costs, A_ub=rows, b_ub=right, bounds=(None, None)).fun)


def corners(terms: Terms) -> set[tuple[float, ...]]:
    """The rows of the embedded loss, from the bends of S and a convex hull; all d at once."""
    d = len(terms[0][0][0].slope)
    planes = []
    for maxima in terms:
        for maximum in maxima:
            for a, b in combinations(maximum, 2):
                slope = [float(x - y) for x, y in zip(a.slope, b.slope, strict=True)]
                planes.append((slope, float(b.constant - a.constant)))
    found = []
    for chosen in combinations(planes, d):
        M = np.array([slope for slope, _ in chosen])
        if abs(np.linalg.det(M)) > 1e-9:
            v = np.linalg.solve(M, [c for _, c in chosen])
            found.append(values(terms, v))
    points = np.unique(np.round(found, 9), axis=0)
    far = 1e4 * np.abs(points).max()
    lifted = np.vstack([points, *(points + far * axis for axis in np.eye(len(terms)))])
    hull = ConvexHull(lifted)
    down = hull.equations[:, :-1].max(axis=1) <= 1e-9
    kept = {i for simplex in hull.simplices[down] for i in simplex if i < len(points)}
    # A facet below has a normal < 0 up to rounding; corners of the upper set lie on such facets.
    return {tuple(np.round(points[i] + 0.0, 6)) for i in kept if _corner(points, i)}


def _corner(points: Array, i: int) -> bool:
    """No mixture of the others is at most as large everywhere."""
    others = np.delete(points, i, axis=0)
    if not len(others):
        return True
    found = linprog(
        np.zeros(len(others)),
        A_ub=others.T,
        b_ub=points[i] + 1e-9,
        A_eq=[np.ones(len(others))],
        b_eq=[1],
    )
    return bool(found.status == 2)


def matrix_of(loss: Loss) -> list[list[Fraction]]:
    """L."""
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]
