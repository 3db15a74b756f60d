"""Relaxations of A* over the matrices C, by an interior-point method, or over orbits of pairs.

    min t + s   subject to   t >= l_z C^-1 l_z,  C_yy <= s,  a^T C a >= s for odd vectors a,  C > 0

with l = N - 1 c^T. At the optimum t = s, and t s is the least max_z l_z C^-1 l_z with s = 1.
Without odd vectors that is gamma_2^2; each odd vector cuts off matrices outside the hull of the
e e^T, for which (a^T e)^2 >= 1, so that the value rises towards A*^2 and never above it.

Newton's steps of the logarithmic barrier are taken in coordinates C = Y Y^T in which the barrier's
curvature on symmetric matrices D, C + Y D Y^T, is diagonal but for one rank for each inequality,
so that a step costs O((rows + columns)^2 columns^2) and no matrix on pairs is inverted. The same
program in CVXPY with Clarabel takes 6 times as long for 16 x 16 entries and 70 times for 32 x 32,
and a dossier solves a dozen.

For a symmetric loss C = sum_k p_k E_k, E_k the indicator of an orbit of pairs of observations, c is
constant on orbits, and the mean of a a^T over the group stands for a a^T. The program is convex and
the group moves its constraints into one another, so that an optimum is a fixed point: nothing is
lost. The steps solve for p, c, t and s together, of which there are few.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.linalg import LinAlgError, cholesky

from qstheory.theory.best_constants.hull_program import (
    MeanGeometry,
    solve_definite,
    solve_lower,
    solve_upper,
)
from qstheory.theory.best_constants.problem import (
    Array,
    ConstantProblem,
    Coordinates,
    Dual,
    Primal,
    orbit_coordinates,
)

STEPS = 300
"""Most Newton steps: in twenty runs on losses with up to 24 observations at most 91 were taken."""
ACCURACY = 1e-7
"""Relative distance of the two bounds at which the steps end: five digits are written of them."""
CENTRED = 0.5
"""Newton decrement at which the barrier's weight is lowered: below 1 its steps converge fast."""
CONVERGED = 1e-9
"""Newton decrement at which no step gains what rounding lets one see."""
SHORT = 0.01
"""Share of a last step below which the numbers allow no more: a hundred of them make one."""
LOWERED = 0.1
"""Factor of the barrier's weight after a centred point: on 32 programs 0.02 takes 1,527 steps, 0.05
1,330, 0.1 1,452, 0.2 1,590; a larger one ends at points that are centred better."""
KEPT = 0.1
"""Least share of each slack that a step leaves: from the boundary Newton's steps are slow. On 76
programs of low rank they are 4,957 and at most 119 with it, 5,248 and 132 without."""
SLACK = 0.02
"""Least relative slack of the point to begin with: any inside does, and Newton centres it."""


@dataclass(frozen=True)
class Relaxed:
    """A nearly optimal C with diagonal <= 1, the shift, and the dual."""

    C: Array
    shift: Array
    dual: Dual

    @property
    def primal(self) -> Primal:
        """The eigenvectors of C, scaled."""
        values, vectors = np.linalg.eigh(self.C)
        size = len(values)
        return Primal(vectors * np.sqrt(np.maximum(values, 0)), np.ones(size), self.shift)


@dataclass(frozen=True)
class Step:
    """A direction in the unknowns, t and s, and the Newton decrement."""

    variables: Array
    c: Array
    t: float
    s: float
    decrement: float


@dataclass(frozen=True)
class Inside(ABC):
    """A point strictly inside, C > 0, with the barrier's value and Newton step there.

    `variables` and `c` are what C and the shift are linear in.
    """

    N: Array
    odd: Array
    variables: Array
    c: Array
    t: float = 0.0
    s: float = 0.0

    @property
    @abstractmethod
    def C(self) -> Array:
        """The matrix."""

    @property
    @abstractmethod
    def shift(self) -> Array:
        """The shift, a number for each observation."""

    @cached_property
    def diagonal(self) -> Array:
        """C_yy of the observations."""
        return np.diag(self.C)

    @property
    @abstractmethod
    def crossed(self) -> Array:
        """a^T C a of the odd vectors."""

    @abstractmethod
    def step(self, weight: float) -> Step:
        """The Newton step of the barrier."""

    @cached_property
    def low(self) -> Array:
        """The lower triangular factor of C; raises LinAlgError unless C > 0."""
        return np.asarray(cholesky(self.C))

    @cached_property
    def b(self) -> Array:
        """low^-1 l_z, as rows."""
        return solve_lower(self.low, (self.N - self.shift).T).T

    @cached_property
    def slacks(self) -> Array:
        """Of the rows, the diagonal and the odd vectors."""
        squares = (self.b**2).sum(axis=1)
        return np.concatenate([self.t - squares, self.s - self.diagonal, self.crossed - self.s])

    def barrier(self, weight: float) -> float:
        """(t + s) / weight - sum log slack - log det C; infinite outside."""
        if self.slacks.min() <= 0:
            return np.inf
        determinant = 2 * np.log(np.diag(self.low)).sum()
        return float((self.t + self.s) / weight - np.log(self.slacks).sum() - determinant)

    def dual(self) -> Dual:
        """X, q, d and the odd vectors' weights, from the inverse slacks."""
        rows, size = self.N.shape
        lam, d, odd = np.split(1 / self.slacks, [rows, rows + size])
        q = lam / lam.sum()
        X = q[:, None] * solve_upper(self.low.T, self.b.T).T
        return Dual(X, q, d / lam.sum(), self.odd, odd / lam.sum())

    def moved(self, step: Step, weight: float) -> tuple[Self, float] | None:
        """The point after a step that is shortened until the barrier falls, and the share."""
        before, share = self.barrier(weight), 1.0
        while share > 1e-8:
            there = replace(
                self,
                variables=self.variables + share * step.variables,
                c=self.c + share * step.c,
                t=self.t + share * step.t,
                s=self.s + share * step.s,
            )
            try:
                allowed = before - 0.1 * share * step.decrement + 1e-9 * abs(before)
                falls = there.barrier(weight) <= allowed
                if falls and (there.slacks >= KEPT * self.slacks).all():
                    return there, share
            except LinAlgError:
                pass  # Outside of the cone: a shorter step.
            share *= 0.6
        return None


def started(at: Inside) -> Inside:
    """The point scaled so that t is about s, strictly inside."""
    scale = np.sqrt((at.b**2).sum(axis=1).max() / at.diagonal.max())
    at = replace(at, variables=at.variables * scale)
    top = float(at.diagonal.max())
    s = min((1 + SLACK) * top, (top + float(at.crossed.min(initial=np.inf))) / 2)
    return replace(at, t=1.5 * float((at.b**2).sum(axis=1).max()), s=s)


def centred(at: Inside, accuracy: float, lowered: float, short: float = 0.0) -> Relaxed:
    """The last centred point of Newton's steps: whatever happens to the numbers, it is a bound.

    The barrier's weight is multiplied by `lowered` after a centred point; at the last weight a step
    cut to less than the share `short` ends it. Raises LinAlgError only where C > 0 is lost at the
    start.
    """
    at = kept = started(at)
    count = len(at.slacks) + at.N.shape[1]
    weight = (at.t + at.s) / count
    for _ in range(STEPS):
        last = weight * count <= accuracy * (at.t + at.s)
        try:
            step = at.step(weight)
            found = at.moved(step, weight)
        except (LinAlgError, ValueError):
            break
        if found is None or (last and found[1] < short):
            break
        at = found[0]
        if 0 <= step.decrement < CENTRED:
            kept = at
            if last and step.decrement < CONVERGED:
                break
            weight *= 1 if last else lowered
    return Relaxed(kept.C / kept.diagonal.max(), kept.shift, kept.dual())


@dataclass(frozen=True)
class _Point(Inside):
    """The entries of C themselves."""

    free: bool = False

    @property
    def C(self) -> Array:
        return self.variables

    @property
    def shift(self) -> Array:
        return self.c

    @cached_property
    def crossed(self) -> Array:
        return np.asarray(np.einsum("ij,jk,ik->i", self.odd, self.C, self.odd))

    def moves(self, Y: Array) -> Array:
        """Orthonormal directions in which Y^-1 c may move, as columns."""
        if self.free:
            return np.eye(len(Y))
        level = np.linalg.solve(Y, np.ones(len(Y)))
        return np.asarray((level / np.linalg.norm(level))[:, None])

    def step(self, weight: float) -> Step:
        """The Newton step: D is eliminated, the other unknowns and multipliers are solved for."""
        rows, size = self.N.shape
        inverse = 1 / self.slacks
        lam = inverse[:rows]
        tau, turn = np.linalg.eigh((self.b.T * lam) @ self.b)
        Y, b = self.low @ turn, self.b @ turn
        curvature = (1 / (1 + tau[:, None] + tau)).ravel()
        moves = self.moves(Y)
        inner = 2 + moves.shape[1]
        forms = np.vstack([b, Y, self.odd @ Y])
        signs = np.ones(len(forms))
        signs[rows : rows + size] = -1
        others = np.zeros((len(forms), inner))
        others[:rows, 0], others[:rows, 2:] = 1, 2 * b @ moves
        others[rows : rows + size, 1], others[rows + size :, 1] = 1, -1
        flat = (np.einsum("ji,jk->jik", forms, forms) * signs[:, None, None]).reshape(-1, size**2)
        mixed = np.zeros((inner, size, size))
        mixed[2:] = moves.T[:, None, :] * (lam @ b)[None, :, None]
        mixed += mixed.transpose(0, 2, 1)
        gradient = -(inverse @ flat) - np.eye(size).ravel()
        rest = -(inverse @ others)
        rest[:2] += 1 / weight
        columns = np.vstack([mixed.reshape(inner, -1), flat])
        curved = columns * curvature
        system = -(curved @ columns.T)
        system[range(2, inner), range(2, inner)] += 2 * lam.sum()
        system[:inner, inner:] += others.T
        system[inner:, :inner] += others
        ends = range(inner, len(system))
        system[ends, ends] -= self.slacks**2
        right = curved @ gradient
        right[:inner] -= rest
        diagonal = np.abs(np.diag(system))
        scale = 1 / np.sqrt(np.where(diagonal > 0, diagonal, 1))
        found = scale * np.linalg.solve(system * scale * scale[:, None], right * scale)
        D = -(curvature * (gradient + found @ columns))
        decrement = -float(gradient @ D + rest @ found[:inner])
        c = Y @ moves @ found[2:inner]
        C = Y @ D.reshape(size, size) @ Y.T
        return Step((C + C.T) / 2, c, float(found[0]), float(found[1]), decrement)


def relaxed(
    problem: ConstantProblem, odd: Array, start: Relaxed | None = None, accuracy: float = ACCURACY
) -> Relaxed:
    """A nearly optimal point of the relaxation with these odd vectors, none of them a unit vector.

    Raises LinAlgError only where C > 0 is lost at the start.
    """
    size = problem.matrix.shape[1]
    C, c = (np.eye(size), np.zeros(size)) if start is None else (start.C, start.shift)
    free = problem.shift == "by-observation"
    at = _Point(problem.matrix, odd, inside(C, odd), c, free=free)
    return centred(at, accuracy, LOWERED, SHORT)


def inside(C: Array, odd: Array) -> Array:
    """C with diagonal <= 1, moved towards I until a^T C a exceeds 1 by the slack."""
    for share in np.linspace(0, 0.95, 20):
        mixed = (1 - share) * C + share * np.eye(len(C))
        if np.einsum("ij,jk,ik->i", odd, mixed, odd).min(initial=np.inf) > 1 + SLACK:
            return np.asarray(mixed)
    return np.eye(len(C))


LOWERED_ON_ORBITS = 0.05
"""Factor of the barrier's weight after a centred point: of 0.02, 0.05, 0.1, 0.2 and 0.4 this
takes the fewest steps on 32 programs, 1,331 where 0.1 takes 1,439."""


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
    orbits = orbit_coordinates(problem, odd)
    sizes = orbits.indicators.sum(axis=(1, 2))
    p = np.tensordot(orbits.indicators, inside(C, odd), 2) / sizes
    c = orbits.levels @ shift / orbits.levels.sum(axis=1)
    return centred(
        InCoordinates(problem.matrix, odd, p, c, within=orbits), accuracy, LOWERED_ON_ORBITS
    )
