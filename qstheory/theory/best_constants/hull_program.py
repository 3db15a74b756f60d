"""A* over a hull of given matrices, by a primal-dual interior-point method.

    min t + sum w   subject to   t >= l_z C^-1 l_z,  C = sum_k w_k C_k,  w >= 0,  l = N - 1 c^T

At the optimum t = sum w, and t sum w is the least max_z l_z C^-1 l_z with sum w = 1. Every iterate
has C > 0, so it is a bound from above, and its multipliers q with X_z = q_z C^-1 l_z are one from
below over the same hull: the method ends when the two meet, and whatever happens to the numbers it
returns the best of each that it saw. In CVXPY with Clarabel the program takes 9 times as long for
8 x 8 entries and 48 times for 16 x 16; the column generation solves up to 60 of them for a loss.

Systems with triangular matrices, in floating point and by numpy alone.

Elimination with pivots leaves an upper triangular matrix as it is, so that numpy's solver then only
substitutes back: as accurate as a solver for triangular matrices, and scipy, whose import takes
longer than the analysis of a small loss, is not needed.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.linalg import LinAlgError, cholesky, qr

from qstheory.theory.best_constants.problem import Array, ConstantProblem, Dual, no_odd

STEPS = 80
"""Most steps: on five known losses and four random ones at most 40 were taken."""
TO_BOUNDARY = 0.98
"""Share of the way to the boundary that a step may go, as is usual for interior-point methods."""
FLOOR = 0.02
"""Least share of the least slack that a step leaves."""
SPREAD = 0.1
"""Share of equal weights in the weights to begin with: no weight begins at the boundary, 0."""


class Geometry(Protocol):
    """The derivatives of l C^-1 l at C = R^T R, in coordinates b = R^-T l and relative weights."""

    @property
    def R(self) -> Array:
        """The upper triangular factor."""

    def derivatives(self, b: Array, lam: Array) -> tuple[Array, Array, Array]:
        """Minus the slopes of each row, the mixed curvatures, and those with a shift."""


class Columns(Protocol):
    """Matrices C_k in the hull."""

    @property
    def count(self) -> int:
        """How many."""

    def at(self, weights: Array) -> Geometry:
        """The geometry of C = sum_k w_k C_k; raises LinAlgError unless it is regular."""

    def prices(self, S: Array) -> Array:
        """<C_k, S> for each k."""


@dataclass(frozen=True)
class SignGeometry:
    """R and the orthonormal rows Q with C_k w_k = (R^T Q_k)(R^T Q_k)^T."""

    R: Array
    Q: Array

    def derivatives(self, b: Array, lam: Array) -> tuple[Array, Array, Array]:
        """From <Q_k, b_z> alone."""
        a = b @ self.Q.T
        bent = 2 * (self.Q @ self.Q.T) * ((a.T * lam) @ a)
        return a**2, bent, (lam @ a)[:, None] * self.Q


@dataclass(frozen=True)
class SignColumns:
    """C_k = e e^T for the columns e of `signs`."""

    signs: Array

    @property
    def count(self) -> int:
        """How many."""
        return int(self.signs.shape[1])

    def at(self, weights: Array) -> SignGeometry:
        """By an orthogonal factorisation, without forming C."""
        Q, R = qr(np.sqrt(weights)[:, None] * self.signs.T)
        return SignGeometry(R, Q)

    def prices(self, S: Array) -> Array:
        """e^T S e."""
        return np.asarray((self.signs * (S @ self.signs)).sum(axis=0))


@dataclass(frozen=True)
class MeanGeometry:
    """R, R^-T E_i R^-1 for each i, and the a_ki with w_k C_k = sum_i a_ki E_i."""

    R: Array
    whitened: Array
    shares: Array

    def derivatives(self, b: Array, lam: Array) -> tuple[Array, Array, Array]:
        """From b_z b_z^T, and their weighted sum, against each E_i."""
        flat = self.whitened.reshape(len(self.whitened), -1)
        falls = np.einsum("zi,zj->zij", b, b).reshape(len(b), -1) @ flat.T
        root: Array = np.asarray(qr(np.sqrt(lam)[:, None] * b, mode="r"), dtype=float)
        rooted = (self.whitened @ root.T).reshape(len(flat), -1)
        bent = 2 * rooted @ rooted.T
        shares = self.shares
        return falls @ shares.T, shares @ bent @ shares.T, shares @ ((lam @ b) @ self.whitened)


@dataclass(frozen=True)
class MeanColumns:
    """Matrices C_k = sum_i a_ki E_i, means of sign matrices, of given 0-1 matrices E_i."""

    means: Array
    indicators: Array

    @property
    def count(self) -> int:
        """How many."""
        return len(self.means)

    def at(self, weights: Array) -> MeanGeometry:
        """By a Cholesky factorisation of C."""
        R: Array = cholesky(np.tensordot(weights @ self.means, self.indicators, 1)).T.astype(float)
        inverse = solve_upper(R, np.eye(len(R)))
        whitened = inverse.T @ self.indicators @ inverse
        return MeanGeometry(R, whitened, weights[:, None] * self.means)

    def prices(self, S: Array) -> Array:
        """<C_k, S>."""
        return np.asarray(self.means @ np.tensordot(self.indicators, S, 2))


@dataclass(frozen=True)
class Mixture:
    """The best weights (of sum 1), shift and dual seen, with their bounds over the given hull."""

    above: float
    below: float
    weights: Array
    shift: Array
    dual: Dual


@dataclass(frozen=True)
class _State:
    """A point, its geometry and its multipliers lam of the rows and sigma of the weights."""

    problem: ConstantProblem
    columns: Columns
    w: Array
    c: Array
    t: float
    lam: Array
    sigma: Array
    geometry: Geometry

    @cached_property
    def b(self) -> Array:
        return solve_lower(self.geometry.R.T, (self.problem.matrix - self.c).T).T

    @property
    def squares(self) -> Array:
        return np.asarray((self.b**2).sum(axis=1))

    @property
    def gap(self) -> float:
        """What the multipliers say is left, at a point of the central path."""
        return float(self.lam @ (self.t - self.squares) + self.sigma @ self.w)

    def moves(self) -> Array:
        """Orthonormal directions in which R^-T c may move, as columns."""
        R = self.geometry.R
        if self.problem.shift == "by-observation":
            return np.eye(len(R))
        level = solve_lower(R.T, np.ones(len(R)))
        return np.asarray((level / np.linalg.norm(level))[:, None])

    def dual(self) -> Dual:
        """X with the shifts annihilated, at the multipliers of the rows."""
        q = self.lam / self.lam.sum()
        B = solve_upper(self.geometry.R, self.b.T).T
        B -= q @ B if self.problem.shift == "by-observation" else (q @ B).mean()
        size = B.shape[1]
        return Dual(q[:, None] * B, q, np.ones(size), *no_odd(size))

    def stepped(self, share_of_gap: float) -> "tuple[_State, float] | None":
        """The state after a step towards that share of the gap, and the step's length."""
        slack = self.t - self.squares
        rows, count = len(slack), len(self.w)
        goal = share_of_gap * self.gap / (rows + count)
        moves = self.moves()
        falls, bent, tilted = self.geometry.derivatives(self.b, self.lam)
        slopes = np.hstack([np.ones((rows, 1)), falls, 2 * self.b @ moves])
        gradient = -(goal / slack) @ slopes
        gradient[0] += 1
        gradient[1 : count + 1] += self.w - goal
        H = (slopes.T * (self.lam / slack)) @ slopes
        H[1 : count + 1, 1 : count + 1] += bent
        H[range(1, count + 1), range(1, count + 1)] += self.sigma * self.w
        cross = 2 * tilted @ moves
        H[1 : count + 1, count + 1 :] += cross
        H[count + 1 :, 1 : count + 1] += cross.T
        places = range(count + 1, len(H))
        H[places, places] += 2 * self.lam.sum()
        scale = 1 / np.sqrt(np.diag(H))
        H *= scale * scale[:, None]
        H[range(len(H)), range(len(H))] += 1e-13
        step = -scale * solve_definite(H, scale * gradient)
        relative = step[1 : count + 1]
        lam_step = (goal - self.lam * (slopes @ step)) / slack - self.lam
        sigma_step = goal / self.w - self.sigma - self.sigma * relative
        least = min((lam_step / self.lam).min(), (sigma_step / self.sigma).min(), relative.min())
        length = min(1.0, TO_BOUNDARY / max(-least, TO_BOUNDARY))
        while length > 1e-6:
            w = self.w * (1 + length * relative)
            there = _State(
                self.problem,
                self.columns,
                w,
                self.c + length * (self.geometry.R.T @ (moves @ step[count + 1 :])),
                self.t + length * float(step[0]),
                self.lam + length * lam_step,
                self.sigma + length * sigma_step,
                self.columns.at(w),
            )
            if (there.t - there.squares).min() > FLOOR * slack.min():
                return there, length
            length *= 0.7
        return None


def _start(problem: ConstantProblem, columns: Columns, weights: Array, shift: Array) -> _State:
    w = (1 - SPREAD) * weights / weights.sum() + SPREAD / columns.count
    multipliers = np.ones(len(problem.matrix)), np.ones(len(w))
    first = _State(problem, columns, w, shift, 0.0, *multipliers, columns.at(w))
    top = np.sqrt(first.squares.max())
    t, w = 1.2 * top, w * top
    slack = t - first.squares / top
    lam = 1 / slack / (1 / slack).sum()
    sigma = np.clip(lam @ slack / len(slack) / w, 1e-3, 1)
    return _State(problem, columns, w, shift, t, lam, sigma, columns.at(w))


def best_mixture(
    problem: ConstantProblem, columns: Columns, weights: Array, shift: Array, accuracy: float
) -> Mixture:
    """Nearly optimal weights; the columns must span, so that positive weights have C > 0."""
    state = _start(problem, columns, weights, shift)
    above, below = np.inf, -np.inf
    best_w, best_c, best_dual = state.w, state.c, state.dual()
    share_of_gap = 0.3
    for _ in range(STEPS):
        dual = state.dual()
        top = columns.prices(dual.prices).max()
        lower = (dual.X * problem.matrix).sum() ** 2 / top if top > 0 else 0.0
        upper = state.squares.max() * state.w.sum()
        if lower > below:
            below, best_dual = lower, dual
        if upper < above:
            above, best_w, best_c = upper, state.w, state.c
        if above - below <= accuracy * above:
            break
        try:
            found = state.stepped(share_of_gap)
        except LinAlgError:
            break
        if found is None:
            break
        state, length = found
        share_of_gap = 0.1 if length > 0.9 else 0.3 if length > 0.5 else 0.7
        if state.gap <= accuracy * above / 4:
            share_of_gap = 1.0  # Closer to the central path, where the dual is as good.
    return Mixture(float(above), float(below), best_w / best_w.sum(), best_c, best_dual)


def solve_upper(R: Array, B: Array) -> Array:
    """R^-1 B for an upper triangular R; raises LinAlgError when R is singular.

    >>> solve_upper(np.array([[1.0, 2.0], [0.0, 4.0]]), np.array([4.0, 4.0])).tolist()
    [2.0, 1.0]
    """
    return np.asarray(np.linalg.solve(R, B))


def solve_lower(low: Array, B: Array) -> Array:
    """low^-1 B for a lower triangular matrix; raises LinAlgError when it is singular.

    >>> solve_lower(np.array([[4.0, 0.0], [2.0, 1.0]]), np.array([4.0, 4.0])).tolist()
    [1.0, 2.0]
    """
    return solve_upper(low[::-1, ::-1], B[::-1])[::-1]


def solve_definite(H: Array, b: Array) -> Array:
    """H^-1 b for a positive definite H, by Cholesky; raises LinAlgError where it is not definite.

    >>> solve_definite(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 2.0])).round(12).tolist()
    [1.0, 0.5]
    """
    low: Array = np.asarray(np.linalg.cholesky(H), dtype=float)
    return solve_upper(low.T, solve_lower(low, b))
