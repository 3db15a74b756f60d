"""Convex quadratic programs in floating point, by Clarabel: a proposal, never an answer."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class QuadraticProposal:
    """A float solution, with the multipliers of the equalities and of the inequalities."""

    x: Array
    equality: Array
    inequality: Array


class _Columns(NamedTuple):
    """A matrix by its compressed columns, under the names of scipy, which are what Clarabel reads.

    scipy itself takes longer to import than a small program to solve.
    """

    shape: tuple[int, int]
    nnz: int
    data: Array
    indices: NDArray[np.int64]
    indptr: NDArray[np.int64]
    has_canonical_format: bool = True


def _compressed(matrix: Array) -> _Columns:
    """The entries that are not 0, column by column."""
    columns, rows = np.nonzero(matrix.T)
    starts = np.searchsorted(columns, np.arange(matrix.shape[1] + 1))
    return _Columns(matrix.shape, len(rows), matrix[rows, columns], rows, starts)


def minimise_quadratic(
    square: Array, equalities: tuple[Array, Array], inequalities: tuple[Array, Array]
) -> QuadraticProposal | None:
    """min x^T square x / 2 subject to A x = b and C x >= d; None when Clarabel does not solve it.

    Shapes: square n x n, A k x n, b k, C l x n, d l; the inequality multipliers are non-negative.
    """
    import clarabel

    A, b = equalities
    C, d = inequalities
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    cones: list[Any] = [clarabel.ZeroConeT(len(b)), clarabel.NonnegativeConeT(len(d))]
    solver = clarabel.DefaultSolver(
        _compressed(np.triu(square)),
        np.zeros(square.shape[0]),
        _compressed(np.vstack([A, -C])),
        np.concatenate([b, -d]),
        cones,
        settings,
    )
    solution = solver.solve()
    if str(solution.status) not in ("Solved", "AlmostSolved"):
        return None
    multipliers = np.asarray(solution.z)
    return QuadraticProposal(np.asarray(solution.x), multipliers[: len(b)], multipliers[len(b) :])
