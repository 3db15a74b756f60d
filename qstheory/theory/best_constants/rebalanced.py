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

ROUNDS = 30
CLOSE = 1e-3
"""Relative distance of the bounds at which the rounds end."""
HALVINGS = 10
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
    C, shift, dual = np.eye(columns), c, _dual(N, c, q, p)[0]
    for _ in range(ROUNDS):
        if problem.shift == "by-observation":
            c = q @ N
        else:
            c, width = _centre(N, q, p, c, width), width / 1.5
        found, F, U, below = _dual(N, c, q, p)
        above = float(F.max() * U.max()) ** 0.5
        if below > largest:
            largest, dual = below, found
        if above < least:
            least, shift = above, c
            C = _gram(N, c, q, p)
        if least - largest <= CLOSE * least:
            break
        q, p = _moved(q, F), _moved(p, U)
    return Relaxed(C / np.diag(C).max(), shift, dual)


def _moved(weights: Array, lengths: Array) -> Array:
    """Longer rows get more weight; the mean of the lengths is 1 for sum 1."""
    moved = np.maximum(weights * lengths / lengths.max(), FLOOR / len(weights))
    return np.asarray(moved / moved.sum())


def _centre(N: Array, q: Array, p: Array, c: Array, width: float) -> Array:
    """The scalar shift of least trace norm within that distance, by bisection of its slope."""
    low, high = c - width, c + width
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        W, _, V = _parts(N - middle, q, p)
        falls = float((np.sqrt(q) @ W) @ (V @ np.sqrt(p))) > 0
        low, high = (middle, high) if falls else (low, middle)
    return np.asarray((low + high) / 2)


def _parts(ell: Array, q: Array, p: Array) -> tuple[Array, Array, Array]:
    W, s, V = np.linalg.svd(np.sqrt(q)[:, None] * ell * np.sqrt(p), full_matrices=False)
    kept = s > 1e-12 * max(float(s[0]), 1e-300)
    return W[:, kept], s[kept], V[kept]


def _dual(N: Array, c: Array, q: Array, p: Array) -> tuple[Dual, Array, Array, float]:
    """The dual, the squared lengths of F and of U, and the trace norm."""
    W, s, V = _parts(N - c, q, p)
    F, U = (W**2 @ s) / q, (s @ V**2) / p
    X = np.sqrt(q)[:, None] * (W @ V) * np.sqrt(p)
    return Dual(X, q, p, *no_odd(N.shape[1])), F, U, float(s.sum())


def _gram(N: Array, c: Array, q: Array, p: Array) -> Array:
    """U U^T, with a little of the identity."""
    _, s, V = _parts(N - c, q, p)
    C = (V.T * s) @ V / np.sqrt(p) / np.sqrt(p)[:, None]
    return np.asarray(C + 1e-9 * np.diag(C).max() * np.eye(len(C)))
