"""The exact solver: Cholesky for one lambda, one symmetric eigendecomposition for all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, eigh, solve

from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.memory import require_memory
from qstheory.learn.solvers.base import EigenPath, KernelSections, RidgeFit, positive_lambda


@dataclass(frozen=True)
class DualPath(EigenPath):
    """The path with K = V diag(s) V^T and P = V^T U."""

    targets: Array

    def leave_one_out(self, lam: float) -> Array:
        """U_i - C_i / ((K + n lambda I)^-1)_ii, the closed form of n separate fits."""
        inverse = 1.0 / (self.eigenvalues + self.n_rows * positive_lambda(lam))
        diagonal = (self.vectors**2) @ inverse
        return np.asarray(self.targets - (self.vectors @ self.shrunk(lam)) / diagonal[:, None])


@dataclass(frozen=True)
class ExactSolver:
    """(K + n lambda I) C = U in O(n^3) time and O(n^2 + n r) memory.

    `max_memory` in bytes replaces the available memory as the limit.
    """

    max_memory: float | None = None

    def fit(self, kernel: Kernel, X: Any, U: Array, lam: float) -> RidgeFit:
        n_rows, n_outputs = U.shape
        require_memory(
            2 * n_rows**2 + 2 * n_rows * n_outputs,
            f"A kernel matrix of {n_rows} rows",
            self.max_memory,
        )
        kernel = kernel.resolved(X)
        # A precomputed matrix is the caller's: it is not shifted in place.
        system = np.array(kernel.matrix(X), dtype=float, order="F", copy=True)
        system.flat[:: n_rows + 1] += n_rows * positive_lambda(lam)
        try:
            factor = cho_factor(system, lower=True, overwrite_a=True, check_finite=False)
            coefficients = cho_solve(factor, U, check_finite=False)
        except LinAlgError:  # the kernel is not positive semidefinite, or lambda is near zero
            system = np.array(kernel.matrix(X), dtype=float, copy=True)
            system.flat[:: n_rows + 1] += n_rows * lam
            coefficients = solve(system, U, assume_a="sym")
        return RidgeFit(KernelSections(kernel, X), coefficients)

    def path(self, kernel: Kernel, X: Any, U: Array) -> DualPath:
        n_rows, n_outputs = U.shape
        require_memory(
            4 * n_rows**2 + 3 * n_rows * n_outputs,
            f"The eigendecomposition of a kernel matrix of {n_rows} rows",
            self.max_memory,
        )
        kernel = kernel.resolved(X)
        gram = np.array(kernel.matrix(X), dtype=float, order="F", copy=True)
        eigenvalues, vectors = eigh(gram, driver="evd", overwrite_a=True, check_finite=False)
        return DualPath(
            KernelSections(kernel, X), vectors, eigenvalues, vectors.T @ U, n_rows, targets=U
        )
