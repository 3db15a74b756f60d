"""Where on a triangle of distributions a surrogate fails: convex polygons with exact corners.

For scores v the distributions that v minimises are a polygon P(v). Where a prediction z decoded at
v is worse than another one, l(z) >= l(z'), P(v) is a region of failure. The regions of all v that
minimisers of a grid show are returned; between the points of the grid others may be missing.
"""

from collections.abc import Sequence
from fractions import Fraction

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.certify.maxima import Terms
from qstheory.theory.consistency.polyhedral import Failures, triangle
from qstheory.theory.consistency.programs import active, farthest
from qstheory.theory.consistency.surrogates import LogLinear, Model

Polygon = tuple[Vector, ...]
CORNERS: Polygon = tuple(tuple(Fraction(int(i == j)) for j in range(3)) for i in range(3))


def clip(polygon: Sequence[Vector], normal: Vector) -> Polygon:
    """The part of a convex polygon, corners in order, with normal . p <= 0."""
    kept: list[Vector] = []
    for i, p in enumerate(polygon):
        q = polygon[(i + 1) % len(polygon)]
        a, b = inner(normal, p), inner(normal, q)
        if a <= 0:
            kept.append(p)
        if a * b < 0:
            t = a / (a - b)
            kept.append(tuple(u + t * (v - u) for u, v in zip(p, q, strict=True)))
    return tuple(dict.fromkeys(kept))


def contains(polygon: Polygon, point: Vector) -> bool:
    """Whether a point of the triangle lies in a convex polygon with an area."""
    turns = {_side(p, q, point) for p, q in zip(polygon, (*polygon[1:], polygon[0]), strict=True)}
    return len(polygon) > 2 and not {1, -1} <= turns


def _side(p: Vector, q: Vector, point: Vector) -> int:
    turn = (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0])
    return (turn > 0) - (turn < 0)


def minimised_at(terms: Terms, v: Vector) -> Polygon:
    """P(v) for three observations: its farthest points in the directions of its sides, in order."""
    at = active(terms, v)
    first = farthest(terms, at, CORNERS[0])
    second = farthest(terms, at, tuple(-x for x in CORNERS[0]))
    return tuple(dict.fromkeys((first, *_between(terms, v, first, second), second,
                                *_between(terms, v, second, first))))  # fmt: skip


def _between(terms: Terms, v: Vector, p: Vector, q: Vector) -> Polygon:
    """The corners beyond the side from p to q, in order."""
    # An affine function on the plane of the triangle that is 0 on the line p q, by cross product.
    normal = (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])
    if not any(normal):
        return ()
    beyond = farthest(terms, active(terms, v), normal)
    if inner(normal, beyond) <= 0:
        return ()
    return (*_between(terms, v, p, beyond), beyond, *_between(terms, v, beyond, q))


def failing_polygons(
    L: list[Vector], surrogate: PolyhedralSurrogate, parts: int
) -> tuple[Polygon, ...]:
    """The regions of failure with an area, from the minimisers at the points of a grid."""
    failures = Failures(L, surrogate)
    found: list[Polygon] = []
    for Pi in triangle(parts):
        if any(contains(polygon, Pi) for polygon in found):
            continue
        failure = failures.at(Pi)
        if failure is None:
            continue
        region = minimised_at(surrogate.terms, failure.scores)
        mine = L[surrogate.decoder[failure.form].prediction]
        for other in L:
            part = clip(region, tuple(b - a for a, b in zip(mine, other, strict=True)))
            if len(part) > 2 and other != mine:
                found.append(part)
    return tuple(dict.fromkeys(found))


def mode_polygons(L: list[Vector]) -> tuple[Polygon, ...]:
    """Where a label of largest probability is not optimal, for three labels."""
    found: list[Polygon] = []
    for z, mine in enumerate(L):
        mode = CORNERS
        for other in CORNERS:
            mode = clip(mode, tuple(b - a for a, b in zip(CORNERS[z], other, strict=True)))
        for row in L:
            part = clip(mode, tuple(b - a for a, b in zip(mine, row, strict=True)))
            if len(part) > 2 and row != mine:
                found.append(part)
    return tuple(dict.fromkeys(found))


def failing_regions(
    L: list[Vector], model: Model, face: Sequence[int], parts: int
) -> tuple[Polygon, ...]:
    """The regions of failure on the distributions on three observations.

    None for log-linear models when there are more observations: they have no minimiser there.
    """
    columns = [tuple(row[y] for y in face) for row in L]
    if isinstance(model, PolyhedralSurrogate):
        restricted = PolyhedralSurrogate(tuple(model.terms[y] for y in face), model.decoder)
        return failing_polygons(columns, restricted, parts)
    if isinstance(model, LogLinear) and model.decoder == "mode" and len(L[0]) == 3:
        return mode_polygons(columns)
    return ()


def best_cells(L: Sequence[Vector]) -> tuple[Polygon, ...]:
    """For each prediction where it is optimal, for three observations; possibly flat or empty."""
    cells = []
    for mine in L:
        cell = CORNERS
        for other in L:
            cell = clip(cell, tuple(a - b for a, b in zip(mine, other, strict=True)))
        cells.append(cell)
    return tuple(cells)
