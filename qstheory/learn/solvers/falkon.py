"""Large n by conjugate gradients, preconditioned with the landmarks.

In Nystrom features Phi = K_nM W, W W^T = K_MM^+, the system is (Phi^T Phi + n lambda I) w = Phi^T
U. Estimating Phi^T Phi from the M landmarks alone gives n/M diag(s), s the eigenvalues of K_MM: so
the preconditioner n (s/M + lambda) is diagonal, and the condition number stays bounded for M of the
order sqrt(n) log n. A. Rudi, L. Carratino, L. Rosasco, "FALKON: an optimal large scale kernel
method", NIPS 2017 (with an eigendecomposition in the place of their Cholesky factors, which takes
kernels of low rank in its stride).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from qstheory.errors import InvalidParameter
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.memory import FLOAT_BYTES, require_memory, row_blocks
from qstheory.learn.solvers.base import KernelSections, RidgeFit, RidgePath, positive_lambda
from qstheory.learn.solvers.features import default_components, nystrom_features


@dataclass(frozen=True)
class FalkonSolver:
    """The Nystrom solution in O(n M r) a step: memory O(M^2 + (n + M) r), time O(n M r log n).

    `tolerance` bounds the relative residual of every output; a warning says when `max_iterations`
    was too few. The n M kernel values, O(n sqrt n) of them, are kept between the steps when they
    take at most `kept_bytes`, and computed again otherwise.
    """

    n_components: int | None = None
    seed: int = 0
    tolerance: float = 1e-8
    max_iterations: int = 200
    kept_bytes: float = 1e9
    max_memory: float | None = None

    def fit(self, kernel: Kernel, X: Any, U: Array, lam: float) -> RidgeFit:
        positive_lambda(lam)
        n_rows, n_outputs = U.shape
        size = default_components(n_rows, self.n_components)
        kept = n_rows * size if FLOAT_BYTES * n_rows * size <= self.kept_bytes else 0
        require_memory(
            4 * size**2 + (n_rows + 6 * size) * n_outputs + kept,
            f"{size} landmarks",
            self.max_memory,
        )
        nystrom = nystrom_features(kernel.resolved(X), X, size, self.seed)
        sections = KernelSections(nystrom.kernel, nystrom.landmarks)
        size = sections.size  # no more landmarks than rows
        scale = 1 / np.sqrt(n_rows * (nystrom.eigenvalues / size + lam))[:, None]
        anchored = nystrom.whitening
        blocks = [
            (rows, _Block(sections, X[rows], bool(kept))) for rows in row_blocks(n_rows, size)
        ]

        def normal(b: Array) -> Array:
            """D (Phi^T Phi + n lambda I) D b, with the diagonal D of the preconditioner."""
            w = scale * b
            sums = np.zeros((size, b.shape[1]))
            coefficients = anchored @ w
            for _, block in blocks:
                values = block.values()
                sums += values.T @ (values @ coefficients)
            return np.asarray(scale * (anchored.T @ sums + n_rows * lam * w))

        moments = np.zeros((size, n_outputs))
        for rows, block in blocks:
            moments += block.values().T @ U[rows]
        solution = conjugate_gradient(
            normal,
            scale * (anchored.T @ moments),
            tolerance=self.tolerance,
            max_iterations=self.max_iterations,
        )
        return RidgeFit(sections, anchored @ (scale * solution))

    def path(self, kernel: Kernel, X: Any, U: Array) -> RidgePath:
        raise InvalidParameter(
            "solver='falkon' solves one lambda at a time: use solver='nystrom' for the whole path."
        )


class _Block:
    """The kernel values of some rows, kept once computed or not."""

    def __init__(self, sections: KernelSections, X: Any, keep: bool) -> None:
        self._sections, self._X = sections, X
        self._kept = sections.features(X) if keep else None

    def values(self) -> Array:
        return self._sections.features(self._X) if self._kept is None else self._kept


def conjugate_gradient(
    operator: Callable[[Array], Array], right: Array, *, tolerance: float, max_iterations: int
) -> Array:
    """Solve operator(b) = right for all columns at once, the operator symmetric positive definite.

    Each column has its own step length; a column stops to move once its residual norm is below
    `tolerance` times that of its right-hand side.
    """
    solution = np.zeros_like(right)
    residual = right.copy()
    direction = residual.copy()
    squared = np.einsum("ij,ij->j", residual, residual)
    target = tolerance**2 * squared
    for _ in range(max_iterations):
        active = np.flatnonzero(squared > target)
        if active.size == 0:
            return solution
        image = operator(direction[:, active])
        curvature = np.einsum("ij,ij->j", direction[:, active], image)
        step = squared[active] / curvature
        solution[:, active] += step * direction[:, active]
        residual[:, active] -= step * image
        renewed = np.einsum("ij,ij->j", residual[:, active], residual[:, active])
        momentum = renewed / squared[active]
        direction[:, active] = residual[:, active] + momentum * direction[:, active]
        squared[active] = renewed
    if (squared > target).any():
        warnings.warn(
            f"{int((squared > target).sum())} outputs are above the tolerance after "
            f"{max_iterations} steps: raise max_iterations or n_components.",
            ConvergenceWarning,
            stacklevel=2,
        )
    return solution
