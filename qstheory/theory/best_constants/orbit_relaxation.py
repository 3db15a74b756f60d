"""Relaxations of A* for a symmetric loss: one unknown for each orbit of pairs of observations.

    min t + s   subject to   t >= l_z C^-1 l_z,  C_yy <= s,  <M_a, C> >= s for odd vectors a,  C > 0

with C = sum_k p_k E_k, E_k the indicator of an orbit, l = N - 1 c^T for a shift c that is constant
on orbits of observations, and M_a the mean of a a^T over the group. The program is convex and the
group moves its constraints into one another, so that an optimum is a fixed point: nothing is lost.
Newton's steps of the logarithmic barrier solve for p, c, t and s together, of which there are few.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qstheory.theory.best_constants.hull_program import MeanGeometry, solve_definite, solve_upper
from qstheory.theory.best_constants.problem import Array, ConstantProblem
from qstheory.theory.best_constants.relaxation import Inside, Relaxed, Step, centred, inside

LOWERED = 0.05
"""Factor of the barrier's weight after a centred point: of 0.02, 0.05, 0.1, 0.2 and 0.4 this
takes the fewest steps on 32 programs, 1,331 where 0.1 takes 1,439."""


@dataclass(frozen=True)
class Coordinates:
    """Symmetric E_k, spanning where C lies, and the levels, spanning where the shift does.

    `diagonals` has, for every observation, what the E_k add to the number that s bounds; `crossed`
    has a^T E_k a for every odd vector a.
    """

    indicators: Array
    levels: Array
    diagonals: Array
    crossed: Array


def _orbits(problem: ConstantProblem, odd: Array) -> Coordinates:
    size = problem.matrix.shape[1]
    orbit = pair_orbits(size, problem.column_moves)
    levels = np.ones((1, size))
    if problem.shift == "by-observation":
        own = np.diag(orbit)
        levels = (own == np.unique(own)[:, None]).astype(float)
    means = orbit_means(orbit, odd.T)
    indicators = orbit_indicators(orbit)
    diagonals = np.einsum("kii->ik", indicators)
    return Coordinates(indicators, levels, diagonals, means * np.bincount(orbit.ravel()))


@dataclass(frozen=True, kw_only=True)
class InCoordinates(Inside):
    """A few numbers for C and for the shift."""

    within: Coordinates

    @cached_property
    def C(self) -> Array:
        return np.asarray(np.tensordot(self.variables, self.within.indicators, 1))

    @cached_property
    def shift(self) -> Array:
        return np.asarray(self.c @ self.within.levels)

    @cached_property
    def diagonal(self) -> Array:
        return np.asarray(self.within.diagonals @ self.variables)

    @property
    def crossed(self) -> Array:
        return np.asarray(self.within.crossed @ self.variables)

    def step(self, weight: float) -> Step:
        """The Newton step in all unknowns together."""
        program, R = self.within, self.low.T
        (rows, size), count, shifts = self.N.shape, len(self.variables), len(self.c)
        bounded = rows + len(program.diagonals)
        inverse = 1 / self.slacks
        lam = inverse[:rows]
        root = solve_upper(R, np.eye(size))
        W = root.T @ program.indicators @ root
        falls, bent, tilted = MeanGeometry(R, W, np.eye(count)).derivatives(self.b, lam)
        u = root.T @ program.levels.T
        slopes = np.zeros((len(inverse), count + shifts + 2))
        slopes[:rows, :count], slopes[:rows, count:-2] = falls, 2 * self.b @ u
        slopes[:rows, -2], slopes[rows:bounded, -1] = 1, 1
        slopes[rows:bounded, :count] = -program.diagonals
        slopes[bounded:, :count], slopes[bounded:, -1] = program.crossed, -1
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
        decrement = -float(gradient @ step)
        return Step(step[:count], step[count:-2], float(step[-2]), float(step[-1]), decrement)


def relaxed_over_orbits(
    problem: ConstantProblem, odd: Array, start: Relaxed | None, accuracy: float
) -> Relaxed:
    """As `relaxed`, for an odd vector standing for its images under the symmetries."""
    size = problem.matrix.shape[1]
    C, shift = (np.eye(size), np.zeros(size)) if start is None else (start.C, start.shift)
    orbits = _orbits(problem, odd)
    sizes = orbits.indicators.sum(axis=(1, 2))
    p = np.tensordot(orbits.indicators, inside(C, odd), 2) / sizes
    c = orbits.levels @ shift / orbits.levels.sum(axis=1)
    return centred(InCoordinates(problem.matrix, odd, p, c, within=orbits), accuracy, LOWERED)


Orbit = NDArray[np.int64]
"""For each pair of points the number of its orbit."""


def pair_orbits(size: int, moves: Sequence[Sequence[int]]) -> Orbit:
    """The number of the orbit of each unordered pair of points under the moves' group."""
    labels = np.arange(size * size).reshape(size, size)
    labels = np.minimum(labels, labels.T)
    while True:
        before = labels.copy()
        for move in moves:
            labels = np.minimum(labels, labels[np.ix_(move, move)])
            back = np.empty_like(labels)
            back[np.ix_(move, move)] = labels
            labels = np.minimum(labels, back)
        if (labels == before).all():
            break
    _, numbers = np.unique(labels, return_inverse=True)
    return numbers.reshape(size, size)


def orbit_means(orbit: Orbit, vectors: Array) -> Array:
    """For each vector a, a column, the entry of the mean of a a^T over the group on each orbit."""
    counts = np.bincount(orbit.ravel())
    means = [np.bincount(orbit.ravel(), np.outer(a, a).ravel()) / counts for a in vectors.T]
    return np.array(means).reshape(-1, len(counts))


def orbit_indicators(orbit: Orbit) -> Array:
    """For each orbit the 0-1 matrix of its pairs."""
    return np.asarray(orbit == np.arange(orbit.max() + 1)[:, None, None], dtype=float)


def different_orbits(orbit: Orbit, vectors: Array) -> Orbit:
    """The place of the first of the vectors, columns, of each mean a a^T."""
    means = np.round(orbit_means(orbit, vectors), 9)
    return np.sort(np.unique(means, axis=0, return_index=True)[1])


def unmoved(orbit: Orbit) -> bool:
    """Whether every orbit is a single pair."""
    return bool(orbit.max() + 1 == len(orbit) * (len(orbit) + 1) // 2)
