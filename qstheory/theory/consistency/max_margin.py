"""Max-margin surrogates at a distribution: exact certificates from linear programs.

The dual of min_w W(w) is the largest E_q L(y', y) over q >= 0 with first marginal Pi and unchanged
mean features; within the cell of a prediction z the mean may move along Phi(z) - Phi(y).
"""

from collections.abc import Sequence
from fractions import Fraction

from qstheory.certify.finite import Vector, inner
from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.max_margin import (
    Cell,
    MaxMarginConsistentAt,
    MaxMarginFailure,
    MaxMarginSuccess,
)
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss
from qstheory.solve.linear_program import ExactOptimum, StandardProgram, solve


def _program(L: Sequence[Vector], features: Vectors, Pi: Vector, z: int | None) -> StandardProgram:
    """Columns: q by rows of the support, then the multipliers of the cell of z if there is one."""
    n, width = len(Pi), len(features[0])
    extra = 0 if z is None else n
    zero = Fraction(0)
    pairs = [(y, other) for y in range(n) if Pi[y] for other in range(n)]
    rows, right = [], []
    for y in range(n):
        if Pi[y]:
            rows.append((*(Fraction(y == own) for own, _ in pairs), *[zero] * extra))
            right.append(Pi[y])
    for k in range(width):
        # Most features of a label are 0, and need no subtraction.
        column = [row[k] for row in features]
        tilt = [column[other] - column[y] if column[y] else column[other] for y, other in pairs]
        cone = [] if z is None else [x - column[z] if column[z] else x for x in column]
        rows.append((*tilt, *cone))
        right.append(zero)
    costs = [*(-L[other][y] for y, other in pairs), *[zero] * extra]
    return StandardProgram(tuple(rows), tuple(right), tuple(costs))


def _coupling(found: ExactOptimum, Pi: Vector) -> Vectors:
    n = len(Pi)
    values = iter(found.x)
    return tuple(tuple(next(values) if p else Fraction(0) for _ in range(n)) for p in Pi)


def consistency_at(
    loss: Loss, features: Vectors, Pi: Vector
) -> tuple[MaxMarginConsistentAt, MaxMarginFailure | MaxMarginSuccess]:
    """Whether every minimiser at Pi decodes to optimal predictions, with the certificate for it.

    `features` has a row Phi(y) for each label; the identity gives every label a score of its own.
    Raises InvalidParameter unless Z = Y, Undecided when a program cannot be rebuilt.
    """
    if list(loss.predictions) != list(loss.observations):
        raise InvalidParameter("A max-margin surrogate needs the same predictions as observations.")
    L = [tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions]
    n = len(L)
    best = solve(_program(L, features, Pi, None))
    size = sum(map(bool, Pi))
    weights = tuple(best.y[size:])
    risks = [inner(row, Pi) for row in L]
    proposition = MaxMarginConsistentAt(loss.reference, features, Pi)
    cells = []
    for z, risk in enumerate(risks):
        if risk == min(risks):
            continue
        found = solve(_program(L, features, Pi, z))
        if found.value == best.value:
            return proposition, MaxMarginFailure(tuple(found.y[size:]), _coupling(best, Pi), z)
        cells.append(Cell(z, _coupling(found, Pi), tuple(found.x[n * size :])))
    return proposition, MaxMarginSuccess(weights, tuple(cells))
