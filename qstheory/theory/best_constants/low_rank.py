"""gamma_2 of a matrix of low rank: one unknown for each pair of as many coordinates as its rank.

Every row l_z = N_z - c, and 1, is a combination of r rows, the basis. For any C > 0 that has
l_z = Q a_z, with Q the orthonormal columns of their span, P = (Q^T C^-1 Q)^-1 gives

    a_z P^-1 a_z = l_z C^-1 l_z   and   Q P Q^T <= C,

so that the program over C has the same value as

    min t + s   subject to   t >= a_z P^-1 a_z,  u_y P u_y <= s,  P > 0,   u_y the rows of Q,

whose r (r + 1) / 2 unknowns do not depend on the size of the matrix. Its factors are exact in the
basis W of the same span with W[:, J] = 1, whose coordinates are entries of N.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from qstheory.certify.kinds.best_constants import RowFactors, WeightedColumns
from qstheory.exact.basis import Basis, independent
from qstheory.exact.integer_matrix import apply, from_fractions, inner, transpose
from qstheory.exact.modular import Pivots
from qstheory.theory.best_constants.bounds import BestConstants
from qstheory.theory.best_constants.hull_program import solve_upper
from qstheory.theory.best_constants.orbit_relaxation import Coordinates, InCoordinates
from qstheory.theory.best_constants.problem import (
    Array,
    ConstantProblem,
    Dual,
    Primal,
    Rows,
    no_odd,
)
from qstheory.theory.best_constants.relaxation import centred
from qstheory.theory.best_constants.rounding import (
    CARRIER,
    beside,
    dyadic,
    floating,
    remainder,
    rounded_shift,
    scaled,
    squared_columns,
)
from qstheory.theory.dimensions import minimal_decomposition
from qstheory.theory.effort import LOW_RANK
from qstheory.theory.findings import judged
from qstheory.theory.subject import Subject

ACCURACY = 1e-7
"""Relative distance of the two bounds at which the steps end: five digits are written of them."""
LOWERED = 0.3
"""Factor of the barrier's weight after a centred point: on 76 programs 0.2 takes 4,465 steps and at
most 136, 0.3 takes 4,957 and 119, 0.5 takes 6,228 and 117; 0.1 leaves one at 300 open."""


@dataclass(frozen=True)
class Span:
    """The rows of N and 1 in the basis W: N = N[:, J] W and 1 = 1[J] W."""

    columns: tuple[int, ...]
    basis: Rows
    orthonormal: Array
    """Q, a column a dimension."""


def low_span(problem: ConstantProblem) -> Span | None:
    """The span of N and 1, or None where it has many dimensions."""
    entries = (*problem.exact, (Fraction(1),) * len(problem.exact[0]))
    matrix = from_fractions(entries)
    rank = independent(matrix).rank
    if rank > LOW_RANK:
        return None
    floats = floating(entries)
    Q = np.linalg.svd(floats, full_matrices=False)[2][:rank].T
    columns = volume(Q)
    rows = volume(floats[:, list(columns)])
    return Span(columns, _basis(Basis(matrix, Pivots(rows, columns))), Q)


def _basis(basis: Basis) -> Rows:
    return tuple(tuple(row) for row in basis.coefficients())


def volume(vectors: Array) -> tuple[int, ...]:
    """Rows of large volume, as many as columns: each time the one farthest from the span.

    >>> volume(np.array([[1.0, 0.0], [3.0, 0.0], [0.0, 1.0]]))
    (1, 2)
    """
    rest, chosen = vectors.copy(), []
    for _ in range(vectors.shape[1]):
        lengths = (rest**2).sum(axis=1)
        best = int(lengths.argmax())
        chosen.append(best)
        rest -= np.outer(rest @ rest[best], rest[best]) / lengths[best]
    return tuple(chosen)


@dataclass(frozen=True, kw_only=True)
class _Point(InCoordinates):
    """P in the coordinates of Q, whose rows are the u_y."""

    Q: Array

    def dual(self) -> Dual:
        """X_z = q_z (P^-1 a_z) M^-1 Q^T diag(d) with M = Q^T diag(d) Q."""
        rows = len(self.N)
        lam, d = np.split(1 / self.slacks, [rows])
        q, d = lam / lam.sum(), d / lam.sum()
        inward = solve_upper(self.low.T, self.b.T)
        weighted = self.Q.T * d
        X = q[:, None] * (np.linalg.solve(weighted @ self.Q, inward).T @ weighted)
        return Dual(X, q, d, *no_odd(len(self.Q)))


def low_rank_proposal(problem: ConstantProblem, span: Span) -> tuple[Primal, Dual]:
    """A nearly optimal U of as many columns as the span has dimensions, and a dual."""
    Q, N = span.orthonormal, problem.matrix
    rank = Q.shape[1]
    first, second = np.triu_indices(rank)
    indicators = np.zeros((len(first), rank, rank))
    places = range(len(first))
    indicators[places, first, second] = indicators[places, second, first] = 1
    diagonals = (Q[:, first] * Q[:, second]) * np.where(first == second, 1, 2)
    levels = np.eye(rank)
    if problem.shift == "scalar":
        levels = Q.sum(axis=0)[None, :]
    within = Coordinates(indicators, levels, diagonals, np.zeros((0, len(first))))
    start = (first == second).astype(float)
    shift = np.zeros(len(levels))
    at = _Point(N @ Q, np.zeros((0, rank)), start, shift, within=within, Q=Q)
    found = centred(at, ACCURACY, LOWERED)
    U = Q @ np.linalg.cholesky(found.C)
    return Primal(U, np.ones(rank), Q @ found.shift), found.dual


def low_rank_factors(problem: ConstantProblem, span: Span, primal: Primal) -> RowFactors:
    """Exact factors near the proposal: T^T W beside W, T and F fitted, the rest carried by W."""
    shift = [rounded_shift(problem, primal)[j] for j in span.columns]
    left = tuple(
        tuple(row[j] - c for j, c in zip(span.columns, shift, strict=True)) for row in problem.exact
    )
    T = dyadic(primal.U[list(span.columns)])
    F = dyadic(floating(left) @ np.linalg.inv(floating(T)).T)
    rest = remainder(left, F, T)
    across = tuple(zip(*span.basis, strict=True))
    U = tuple((*apply(transpose(T), row), *(CARRIER * w for w in row)) for row in across)
    moved = [inner(shift, row) for row in across]
    return RowFactors(
        scaled(problem, beside(F, tuple(tuple(x / CARRIER for x in row) for row in rest))),
        problem.columns.spread(U),
        problem.restored(moved),
    )


def fewest_columns(subject: Subject) -> WeightedColumns | None:
    """The decomposition with the fewest columns, in equal shares; None for a constant loss.

    With every column of U scaled to entries up to 1 its square is no larger than A^2.
    """
    given = minimal_decomposition(subject)
    r = len(given.F[0])
    if not r:
        return None
    tops = [max(map(abs, column)) for column in zip(*given.U, strict=True)]
    return WeightedColumns(
        tuple(tuple(x * top for x, top in zip(row, tops, strict=True)) for row in given.F),
        tuple(tuple(x / top for x, top in zip(row, tops, strict=True)) for row in given.U),
        (Fraction(1, r),) * r,
        (given.c,) * len(given.U),
    )


def at_most(best: BestConstants, columns: WeightedColumns | None) -> BestConstants:
    """The same with A* no larger than the columns say, where that is less."""
    above = best.a.upper
    square = above.proposition.value if columns is None else squared_columns(columns)
    if square >= above.proposition.value:
        return best
    evidence = judged(replace(above.proposition, value=square), columns)
    return replace(best, a=replace(best.a, upper=evidence))
