"""Bounds on the convex calibration dimension, by ranks, paths of cells, lines and embeddings."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linprog

from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.calibration_dimension_below import NoFlat, ThreeCells
from qstheory.certify.kinds.embedding import Embedded, Embeds
from qstheory.certify.kinds.rank_by_component import TiedCore
from qstheory.losses import resolve

from . import embedding
from .losses import SLACK, equal_risk_point_exists
from .matrices import Matrix, highest, matrix, rank, row_differences, transposed


def cells_are_a_path(rows: Matrix) -> bool:
    """Whether the cells of the simplex where one row is the smallest follow each other in a line.

    Exactly then a finite property is elicited in one dimension (Lambert 2018; Finocchiaro,
    Frongillo, Waggoner 2020). Two cells are neighbours when both rows are below those of all other
    cells at once: a row that is best on a border alone has no cell, and separates none.
    """

    def below(some: list[int], among: list[int]) -> bool:
        n = len(rows[0])
        rest = [rows[k] for k in among if k not in some]
        tied = [[float(a - b) for a, b in zip(rows[some[0]], rows[z], strict=True)] for z in some]
        others = [
            [float(a - b) for a, b in zip(rows[some[0]], row, strict=True)] + [1.0] for row in rest
        ]
        signs = [[-float(i == j) for j in range(n)] + [0.0] for i in range(n)]
        equal = [[*row, 0.0] for row in tied[1:]]
        value = highest(
            [0.0] * n + [1.0],
            equal=([*equal, [1.0] * n + [0.0]], [0.0] * len(equal) + [1.0]),
            at_most=(others + signs, [0.0] * (len(others) + n)) if others else (signs, [0.0] * n),
            bounds=(None, None),
        )
        return value > SLACK

    every = list(range(len(rows)))
    cells = [z for z in every if len(rows) == 1 or below([z], every)]
    pairs = combinations(cells, 2)
    edges = [pair for pair in pairs if len(cells) == 2 or below(list(pair), cells)]
    degrees = [sum(z in edge for edge in edges) for z in cells]
    return len(edges) == len(cells) - 1 and max(degrees, default=0) <= 2


def _some_distribution_levels(rows: Matrix) -> bool:
    """Whether some distribution, where it matters, gives all rows the same product."""
    kept = [column for column in transposed(rows) if len(set(column)) > 1]
    if not kept:
        return True
    differences = [[float(x) for x in row] for row in row_differences(transposed(kept))]
    n = len(kept)
    found = linprog(
        [0.0] * n, A_eq=[*differences, [1.0] * n], b_eq=[*[0.0] * len(differences), 1.0]
    )
    return bool(found.status == 0)


def _corners(rows: Matrix) -> int | None:
    """log2 of the classes, rounded up, for the 0-1 loss with abstaining at up to half its cost."""
    n = len(rows[0])
    units = [row for row in rows if len(set(row)) > 1]
    flat = [row for row in rows if len(set(row)) == 1]
    top = max(max(row) for row in rows)
    expected = [[top * (i != j) for j in range(n)] for i in range(n)]
    if n < 2 or sorted(map(list, units)) != sorted(expected) or len(flat) != 1:
        return None
    return (n - 1).bit_length() if 0 <= 2 * flat[0][0] <= top else None


def _calibration_dimension_at_most(reference: Any, certificate: Any) -> int:
    """The rank of the row differences, or one less than there are columns; 1 or less on a path.

    Rows that lie nowhere below another one do not count; where one is left no score is needed.
    One less than the rank where no distribution levels all rows, and what the corners of a cube
    or the scores of an embedding are enough for.
    """
    rows = matrix(reference)
    rows = [
        row
        for i, row in enumerate(rows)
        if not any(
            all(a <= b for a, b in zip(other, row, strict=True)) and (other != row or j < i)
            for j, other in enumerate(rows)
        )
    ]
    ceilings = [rank(row_differences(rows)), len(rows[0]) - 1]
    if not _some_distribution_levels(rows):
        ceilings.append(max(1, ceilings[0] - 1))
    corners = _corners(rows)
    if corners is not None:
        ceilings.append(max(1, corners))
    if isinstance(certificate, Embedded):
        embeds = Embeds(reference, certificate.terms, certificate.points)
        if embedding.TRUTHS[Embeds](embeds, None):
            ceilings.append(len(certificate.points[0].scores))
    return min([*ceilings, 1] if cells_are_a_path(rows) else ceilings)


def _tied_bound(reference: Any, weights: tuple[tuple[int, Fraction], ...]) -> int:
    """|S| - mu - 1 at the distribution with these weights, spread evenly over the sets of a size.

    S is its support, mu the dimension of the directions on S along which the weights still sum to
    one and the optimal predictions stay level (Ramaswamy and Agarwal 2016, Theorem 16).
    """
    rows, loss = matrix(reference), resolve(reference)
    assert loss.counts is not None
    sizes = [loss.counts.observation_set(y).bit_count() for y in loss.observations]
    given = dict(weights)
    assert sum(given.values()) == 1
    assert min(given.values()) >= 0
    spread = [given.get(s, Fraction(0)) / sizes.count(s) for s in sizes]
    support = [i for i, weight in enumerate(spread) if weight]
    risks = [sum(x * w for x, w in zip(row, spread, strict=True)) for row in rows]
    best = [row for row, risk in zip(rows, risks, strict=True) if risk == min(risks)]
    level = [[row[i] - best[0][i] for i in support] for row in best]
    return rank([[Fraction(1)] * len(support), *level]) - 1


def _lines_leave(reference: Any, weights: tuple[tuple[Any, Fraction], ...]) -> int:
    """e, or e + 2 where every line through p leaves the cells, on a flat of two dimensions.

    A line lies within a cell when both its ends on the boundary of the simplex do.
    """
    loss, rows = resolve(reference), np.array(matrix(reference), dtype=float)
    given = {k: w for k, w in weights if w}
    columns = [list(loss.observations).index(k) for k in given]
    p = np.array(list(given.values()), dtype=float)
    risks = rows[:, columns] @ p
    best = np.flatnonzero(risks < risks.min() + SLACK)
    conditions = np.vstack([rows[best][:, columns] - rows[best[0], columns], np.ones(len(p))])
    e = int(np.linalg.matrix_rank(conditions)) - 1
    plane = np.linalg.svd(conditions)[2][e + 1 :]
    if len(plane) < 2:
        return e
    assert len(plane) == 2

    def stays(direction: Any) -> bool:
        reach = [(p / -step)[step < -SLACK].min() for step in (direction, -direction)]
        ends = [p + reach[0] * direction, p - reach[1] * direction]
        found = [rows[:, columns] @ end for end in ends]
        return all(risk[best[0]] <= risk.min() + SLACK for risk in found)

    angles = np.linspace(0, np.pi, 721)
    lines = [np.cos(t) * plane[0] + np.sin(t) * plane[1] for t in angles]
    return e if any(map(stays, lines)) else e + 2


def _core_bound(reference: Any, certificate: TiedCore) -> int:
    """The rank of the differences of what ties, with every set written out."""
    loss = resolve(reference)
    assert loss.counts is not None
    kinds = [
        (sum(bits[: certificate.c]), sum(bits[certificate.c :]))
        for bits in (
            [loss.counts.observation_set(y) >> k & 1 for k in range(loss.counts.m)]
            for y in loss.observations
        )
    ]
    given = {(w.core, w.outside): float(w.weight) for w in certificate.weights}
    p = np.array([given.get(kind, 0.0) / kinds.count(kind) for kind in kinds])
    rows = np.array(matrix(reference), dtype=float)
    risks = rows @ p
    tied = rows[risks < risks.min() + SLACK][:, p > 0]
    return int(np.linalg.matrix_rank(tied - tied[0]))


def _calibration_dimension_at_least(reference: Any, certificate: Any) -> int:
    """At an equal-risk point the rank of the row differences; else what the certificate shows."""
    if isinstance(certificate, TiedCore) and certificate.c == 0:
        return _tied_bound(reference, tuple((w.outside, w.weight) for w in certificate.weights))
    if isinstance(certificate, TiedCore):
        return _core_bound(reference, certificate)
    if isinstance(certificate, ThreeCells):
        return 1 if cells_are_a_path(matrix(reference)) else 2
    if isinstance(certificate, NoFlat):
        return _lines_leave(reference, certificate.distribution.weights)
    rows = matrix(reference)
    found = rank(row_differences(rows))
    return (
        found if equal_risk_point_exists(rows) else min(found, len(certificate.minor.predictions))
    )


TRUTHS = {
    CalibrationDimensionAtLeast: lambda p, c: _calibration_dimension_at_least(p.loss, c) >= p.d,
    CalibrationDimensionAtMost: lambda p, c: _calibration_dimension_at_most(p.loss, c) <= p.d,
}
