"""Certified intervals for A* and gamma_2 beyond the semidefinite programs, by rebalancing.

From below a dual, of many labels on those with most weight: a part of a loss has no larger
constants than the whole. From above the factors, for A* with Grothendieck's constant sqrt(pi/2), or
signs of Gaussian vectors of their covariance.

Of a matrix of low rank gamma_2 is found with one unknown for each pair of as many coordinates as
its rank.

Every row l_z = N_z - c, and 1, is a combination of r rows, the basis. For any C > 0 that has
l_z = Q a_z, with Q the orthonormal columns of their span, P = (Q^T C^-1 Q)^-1 gives

    a_z P^-1 a_z = l_z C^-1 l_z   and   Q P Q^T <= C,

so that the program over C has the same value as

    min t + s   subject to   t >= a_z P^-1 a_z,  u_y P u_y <= s,  P > 0,   u_y the rows of Q,

whose r (r + 1) / 2 unknowns do not depend on the size of the matrix. Its factors are exact in the
basis W of the same span with W[:, J] = 1, whose coordinates are entries of N.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.linalg import LinAlgError

from qstheory.certify.kinds.best_constants import (
    HALF_PI,
    BestConstant,
    Quantity,
    RowFactors,
    Shift,
    squared_norms,
)
from qstheory.certify.kinds.wide_constants import PartDual
from qstheory.certify.limits import submatrix
from qstheory.exact.integer_matrix import apply, from_fractions, inner, transpose
from qstheory.exact.modular import Basis, Pivots, independent
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.spaces import Label
from qstheory.theory.best_constants.bounds import (
    BestConstants,
    SquaredInterval,
    bound_above,
    bound_below,
    point_above,
)
from qstheory.theory.best_constants.hull_program import solve_upper
from qstheory.theory.best_constants.problem import (
    Array,
    ConstantProblem,
    Coordinates,
    Dual,
    Primal,
    Rows,
    no_odd,
    problem_of,
    starting_dual,
    starting_primal,
)
from qstheory.theory.best_constants.relaxation import InCoordinates, centred
from qstheory.theory.best_constants.rounding import (
    CARRIER,
    beside,
    diagonal_dual,
    dual_value,
    dyadic,
    floating,
    remainder,
    round_down,
    rounded_shift,
    row_factors,
    scaled,
)
from qstheory.theory.best_constants.sign_columns import rounded_signs
from qstheory.theory.effort import LOW_RANK
from qstheory.theory.findings import judged

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


FEWEST, MOST, WORK = 20, 60, 4500
"""Least and most rounds, and about how many times the rows a round may take. Up to 120 x 64 entries
the rounds end by `CLOSE`: half or twice as many change nothing."""
CLOSE = 1e-3
"""Relative distance of the bounds at which the rounds end: narrow intervals follow."""
HALVINGS, SMALL, FINE = 5, 2500, 40
"""Halvings of a bracket; as many again up to some entries; and in all at the end. With 3 the ends
of gamma_2 of a random 120 x 64 matrix are 3 % apart instead of 0.1 %, with 10 as with 5; 20 at the
end give the same four digits."""
FLOOR = 1e-9
"""Least weight of a row or column, as a share of equal weights: no zero, and seen in no digit."""


def rebalanced(problem: ConstantProblem) -> tuple[Primal, Dual]:
    """U with rows of length <= 1 and a dual, the best that were seen."""
    N = problem.matrix
    rows, columns = N.shape
    q, p = np.full(rows, 1 / rows), np.full(columns, 1 / columns)
    c = np.zeros(columns)
    width = float(N.max() - N.min())
    least, largest = np.inf, -np.inf
    halvings = HALVINGS * (2 if N.size <= SMALL else 1)
    U, shift, best = np.eye(columns, 1), c, (q, p, c)
    for _ in range(max(FEWEST, min(MOST, WORK // rows))):
        if problem.shift == "by-observation":
            c = q @ N
        else:
            low, high = _centre(N, q, p, c, width, halvings=halvings)
            c, width = (low + high) / 2, width / 1.5
        W, s, V = _parts(N - c, q, p)
        # The squared lengths of the rows of both factors, and the trace norm.
        rows_F, rows_U, below = (W**2 @ s) / q, (s @ V**2) / p, float(s.sum())
        above = float(rows_F.max() * rows_U.max()) ** 0.5
        if below > largest:
            largest, best = below, (q, p, c)
        if above < least:
            least, shift = above, c
            U = V.T * np.sqrt(s) / np.sqrt(p * rows_U.max())[:, None]
        if least - largest <= CLOSE * least:
            break
        q, p = _moved(q, rows_F), _moved(p, rows_U)
    q, p, c = best
    ends = (c, c)
    if problem.shift == "scalar":
        ends = _centre(N, q, p, c, 2 * float(N.max() - N.min()), halvings=FINE)
    return Primal(U, np.ones(U.shape[1]), shift), _dual(N, q, p, *ends)


def _moved(weights: Array, lengths: Array) -> Array:
    """Longer rows get more weight; the mean of the lengths is 1 for sum 1."""
    moved = np.maximum(weights * lengths / lengths.max(), FLOOR / len(weights))
    return np.asarray(moved / moved.sum())


def _centre(
    N: Array, q: Array, p: Array, c: Array, width: float, *, halvings: int
) -> tuple[Array, Array]:
    """Scalar shifts about the one of least trace norm within that distance, by its slope."""
    low, high = c - width, c + width
    for _ in range(halvings):
        middle = (low + high) / 2
        W, _, V = _parts(N - middle, q, p)
        falls = float((np.sqrt(q) @ W) @ (V @ np.sqrt(p))) > 0
        low, high = (middle, high) if falls else (low, middle)
    return low, high


def _parts(ell: Array, q: Array, p: Array) -> tuple[Array, Array, Array]:
    W, s, V = np.linalg.svd(np.sqrt(q)[:, None] * ell * np.sqrt(p), full_matrices=False)
    kept = s > 1e-12 * max(float(s[0]), 1e-300)
    return W[:, kept], s[kept], V[kept]


def _dual(N: Array, q: Array, p: Array, low: Array, high: Array) -> Dual:
    """The dual at weights and a shift between two: the mean of theirs with the least sum.

    Where the trace norm has a kink neither sums to 0, as X must, but a mean does; a mean of
    contractions W V is one.
    """
    polar = [_polar(N - c, q, p) for c in (low, high)]
    first, second = (float(X.sum()) for X in polar)
    share = second / (second - first) if first * second < 0 else float(abs(first) < abs(second))
    return Dual(share * polar[0] + (1 - share) * polar[1], q, p, *no_odd(N.shape[1]))


def _polar(ell: Array, q: Array, p: Array) -> Array:
    W, _, V = _parts(ell, q, p)
    return np.asarray(np.sqrt(q)[:, None] * (W @ V) * np.sqrt(p))


PART = 400
"""Most predictions and observations of a dual: a square matrix needs all of its labels. Far from
square fewer do: with 100 or 800 the ends of 3 x 700 and 20 x 600 agree to three digits, and 800
take 4.9 and 5.4 s instead of 1.3 and 2.6."""
SUPPORT = 1e-5
"""Least weight in a part, as a share of the largest: at an optimum few labels have any."""
QUANTITIES: tuple[Quantity, ...] = ("gamma-2", "A")
SIGNS = 16
"""Sign vectors drawn for each observation. For a random 120 x 64 matrix 4 leave A* between 19.32
and 24.23, 16 below 20.85 and 32 below 20.44; the part takes 4.1, 5.7 and 8.6 s."""
DRAWN = 64
"""Most columns for which signs are drawn: the certificate grows with the square of the columns."""
SHARES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98)
"""Shares of the drawn signs in C, all sign vectors having the rest: half or twice as many give the
same four digits on random matrices of 40 to 100 columns."""


def constant_intervals(loss: Loss, shift: Shift) -> BestConstants:
    """Intervals for gamma_2^2 and A*^2, that of gamma_2 narrow where the rank is low."""
    problem = problem_of(loss, shift)
    span = low_span(problem)
    primal, dual = interval_proposal(problem, span)
    if max(problem.matrix.shape) > PART or span:
        square, part = part_dual(loss, *weighty(loss, problem, dual), shift)
        lower, below = (
            judged(BestConstant(loss.reference, quantity, shift, ">=", square), part)
            for quantity in QUANTITIES
        )
    else:
        given = diagonal_dual(problem, dual)
        lower, below = (bound_below(problem, quantity, given) for quantity in QUANTITIES)
    factors = low_rank_factors(problem, span, primal) if span else row_factors(problem, primal)
    square = squared_norms(factors)
    upper = bound_above(problem, "gamma-2", factors, square)
    above = bound_above(problem, "A", factors, HALF_PI * square)
    if problem.matrix.shape[1] <= DRAWN:
        # Where the rank is low C is on the boundary of its cone; from the rounds it is inside.
        begun = [primal] if span is None or problem.level else [primal, rebalanced(problem)[0]]
        signs = min((drawn_signs(problem, each) for each in begun), key=lambda drawn: drawn[0])[1]
        drawn = point_above(problem, signs)
        above = min(above, drawn, key=lambda evidence: evidence.proposition.value)
    return BestConstants(
        shift, SquaredInterval("gamma-2", lower, upper), SquaredInterval("A", below, above)
    )


def interval_proposal(problem: ConstantProblem, span: Span | None) -> tuple[Primal, Dual]:
    """A point and a dual, nearly optimal where the rank is low, else from a few rounds."""
    if problem.level:
        return starting_primal(problem), starting_dual(problem)
    if span is not None:
        try:
            return low_rank_proposal(problem, span)
        except LinAlgError:
            pass  # The rounds need no regular matrix.
    return rebalanced(problem)


def weighty(
    loss: Loss, problem: ConstantProblem, dual: Dual
) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    """The different predictions and observations with most weight in a dual."""
    predictions, observations = tuple(loss.predictions), tuple(loss.observations)

    def most(weights: Array, chosen: tuple[int, ...]) -> list[int]:
        heavy = np.argsort(-weights, kind="stable")[:PART]
        return sorted(chosen[int(i)] for i in heavy if weights[i] > SUPPORT * weights.max())

    return (
        tuple(predictions[i] for i in most(dual.q, problem.rows.chosen)),
        tuple(observations[j] for j in most(dual.d, problem.columns.chosen)),
    )


def part_dual(
    loss: Loss, predictions: tuple[Label, ...], observations: tuple[Label, ...], shift: Shift
) -> tuple[Fraction, PartDual]:
    """A bound on gamma_2^2 from below by a dual on some labels, with its certificate."""
    problem = problem_of(matrix_loss(submatrix(loss, predictions, observations)), shift)
    proposed = starting_dual(problem), interval_proposal(problem, low_span(problem))[1]
    duals = [diagonal_dual(problem, each) for each in proposed]
    values = [dual_value(problem, d.B, d.q, sum(d.d, Fraction(0))) for d in duals]
    best = max(range(len(duals)), key=lambda k: values[k])
    return round_down(values[best]), PartDual(predictions, observations, duals[best])


def drawn_signs(problem: ConstantProblem, primal: Primal) -> tuple[float, Primal]:
    """Signs whose mean matrix is near (2 / pi) arcsin U U^T, in the best share seen, and A*^2."""
    size = problem.matrix.shape[1]
    C = primal.U @ primal.U.T
    signs = rounded_signs(C, SIGNS * size, np.random.default_rng(0))
    mean = signs @ signs.T / signs.shape[1]
    M = problem.matrix - primal.shift

    def square(share: float) -> float:
        C = share * mean + (1 - share) * np.eye(size)
        return float((M.T * np.linalg.solve(C, M.T)).sum(axis=0).max())

    least, best = min((square(share), share) for share in SHARES)
    weights: Array = np.full(signs.shape[1], best / signs.shape[1])
    return least, Primal(signs, weights, primal.shift)
