"""Convex quadratic programs in floating point, by Clarabel: a proposal, never an answer."""

from dataclasses import dataclass
from typing import Any

import clarabel
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Array = NDArray[np.float64]


@dataclass(frozen=True)
class QuadraticProposal:
    """A float solution, with the multipliers of the equalities and of the inequalities."""

    x: Array
    equality: Array
    inequality: Array


def minimise_quadratic(
    square: Array, equalities: tuple[Array, Array], inequalities: tuple[Array, Array]
) -> QuadraticProposal | None:
    """min x^T square x / 2 subject to A x = b and C x >= d; None when Clarabel does not solve it.

    Shapes: square n x n, A k x n, b k, C l x n, d l; the inequality multipliers are non-negative.
    """
    A, b = equalities
    C, d = inequalities
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    cones: list[Any] = [clarabel.ZeroConeT(len(b)), clarabel.NonnegativeConeT(len(d))]
    solver = clarabel.DefaultSolver(
        sparse.csc_matrix(np.triu(square)),
        np.zeros(square.shape[0]),
        sparse.csc_matrix(np.vstack([A, -C])),
        np.concatenate([b, -d]),
        cones,
        settings,
    )
    solution = solver.solve()
    if str(solution.status) not in ("Solved", "AlmostSolved"):
        return None
    multipliers = np.asarray(solution.z)
    return QuadraticProposal(np.asarray(solution.x), multipliers[: len(b)], multipliers[len(b) :])
