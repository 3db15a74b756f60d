"""The problem of one pair in floating point: what its value is about, and what may be active.

    min (v - U^T Pi)^T G (v - U^T Pi)   over weights Pi >= 0 and v,
    with (F_i - F_z) . v >= 0 for all i and (F_z - F_z*) . U^T Pi >= e

Nothing here decides: floats propose.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from qstheory.solve.quadratic_program import Array, minimise_quadratic
from qstheory.theory.calibration.problem import CalibrationProblem, Numerators

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
