"""Certified intervals for A* and gamma_2 beyond the semidefinite programs, by rebalancing.

From below a dual, of many columns on those with most weight: a part of a loss has no larger
constants than the whole. From above the factors, for A* with Grothendieck's constant sqrt(pi/2), or
signs of Gaussian vectors of their covariance.
"""

from fractions import Fraction

import numpy as np

from qstheory.certify.finite import Vector
from qstheory.certify.kinds.best_constants import HALF_PI, DiagonalDual, Shift, squared_norms
from qstheory.losses.base import Loss
from qstheory.theory.best_constants.bounds import (
    BestConstants,
    SquaredInterval,
    bound_above,
    bound_below,
    point_above,
)
from qstheory.theory.best_constants.problem import (
    Array,
    ConstantProblem,
    Dual,
    Primal,
    no_odd,
    problem_of,
    starting_dual,
    starting_primal,
)
from qstheory.theory.best_constants.relaxation import Relaxed
from qstheory.theory.best_constants.rounding import diagonal_dual, row_factors
from qstheory.theory.best_constants.sign_columns import rounded_signs

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


def rebalanced(problem: ConstantProblem) -> Relaxed:
    """C with diagonal <= 1 and a dual, the best that were seen."""
    N = problem.matrix
    rows, columns = N.shape
    q, p = np.full(rows, 1 / rows), np.full(columns, 1 / columns)
    c = np.zeros(columns)
    width = float(N.max() - N.min())
    least, largest = np.inf, -np.inf
    halvings = HALVINGS * (2 if N.size <= SMALL else 1)
    C, shift, best = np.eye(columns), c, (q, p, c)
    for _ in range(max(FEWEST, min(MOST, WORK // rows))):
        if problem.shift == "by-observation":
            c = q @ N
        else:
            low, high = _centre(N, q, p, c, width, halvings=halvings)
            c, width = (low + high) / 2, width / 1.5
        F, U, below = _lengths(N, c, q, p)
        above = float(F.max() * U.max()) ** 0.5
        if below > largest:
            largest, best = below, (q, p, c)
        if above < least:
            least, shift = above, c
            C = _gram(N, c, q, p)
        if least - largest <= CLOSE * least:
            break
        q, p = _moved(q, F), _moved(p, U)
    q, p, c = best
    ends = (c, c)
    if problem.shift == "scalar":
        ends = _centre(N, q, p, c, 2 * float(N.max() - N.min()), halvings=FINE)
    return Relaxed(C / np.diag(C).max(), shift, _dual(N, q, p, *ends))


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


def _lengths(N: Array, c: Array, q: Array, p: Array) -> tuple[Array, Array, float]:
    """The squared lengths of F and of U, and the trace norm."""
    W, s, V = _parts(N - c, q, p)
    return (W**2 @ s) / q, (s @ V**2) / p, float(s.sum())


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


def _gram(N: Array, c: Array, q: Array, p: Array) -> Array:
    """U U^T, with a little of the identity."""
    _, s, V = _parts(N - c, q, p)
    C = (V.T * s) @ V / np.sqrt(p) / np.sqrt(p)[:, None]
    return np.asarray(C + 1e-9 * np.diag(C).max() * np.eye(len(C)))


COLUMNS = 400
"""Most columns of a dual."""
SIGNS = 16
"""Sign vectors drawn for each observation. For a random 120 x 64 matrix 4 leave A* between 19.32
and 24.23, 16 below 20.85 and 32 below 20.44; the part takes 4.1, 5.7 and 8.6 s."""
DRAWN = 64
"""Most columns for which signs are drawn: the certificate grows with the square of the columns."""
SHARES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98)
"""Shares of the drawn signs in C, all sign vectors having the rest: half or twice as many give the
same four digits on random matrices of 40 to 100 columns."""


def constant_intervals(loss: Loss, shift: Shift) -> BestConstants:
    """Intervals for gamma_2^2 and A*^2 from a few singular value decompositions."""
    problem = problem_of(loss, shift)
    whole = relaxed_interval(problem)
    dual = whole.dual
    few = problem.matrix.shape[1] > COLUMNS
    given = _on_few_columns(problem, dual) if few else diagonal_dual(problem, dual)
    lower = bound_below(problem, "gamma-2", given)
    factors = row_factors(problem, whole.primal)
    square = squared_norms(factors)
    upper = bound_above(problem, "gamma-2", factors, square)
    below = bound_below(problem, "A", given)
    above = bound_above(problem, "A", factors, HALF_PI * square)
    if problem.matrix.shape[1] <= DRAWN:
        drawn = point_above(problem, drawn_signs(problem, whole))
        above = min(above, drawn, key=lambda evidence: evidence.proposition.value)
    return BestConstants(
        shift, SquaredInterval("gamma-2", lower, upper), SquaredInterval("A", below, above)
    )


def relaxed_interval(problem: ConstantProblem) -> Relaxed:
    """A point and a dual from a few rounds of rebalancing."""
    if not problem.level:
        return rebalanced(problem)
    start = starting_primal(problem)
    return Relaxed(start.U, start.shift, starting_dual(problem))


def _on_few_columns(problem: ConstantProblem, dual: Dual) -> DiagonalDual:
    """The dual of the columns with most weight, 0 on the others."""
    weighty = np.argsort(-dual.d, kind="stable")[:COLUMNS]
    chosen = sorted(problem.columns.chosen[int(j)] for j in weighty)
    width = len(problem.entries[0])
    entries = tuple(tuple(row[y] for y in chosen) for row in problem.entries)
    part = ConstantProblem(problem.reference, entries, problem.shift)
    found = diagonal_dual(part, relaxed_interval(part).dual)
    return DiagonalDual(
        tuple(_placed(row, chosen, width) for row in found.B),
        found.q,
        _placed(found.d, chosen, width),
    )


def _placed(values: Vector, places: list[int], width: int) -> Vector:
    known = dict(zip(places, values, strict=True))
    return tuple(known.get(y, Fraction(0)) for y in range(width))


def drawn_signs(problem: ConstantProblem, relaxed: Relaxed) -> Primal:
    """Signs whose mean matrix is near (2 / pi) arcsin C, in the best share seen."""
    size = problem.matrix.shape[1]
    signs = rounded_signs(relaxed.C, SIGNS * size, np.random.default_rng(0))
    mean = signs @ signs.T / signs.shape[1]
    M = problem.matrix - relaxed.shift

    def square(share: float) -> float:
        C = share * mean + (1 - share) * np.eye(size)
        return float((M.T * np.linalg.solve(C, M.T)).sum(axis=0).max())

    best = min(SHARES, key=square)
    weights: Array = np.full(signs.shape[1], best / signs.shape[1])
    return Primal(signs, weights, relaxed.shift)
