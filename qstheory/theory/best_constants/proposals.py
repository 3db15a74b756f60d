"""What floating point proposes: a point for the bound above, a dual for the one below.

All of it is about the centred and scaled matrix N of a problem, with C in the hull of the sign
matrices for A*, and positive semidefinite with diagonal at most 1 for gamma_2.
"""

from dataclasses import dataclass

import numpy as np

from qstheory.theory.best_constants.problem import Array, ConstantProblem


@dataclass(frozen=True)
class Primal:
    """U with C = U diag(weights) U^T, whose columns are signs for A*, and the shift c."""

    U: Array
    weights: Array
    shift: Array


@dataclass(frozen=True)
class Dual:
    """X nearly annihilates the shifts; q, d and the weights of the odd vectors are positive.

    `odd` are integer vectors a of odd sum, one a row: (a^T e)^2 >= 1 for every sign vector e.
    """

    X: Array
    q: Array
    d: Array
    odd: Array
    odd_weights: Array

    @property
    def prices(self) -> Array:
        """S = sum_z X_z X_z^T / q_z, scaled to <C, S> <= 1 where X, q are optimal."""
        kept = self.q > 1e-14 * self.q.max()
        rows = self.X[kept] / np.sqrt(self.q[kept])[:, None]
        return np.asarray(rows.T @ rows)


def starting_primal(problem: ConstantProblem) -> Primal:
    """All sign vectors in equal shares, C = I: a decomposition that always exists."""
    size = problem.matrix.shape[1]
    return Primal(np.eye(size), np.full(size, 1.0), np.zeros(size))


def starting_dual(problem: ConstantProblem) -> Dual:
    """The two entries of the widest range that the shift allows: A* is at least half of it."""
    N = problem.matrix
    size = N.shape[1]
    X = np.zeros(N.shape)
    if problem.shift == "by-observation":
        y = int(np.argmax(N.max(axis=0) - N.min(axis=0)))
        high, low = (int(N[:, y].argmax()), y), (int(N[:, y].argmin()), y)
    else:
        high, low = (divmod(int(place), size) for place in (N.argmax(), N.argmin()))
    if high != low:
        X[high], X[low] = 1.0, -1.0
    return Dual(X, np.abs(X).sum(axis=1) + 1e-9, np.abs(X).sum(axis=0) + 1e-9, *no_odd(size))


def no_odd(size: int) -> tuple[Array, Array]:
    """No odd vectors."""
    return np.zeros((0, size)), np.zeros(0)
