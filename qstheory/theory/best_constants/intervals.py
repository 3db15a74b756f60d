"""Certified intervals for A* and gamma_2 beyond the semidefinite programs, by rebalancing.

From below a dual, of many columns on those with most weight: a part of a loss has no larger
constants than the whole. From above the factors, for A* with Grothendieck's constant sqrt(pi/2), or
signs of Gaussian vectors of their covariance.
"""

from fractions import Fraction

import numpy as np

from qstheory.certify.finite import Vector
from qstheory.certify.kinds.best_constants import (
    HALF_PI,
    DiagonalDual,
    Shift,
    squared_norms,
)
from qstheory.losses.base import Loss
from qstheory.theory.best_constants.bounds import (
    BestConstants,
    SquaredInterval,
    bound_above,
    bound_below,
    point_above,
)
from qstheory.theory.best_constants.problem import Array, ConstantProblem, problem_of
from qstheory.theory.best_constants.proposals import Dual, Primal, starting_dual, starting_primal
from qstheory.theory.best_constants.rebalanced import rebalanced
from qstheory.theory.best_constants.relaxation import Relaxed
from qstheory.theory.best_constants.rounding import diagonal_dual, row_factors
from qstheory.theory.best_constants.sign_columns import rounded_signs

COLUMNS = 400
"""Most columns of a dual."""
SIGNS = 4
"""Sign vectors drawn for each observation."""
DRAWN = 64
"""Most columns for which signs are drawn."""
SHARES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98)
"""Shares of the drawn signs in C, all sign vectors having the rest."""


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
