"""Propositions about the matrix of a loss."""

from fractions import Fraction

from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    NoShiftLowersRank,
)
from qstheory.certify.kinds.decoding import OptimalWherever
from qstheory.certify.kinds.equal_risk import EqualRiskPointExists
from qstheory.certify.kinds.margins import NeverOptimal, NeverUniquelyOptimal
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
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
    OptimalWherever: lambda p, _: _optimal_wherever(p),
    EntryEquals: lambda p, _: (
        Fraction(resolve(p.loss).entry(p.prediction, p.observation)) == p.value
    ),
}
