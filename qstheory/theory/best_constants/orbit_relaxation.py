"""Relaxations of A* for a symmetric loss: one unknown for each orbit of pairs of observations.

    min t + s   subject to   t >= l_z C^-1 l_z,  C_yy <= s,  <M_a, C> >= s for odd vectors a,  C > 0

with C = sum_k p_k E_k, E_k the indicator of an orbit, l = N - 1 c^T for a shift c that is constant
on orbits of observations, and M_a the mean of a a^T over the group. The program is convex and the
group moves its constraints into one another, so that an optimum is a fixed point: nothing is lost.
Newton's steps of the logarithmic barrier solve for p, c, t and s together, of which there are few.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.linalg import LinAlgError, cholesky

from qstheory.solve.triangular import solve_definite, solve_lower, solve_upper
from qstheory.theory.best_constants.hull_program import MeanGeometry
from qstheory.theory.best_constants.orbits import orbit_indicators, orbit_means, pair_orbits
from qstheory.theory.best_constants.problem import Array, ConstantProblem
from qstheory.theory.best_constants.proposals import Dual
from qstheory.theory.best_constants.relaxation import (
    CENTRED,
    CONVERGED,
    STEPS,
    Relaxed,
    inside,
)

LOWERED = 0.05
"""Factor of the barrier's weight after a centred point: six of them reach 1e-7, as 20^6 = 6e7."""


@dataclass(frozen=True)
class OrbitProgram:
    """N, indicators of the orbits of pairs and of observations, odd vectors, and a^T E_k a."""

    N: Array
    indicators: Array
    levels: Array
    odd: Array
    crossed: Array

    @cached_property
    def diagonals(self) -> Array:
        """The diagonals of the indicators, as columns."""
        return np.asarray(np.einsum("kii->ik", self.indicators))


def orbit_program(problem: ConstantProblem, odd: Array) -> OrbitProgram:
    """The program of a symmetric problem with these odd vectors."""
    size = problem.matrix.shape[1]
    orbit = pair_orbits(size, problem.column_moves)
    levels = np.ones((1, size))
    if problem.shift == "by-observation":
        own = np.diag(orbit)
        levels = (own == np.unique(own)[:, None]).astype(float)
    means = orbit_means(orbit, odd.T)
    return OrbitProgram(
        problem.matrix, orbit_indicators(orbit), levels, odd, means * np.bincount(orbit.ravel())
    )


@dataclass(frozen=True)
class _Point:
    program: OrbitProgram
    p: Array
    c: Array
    t: float
    s: float

    @cached_property
    def C(self) -> Array:
        return np.asarray(np.tensordot(self.p, self.program.indicators, 1))

    @cached_property
    def R(self) -> Array:
        """The upper triangular factor of C; raises LinAlgError unless C > 0."""
        return np.asarray(cholesky(self.C).T)

    @cached_property
    def shift(self) -> Array:
        return np.asarray(self.c @ self.program.levels)

    @cached_property
    def b(self) -> Array:
        """R^-T l_z, as rows."""
        return solve_lower(self.R.T, (self.program.N - self.shift).T).T

    @cached_property
    def slacks(self) -> Array:
        """Of the rows, the diagonal and the odd vectors."""
        squares = (self.b**2).sum(axis=1)
        crossed = self.program.crossed @ self.p
        return np.concatenate([self.t - squares, self.s - np.diag(self.C), crossed - self.s])

    def barrier(self, weight: float) -> float:
        """(t + s) / weight - sum log slack - log det C; infinite outside."""
        if self.slacks.min() <= 0:
            return np.inf
        determinant = 2 * np.log(np.diag(self.R)).sum()
        return float((self.t + self.s) / weight - np.log(self.slacks).sum() - determinant)

    def dual(self) -> Dual:
        """X, q, d and the odd vectors' weights, from the inverse slacks."""
        rows, size = self.program.N.shape
        lam, d, odd = np.split(1 / self.slacks, [rows, rows + size])
        q = lam / lam.sum()
        X = q[:, None] * solve_upper(self.R, self.b.T).T
        return Dual(X, q, d / lam.sum(), self.program.odd, odd / lam.sum())

    def step(self, weight: float) -> tuple[Array, float]:
        """The Newton step in (p, c, t, s), and its decrement."""
        program = self.program
        (rows, size), count, shifts = program.N.shape, len(self.p), len(self.c)
        inverse = 1 / self.slacks
        lam = inverse[:rows]
        root = solve_upper(self.R, np.eye(size))
        W = root.T @ program.indicators @ root
        falls, bent, tilted = MeanGeometry(self.R, W, np.eye(count)).derivatives(self.b, lam)
        u = root.T @ program.levels.T
        slopes = np.zeros((len(inverse), count + shifts + 2))
        slopes[:rows, :count], slopes[:rows, count:-2] = falls, 2 * self.b @ u
        slopes[:rows, -2], slopes[rows : rows + size, -1] = 1, 1
        slopes[rows : rows + size, :count] = -program.diagonals
        slopes[rows + size :, :count], slopes[rows + size :, -1] = program.crossed, -1
        gradient = -(inverse @ slopes)
        gradient[:count] -= np.einsum("kii->k", W)
        gradient[-2:] += 1 / weight
        scaled = slopes * inverse[:, None]
        H = scaled.T @ scaled
        flat = W.reshape(count, -1)
        H[:count, :count] += bent + flat @ flat.T
        cross = 2 * tilted @ u
        H[:count, count:-2] += cross
        H[count:-2, :count] += cross.T
        H[count:-2, count:-2] += 2 * lam.sum() * u.T @ u
        scale = 1 / np.sqrt(np.diag(H))
        H *= scale * scale[:, None]
        H[range(len(H)), range(len(H))] += 1e-14
        step = -scale * solve_definite(H, scale * gradient)
        return step, -float(gradient @ step)

    def moved(self, step: Array, decrement: float, weight: float) -> "_Point | None":
        """The point after a step that is shortened until the barrier falls."""
        before, share, count = self.barrier(weight), 1.0, len(self.p)
        while share > 1e-8:
            there = _Point(
                self.program,
                self.p + share * step[:count],
                self.c + share * step[count:-2],
                self.t + share * float(step[-2]),
                self.s + share * float(step[-1]),
            )
            try:
                allowed = before - 0.1 * share * decrement + 1e-9 * abs(before)
                if there.barrier(weight) <= allowed:
                    return there
            except LinAlgError:
                pass  # Outside of the cone: a shorter step.
            share *= 0.6
        return None


def _start(program: OrbitProgram, C: Array, shift: Array) -> _Point:
    """The point with this C, scaled so that t is about s, strictly inside."""
    sizes = program.indicators.sum(axis=(1, 2))
    p = np.tensordot(program.indicators, C, 2) / sizes
    c = program.levels @ shift / program.levels.sum(axis=1)
    at = _Point(program, p, c, 0.0, 0.0)
    p = p * np.sqrt((at.b**2).sum(axis=1).max() / np.diag(at.C).max())
    at = _Point(program, p, c, 0.0, 0.0)
    top, crossed = float(np.diag(at.C).max()), float((program.crossed @ p).min(initial=np.inf))
    s = min(1.02 * top, (top + crossed) / 2)
    return _Point(program, p, c, 1.5 * float((at.b**2).sum(axis=1).max()), s)


def relaxed_over_orbits(
    problem: ConstantProblem, odd: Array, start: Relaxed | None, accuracy: float
) -> Relaxed:
    """As `relaxed`, for an odd vector standing for its images under the symmetries."""
    size = problem.matrix.shape[1]
    C, shift = (np.eye(size), np.zeros(size)) if start is None else (start.C, start.shift)
    program = orbit_program(problem, odd)
    at = _start(program, inside(C, odd), shift)
    count = len(at.slacks) + size
    weight = (at.t + at.s) / count
    centred = at
    for _ in range(STEPS):
        last = weight * count <= accuracy * (at.t + at.s)
        try:
            step, decrement = at.step(weight)
            found = at.moved(step, decrement, weight)
        except (LinAlgError, ValueError):
            break
        if found is None:
            break
        at = found
        if 0 <= decrement < CENTRED:
            centred = at
            if last and decrement < CONVERGED:
                break
            weight *= 1 if last else LOWERED
    return Relaxed(centred.C / np.diag(centred.C).max(), centred.shift, centred.dual())
