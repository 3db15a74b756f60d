"""gamma_2 by a semidefinite program, A* by a cone program over all sign vectors."""

from itertools import product
from typing import Any

import cvxpy
import numpy as np

from qstheory.certify.kinds.best_constants import BestConstant
from qstheory.losses import resolve

SLACK = 1e-6


def matrix(reference: Any) -> np.ndarray:
    """L in floating point."""
    loss = resolve(reference)
    return np.array(
        [[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions]
    )


def shifts(L: np.ndarray, kind: str) -> Any:
    """1 c^T with variables c."""
    if kind == "by-observation":
        return np.ones((len(L), 1)) @ cvxpy.Variable((1, L.shape[1]))
    return cvxpy.Variable() * np.ones(L.shape)


def gamma_2(L: np.ndarray, kind: str) -> float:
    """min t with [[P, L - 1 c^T], [., C]] >= 0 and diagonals <= t."""
    rows, columns = L.shape
    block = cvxpy.Variable((rows + columns, rows + columns), PSD=True)
    t = cvxpy.Variable()
    fit = block[:rows, rows:] + shifts(L, kind) == L
    return cvxpy.Problem(cvxpy.Minimize(t), [fit, cvxpy.diag(block) <= t]).solve("CLARABEL") ** 2


def a_star(L: np.ndarray, kind: str) -> float:
    """min max_z sum_e F_ze^2 / w_e over all sign vectors e."""
    signs = np.array([(1, *rest) for rest in product((1, -1), repeat=L.shape[1] - 1)])
    F = cvxpy.Variable((len(L), len(signs)))
    w, t = cvxpy.Variable(len(signs), nonneg=True), cvxpy.Variable()
    bounds = [
        sum(cvxpy.quad_over_lin(F[z, k], w[k]) for k in range(len(signs))) <= t
        for z in range(len(L))
    ]
    fit = F @ signs + shifts(L, kind) == L
    return cvxpy.Problem(cvxpy.Minimize(t), [fit, cvxpy.sum(w) == 1, *bounds]).solve("CLARABEL")


def holds(proposition: BestConstant, certificate: object) -> bool:
    """Whether the bound holds; bounds by certificates for gamma_2 serve A* too."""
    L = matrix(proposition.loss)
    square = (a_star if proposition.quantity == "A" else gamma_2)(L, proposition.shift)
    if proposition.relation == "<=":
        return bool(square <= proposition.value + SLACK)
    return bool(square >= proposition.value - SLACK)


TRUTHS = {BestConstant: holds}
