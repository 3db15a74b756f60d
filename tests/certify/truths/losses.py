"""Propositions about the matrix of a loss."""

from fractions import Fraction
from itertools import combinations
from typing import Any

from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast, AffineDimensionAtMost
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.decoding import OptimalWherever
from qstheory.certify.kinds.dominance import (
    NeverOptimal,
    NeverUniquelyOptimal,
    SameObservation,
    SamePrediction,
)
from qstheory.certify.kinds.equal_risk import EqualRiskPointExists
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
from qstheory.certify.kinds.rank_by_component import TiedSizes
from qstheory.certify.kinds.shift import NoShiftLowersRank
from qstheory.certify.kinds.values import EntryEquals
from qstheory.losses import resolve

from .matrices import Matrix, affine_dimension, highest, matrix, rank, row_differences, transposed

SLACK = 1e-7


def _view_rank(proposition: RankAtLeast | RankAtMost) -> int:
    rows = matrix(proposition.loss)
    views = {
        "loss": rows,
        "prediction-differences": row_differences(rows),
        "observation-differences": row_differences(transposed(rows)),
    }
    return rank(views[proposition.view])


def equal_risk_point_exists(rows: Matrix) -> bool:
    """Largest t with Pi >= t, sum 1 and L Pi = c 1, as a linear program."""
    n = len(rows[0])
    differences = row_differences(rows)
    equal = [[float(x) for x in row] + [0.0] for row in differences]
    at_most = [[-float(i == j) for j in range(n)] + [1.0] for i in range(n)]
    value = highest(
        [0.0] * n + [1.0],
        equal=([*equal, [1.0] * n + [0.0]], [0.0] * len(equal) + [1.0]),
        at_most=(at_most, [0.0] * n),
        bounds=(None, None),
    )
    return value > SLACK


def lead(proposition: NeverOptimal | NeverUniquelyOptimal) -> float:
    """The largest lead of z over every other row at any distribution, as a linear program."""
    loss = resolve(proposition.loss)
    names, rows = list(loss.predictions), matrix(proposition.loss)
    z = names.index(proposition.prediction)
    n = len(rows[0])
    others = [
        [float(a - b) for a, b in zip(rows[z], row, strict=True)] + [1.0]
        for i, row in enumerate(rows)
        if i != z
    ]
    signs = [[-float(i == j) for j in range(n)] + [0.0] for i in range(n)]
    return highest(
        [0.0] * n + [1.0],
        equal=([[1.0] * n + [0.0]], [1.0]),
        at_most=(others + signs, [0.0] * (len(others) + n)),
        bounds=(None, None),
    )


def _same(rows: Matrix, names: list[Any], first: Any, second: Any) -> bool:
    return rows[names.index(first)] == rows[names.index(second)]


def _cells_are_a_path(rows: Matrix) -> bool:
    """Whether the cells of the simplex where one row is the smallest follow each other in a line.

    Exactly then a finite property is elicited in one dimension (Lambert 2018; Finocchiaro,
    Frongillo, Waggoner 2020). Two cells are neighbours when both rows are below all others at once.
    """

    def below(some: list[int]) -> bool:
        n = len(rows[0])
        rest = [row for k, row in enumerate(rows) if k not in some]
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

    cells = [z for z in range(len(rows)) if len(rows) == 1 or below([z])]
    edges = [pair for pair in combinations(cells, 2) if len(rows) == 2 or below(list(pair))]
    degrees = [sum(z in edge for edge in edges) for z in cells]
    return len(edges) == len(cells) - 1 and max(degrees, default=0) <= 2


def _calibration_dimension_at_most(reference: Any) -> int:
    """The rank of the row differences, or one less than there are columns; 1 or less on a path."""
    rows = matrix(reference)
    ceilings = [rank(row_differences(rows)), len(rows[0]) - 1]
    return min([*ceilings, 1] if _cells_are_a_path(rows) else ceilings)


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


def _calibration_dimension_at_least(reference: Any, certificate: Any) -> int:
    """At an equal-risk point the rank of the row differences; else what the certificate shows."""
    if isinstance(certificate, TiedSizes):
        return _tied_bound(reference, certificate.distribution.weights)
    rows = matrix(reference)
    found = rank(row_differences(rows))
    return (
        found if equal_risk_point_exists(rows) else min(found, len(certificate.minor.predictions))
    )


def _optimal_wherever(proposition: OptimalWherever) -> bool:
    loss = resolve(proposition.loss)
    rows, z = matrix(proposition.loss), list(loss.predictions).index(proposition.prediction)
    conditions = [[-float(x) for x in condition] for condition in proposition.conditions]
    return all(
        highest(
            [float(a - b) for a, b in zip(rows[z], row, strict=True)],
            at_most=(conditions, [0.0] * len(conditions)) if conditions else None,
            bounds=(-1, 1),
        )
        <= SLACK
        for row in rows
    )


TRUTHS = {
    RankAtLeast: lambda p, _: _view_rank(p) >= p.r,
    RankAtMost: lambda p, _: _view_rank(p) <= p.r,
    AffineDimensionAtLeast: lambda p, _: affine_dimension(matrix(p.loss)) >= p.r,
    AffineDimensionAtMost: lambda p, _: affine_dimension(matrix(p.loss)) <= p.r,
    NoShiftLowersRank: lambda p, _: affine_dimension(matrix(p.loss)) >= rank(matrix(p.loss)),
    EqualRiskPointExists: lambda p, _: equal_risk_point_exists(matrix(p.loss)),
    NeverOptimal: lambda p, _: lead(p) < -SLACK,
    NeverUniquelyOptimal: lambda p, _: lead(p) <= SLACK,
    SamePrediction: lambda p, _: _same(
        matrix(p.loss), list(resolve(p.loss).predictions), p.first, p.second
    ),
    SameObservation: lambda p, _: _same(
        transposed(matrix(p.loss)), list(resolve(p.loss).observations), p.first, p.second
    ),
    CalibrationDimensionAtLeast: lambda p, c: _calibration_dimension_at_least(p.loss, c) >= p.d,
    CalibrationDimensionAtMost: lambda p, _: _calibration_dimension_at_most(p.loss) <= p.d,
    OptimalWherever: lambda p, _: _optimal_wherever(p),
    EntryEquals: lambda p, _: (
        Fraction(resolve(p.loss).entry(p.prediction, p.observation)) == p.value
    ),
}
