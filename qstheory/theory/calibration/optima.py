"""Optima of a pair (z, z*) with the same active constraints: affine in the excess e.

With steps s_i = F_i - F_z, G t_i = s_i and gains g_y = (F_z - F_z*) . U_y the conditions are

    v = U^T Pi + sum_i lambda_i t_i,   s_i . v >= 0,   Pi . g >= e,   Pi of sum 1,
    sum_i lambda_i s_i . U_y + mu g_y + nu <= 0 for every y,   lambda, mu, Pi >= 0,

each inequality an equality where its multiplier is not 0. Then h(e) = |v - U^T Pi|^2 is
lambda^T (s_i . t_j) lambda, with mu = h'(e) / 2. On an affine solution all of them are affine in e,
so that they hold on an interval, which is read off. Only F U^T and the products of rows are needed.

The problem of one pair in floating point: what its value is about, and what may be active.

    min (v - U^T Pi)^T G (v - U^T Pi)   over weights Pi >= 0 and v,
    with (F_i - F_z) . v >= 0 for all i and (F_z - F_z*) . U^T Pi >= e

Nothing here decides: floats propose.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from qstheory.certify.arithmetic import Vector
from qstheory.exact.integer_matrix import to_fraction
from qstheory.exact.programs import Array, minimise_quadratic
from qstheory.theory.calibration.problem import CalibrationProblem, Numerators, numerators

TOLERANCES = (1e-6, 1e-8, 1e-4)
"""Thresholds above which a float multiplier or weight counts as active, in the order tried."""

Active = tuple[list[int], list[int]]
"""Observations with a weight, and rivals with a multiplier, by their places."""


class PairProposal:
    """The float program of a pair (z, z*); weights are of sum 1 where they are `normed`."""

    def __init__(self, problem: CalibrationProblem, z: int, best: int) -> None:
        self.problem = problem
        rows, scores = problem.rows, problem.scores
        self.steps = Numerators(np.delete(rows.values - rows.values[z], z, axis=0), rows.unit)
        self.excess = Numerators(scores.values[z] - scores.values[best], scores.unit)

    def about(self, sample: Fraction, normed: bool = True) -> float:
        """The value at the excess `sample`, infinite where there is none."""
        scale, program = self._program(sample, normed)
        found = minimise_quadratic(*program)
        if found is None:
            return float("inf")
        return float(found.x @ program[0] @ found.x / 2) * float(scale)

    def active(self, sample: Fraction, normed: bool = True) -> Iterator[Active]:
        """Guesses of what is active at the optimum, the likelier first."""
        _, program = self._program(sample, normed)
        found = minimise_quadratic(*program)
        if found is None:
            return
        n, k = len(self.problem.U), len(self.steps.values)
        multipliers = found.inequality[1 : 1 + k]
        relative = multipliers / (multipliers.max() or 1.0)
        seen: list[Active] = []
        for tolerance in TOLERANCES:
            guess = (
                np.flatnonzero(found.x[:n] > tolerance).tolist(),
                np.flatnonzero(relative > tolerance).tolist(),
            )
            if guess[0] and guess not in seen:
                seen.append(guess)
                yield guess

    def _program(
        self, sample: Fraction, normed: bool
    ) -> tuple[Fraction, tuple[Array, tuple[Array, Array], tuple[Array, Array]]]:
        """The program, for `minimise_quadratic`, and the unit of its values.

        Steps, U and G are brought to the size 1 by powers of 2.
        """
        problem = self.problem
        step, unit, metric = self.steps.size, problem.columns.size, problem.gram_numerators.size
        U, G = problem.columns.scaled(unit), problem.gram_numerators.scaled(metric)
        steps = self.steps.scaled(step)
        n, r = U.shape
        gap = np.hstack([-U.T, np.eye(r)])
        equal = np.concatenate([np.ones(n), np.zeros(r)])[None, :]
        excess = np.concatenate([self.excess.scaled(step * unit), np.zeros(r)])[None, :]
        cell = np.hstack([np.zeros((len(steps), n)), steps])
        positive = np.hstack([np.eye(n), np.zeros((n, r))])
        lower = np.concatenate([[float(sample / step / unit)], np.zeros(len(steps) + n)])
        inequalities = np.vstack([excess, cell, positive]), lower
        equalities = equal[: int(normed)], np.ones(int(normed))
        return unit**2 * metric, (2 * gap.T @ G @ gap, equalities, inequalities)


@dataclass(frozen=True)
class Optimum:
    """An exact optimal point with multipliers at one excess."""

    distribution: Vector
    scores: Vector
    multipliers: Vector
    mu: Fraction
    nu: Fraction


@dataclass(frozen=True)
class OptimaLine:
    """start + e slope of (lambda by rival, mu, nu, Pi by observation)."""

    start: Vector
    slope: Vector

    def at(self, e: Fraction) -> Vector:
        """The vector at one excess."""
        return tuple(s + e * d if d else s for s, d in zip(self.start, self.slope, strict=True))


class PairConditions:
    """The conditions of optimality of one pair, as integers."""

    def __init__(self, problem: CalibrationProblem, z: int, best: int) -> None:
        self.problem = problem
        self.z = z
        self.rivals = [i for i in range(len(problem.F)) if i != z]
        scores, dual = problem.scores, problem.dual
        self.cross = Numerators(np.delete(scores.values - scores.values[z], z, 0), scores.unit)
        self.gains = Numerators(scores.values[z] - scores.values[best], scores.unit)
        kept = np.delete(np.delete(dual.values, z, 0), z, 1)
        row, column = np.delete(dual.values[z], z), np.delete(dual.values[:, z], z)
        self.gram = Numerators(kept - row - column[:, None] + dual.values[z, z], dual.unit)
        self.limit = Fraction(int(self.gains.values.max()), scores.unit)

    def line(self, active: Active, tight: bool, normed: bool = True) -> OptimaLine | None:
        """The solution of the equations of the active constraints, or None.

        Where the excess is not `tight`, being larger than e at the optimum, mu is 0 and nothing
        moves; where the weights are not `normed` to the sum 1, nu is 0.
        """
        support, chosen = active
        k, n = len(chosen), len(support)
        size = k + 2 + n
        cross, gram = self.cross, self.gram
        matrix = fmpq_mat(size, size + 2)
        for i, rival in enumerate(chosen):
            for j, other in enumerate(chosen):
                matrix[i, j] = fmpq(int(gram.values[rival, other]), gram.unit)
            for j, y in enumerate(support):
                matrix[i, k + 2 + j] = matrix[k + j, i] = fmpq(
                    int(cross.values[rival, y]), cross.unit
                )
        for j, y in enumerate(support):
            gain = fmpq(int(self.gains.values[y]), self.gains.unit)
            matrix[k + j, k] = gain
            matrix[k + j, k + 1] = 1
            if tight:
                matrix[size - 2, k + 2 + j] = gain
            if normed:
                matrix[size - 1, k + 2 + j] = 1
        if tight:
            matrix[size - 2, size + 1] = 1
        else:
            matrix[size - 2, k] = 1
        if normed:
            matrix[size - 1, size] = 1
        else:
            matrix[size - 1, k + 1] = 1
        return self._solved(matrix, active)

    def _solved(self, matrix: fmpq_mat, active: Active) -> OptimaLine | None:
        """The line of a system with two right sides, its unknowns put in their places."""
        support, chosen = active
        size = matrix.nrows()
        rivals = len(self.rivals)
        places = [*chosen, rivals, rivals + 1, *(rivals + 2 + y for y in support)]
        reduced, rank = matrix.rref()
        zero = Fraction(0)
        start = [zero] * (rivals + 2 + len(self.problem.U))
        slope = list(start)
        for i in range(rank):
            pivot = next(j for j in range(i, size + 2) if reduced[i, j] != 0)
            if pivot >= size:
                return None
            start[places[pivot]] = to_fraction(reduced[i, size])
            slope[places[pivot]] = to_fraction(reduced[i, size + 1])
        return OptimaLine(tuple(start), tuple(slope))

    def interval(self, line: OptimaLine) -> tuple[Fraction, Fraction] | None:
        """The excesses in [0, largest] at which the line is optimal; None where it is nowhere."""
        low, high = Fraction(0), self.limit
        for constant, rate in self._slacks(line):
            if rate > 0:
                low = max(low, Fraction(-constant, rate))
            elif rate < 0:
                high = min(high, Fraction(constant, -rate))
            elif constant < 0:
                return None
            if low > high:
                return None
        return low, high

    def _slacks(self, line: OptimaLine) -> Iterator[tuple[int, int]]:
        """What must be non-negative, as numerators of constant and slope."""
        k = len(self.rivals)
        both = numerators((line.start, line.slope))
        multipliers, mu, nu, weights = np.split(both.values, [k, k + 1, k + 2], axis=1)
        for part in (multipliers, mu, weights):
            yield from zip(*part.tolist(), strict=True)
        a, b = self.cross.unit, self.gram.unit
        # s_i . v, times both units: few weights and multipliers are not 0.
        used, seen = _used(multipliers), _used(weights)
        cells = a * (multipliers[:, used] @ self.gram.values[used]) + b * (
            weights[:, seen] @ self.cross.values[:, seen].T
        )
        yield from zip(*cells.tolist(), strict=True)
        bounds = multipliers[:, used] @ self.cross.values[used] + mu * self.gains.values
        yield from zip(*(-bounds - a * nu).tolist(), strict=True)
        excess = weights @ self.gains.values
        yield int(excess[0]), int(excess[1]) - a * both.unit

    def coefficients(self, line: OptimaLine) -> tuple[Fraction, Fraction, Fraction]:
        """h(e) = constant + linear e + square e^2 on the line."""
        k = len(self.rivals)
        both = numerators((line.start[:k], line.slope[:k]))
        used = _used(both.values)
        gram = self.gram.values[np.ix_(used, used)]
        start, slope = both.values[:, used]
        scale = both.unit**2 * self.gram.unit
        image = gram @ slope
        return (
            Fraction(int(start @ gram @ start), scale),
            Fraction(int(2 * (start @ image)), scale),
            Fraction(int(slope @ image), scale),
        )

    def optimum(self, line: OptimaLine, e: Fraction, directions: list[Vector]) -> Optimum:
        """The optimum at one excess; `directions` are the t_i by rival."""
        k, problem = len(self.rivals), self.problem
        values = line.at(e)
        weights = values[k + 2 :]
        scores = [Fraction(0)] * problem.width
        moved = zip(values[:k], directions, strict=True)
        for x, row in (*zip(weights, problem.U, strict=True), *moved):
            if x:
                scores = [s + x * u if u else s for s, u in zip(scores, row, strict=True)]
        multipliers = (*values[: self.z], Fraction(0), *values[self.z : k])
        return Optimum(weights, tuple(scores), multipliers, values[k], values[k + 1])


def _used(both: NDArray[Any]) -> list[int]:
    """The places at which one of the two rows is not 0."""
    return [i for i, column in enumerate(both.T.tolist()) if any(column)]
