"""gamma_2 at sizes beyond the semidefinite programs: a few rounds of rebalancing.

With weights q on rows and p on columns of sum 1 the trace norm of diag(q)^1/2 l diag(p)^1/2 bounds
gamma_2 from below, and its singular vectors W, V and values s give factors
F = diag(q)^-1/2 W s^1/2, U = diag(p)^-1/2 V s^1/2 that bound it from above by their longest rows.
At the optimum all rows with weight are equally long (Linial and Shraibman 2009): so the weights
are multiplied by the squared lengths until the bounds are close.
"""

import numpy as np

from qstheory.theory.best_constants.problem import Array, ConstantProblem
from qstheory.theory.best_constants.proposals import Dual, no_odd
from qstheory.theory.best_constants.relaxation import Relaxed

FEWEST, MOST, WORK = 20, 60, 4500
"""Least and most rounds, and about how many times the rows a round may take."""
CLOSE = 1e-3
"""Relative distance of the bounds at which the rounds end."""
HALVINGS, SMALL, FINE = 5, 2500, 40
"""Halvings of a bracket; as many again up to some entries; and in all at the end."""
FLOOR = 1e-9
"""Least weight of a row or column, as a share of equal weights."""


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
