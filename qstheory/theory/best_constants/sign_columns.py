"""A* in floating point: column generation over sign vectors.

The master problem minimises t = max_z sum_k F_zk^2 / w_k over distributions w on the sign vectors
found so far; its dual gives S, and the sign vectors of the largest e^T S e enter next. Halved, the
multipliers X of the fit have <X, L> = t, and e^T S e <= t for the columns of the master problem.
"""

import warnings

import cvxpy as cp
import numpy as np

from qstheory.errors import Undecided
from qstheory.theory.best_constants.problem import Array, ConstantProblem
from qstheory.theory.best_constants.proposals import Dual, Primal

ENUMERATED = 16
"""Most observations for which all sign vectors are priced."""
START = 4
"""Sign vectors to begin with, for each observation."""
ROUNDED = 4
"""The same where the columns are not generated."""
ROUNDS = 60
ENTERING = 24
"""Most sign vectors that enter in one round."""
NEAR = 0.03
"""Sign vectors of smaller e^T S e, by this share, leave unless they have weight."""
TOLERANCE = 4e-7
"""Relative distance of the largest e^T S e to the bound at which the columns are complete."""


def propose(problem: ConstantProblem, vectors: Array, floor: float) -> tuple[Primal, Dual]:
    """Nearly optimal signs with weights, and a dual.

    The first sign vectors are those of projections of `vectors`, one row for each observation: of
    the rows of U for gamma_2 by Grothendieck's rounding. At `floor`, a lower bound on A*^2, the
    search ends.
    """
    size = problem.matrix.shape[1]
    signs = _all_signs(size)
    columns = rounded_signs(vectors, START * size)
    for _ in range(ROUNDS):
        value, primal, dual = _master(problem, columns)
        priced = _priced(signs, dual)
        order = np.argsort(-priced)[:ENTERING]
        if priced[order[0]] <= value * (1 + TOLERANCE) or value <= floor * (1 + TOLERANCE):
            break
        entering = signs[order[priced[order] > value * (1 + TOLERANCE / 2)]].T
        assert primal.weights is not None
        near = _priced(columns.T, dual) >= value * (1 - NEAR)
        kept = columns[:, near | (primal.weights > 1e-7)]
        columns = np.unique(np.hstack([kept, entering]), axis=1)
    return primal, dual


def rounded(problem: ConstantProblem, given: Primal) -> Primal:
    """Signs with equal weights from the vectors of gamma_2, for too many sign vectors."""
    columns = rounded_signs(given.U, ROUNDED * problem.matrix.shape[1])
    return Primal(columns, given.shift, np.full(columns.shape[1], 1 / columns.shape[1]))


def rounded_signs(vectors: Array, count: int) -> Array:
    """Sign vectors, as columns, of the vectors' projections on random directions."""
    directions = np.random.default_rng(0).standard_normal((vectors.shape[1], count))
    noise = 1e-6 * np.random.default_rng(1).standard_normal((len(vectors), count))
    signs = np.where(vectors @ directions + noise > 0, 1.0, -1.0)
    return np.unique(signs * signs[:1], axis=1)


def _all_signs(size: int) -> Array:
    """Every sign vector that begins with 1, as rows."""
    numbers = np.arange(1 << (size - 1))[:, None]
    return np.hstack([np.ones((len(numbers), 1)), 1.0 - 2.0 * (numbers >> np.arange(size - 1) & 1)])


def _priced(signs: Array, dual: Dual) -> Array:
    """(sum q) e^T S e for every sign vector."""
    kept = dual.q > 1e-12
    images = signs @ (dual.X[kept] / np.sqrt(dual.q[kept])[:, None]).T
    return np.asarray((images**2).sum(axis=1) * dual.q.sum())


def _master(problem: ConstantProblem, columns: Array) -> tuple[float, Primal, Dual]:
    """<X, L>, the best weights of the columns, and the dual."""
    L = problem.matrix
    rows, width = L.shape
    count = columns.shape[1]
    F = cp.Variable((rows, count))
    parts = cp.Variable((rows, count))
    w = cp.Variable(count, nonneg=True)
    t = cp.Variable()
    c = cp.Variable((1, width)) if problem.shift == "by-observation" else cp.Variable((1, 1))
    shifts = np.ones((rows, 1)) @ (
        c if problem.shift == "by-observation" else c @ np.ones((1, width))
    )
    spread = cp.vec(np.ones((rows, 1)) @ cp.reshape(w, (1, count), order="C"), order="C")
    flat, each = cp.vec(F, order="C"), cp.vec(parts, order="C")
    cones = cp.SOC(spread + each, cp.vstack([2 * flat, spread - each]))
    fit = columns @ F.T + shifts.T == L.T
    bounded = cp.sum(parts, axis=1) <= t
    program = cp.Problem(cp.Minimize(t), [fit, bounded, cones, cp.sum(w) == 1])
    accuracy = {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Accuracy is judged by the certificate.
        try:
            program.solve(solver=cp.CLARABEL, **accuracy)
        except cp.SolverError:
            raise Undecided("The master problem of A* was not solved.") from None
    if w.value is None or fit.dual_value is None:
        raise Undecided("The master problem of A* was not solved.")
    X = np.asarray(fit.dual_value).T / 2
    q = np.maximum(np.asarray(bounded.dual_value), 0)
    shift = np.broadcast_to(np.asarray(c.value, dtype=float).ravel(), (width,)).copy()
    X *= np.sign((X * L).sum())
    return (
        float((X * L).sum()),
        Primal(columns, shift, np.maximum(w.value, 0)),
        Dual(X, q, np.ones(width)),
    )
