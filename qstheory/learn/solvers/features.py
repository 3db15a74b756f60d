"""Large n: Nystrom and random Fourier features, with ridge regression on p features.

With features Phi of shape [n, p], (Phi^T Phi + n lambda I) W = Phi^T U. Phi is formed in blocks of
rows, so the memory is O(p^2 + n r) and the time O(n p^2).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.linalg import cho_factor, cho_solve, eigh

from qstheory.errors import InvalidParameter
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.memory import require_memory, row_blocks
from qstheory.learn.solvers.base import EigenPath, Representation, RidgeFit, positive_lambda

_RELATIVE_CUTOFF = 1e-12


def default_components(n_rows: int, n_components: int | None) -> int:
    """What was asked for, or min(n, ceil(5 sqrt(n))): memory O(n sqrt n), the rate kept."""
    if n_components is None:
        return min(n_rows, int(np.ceil(5 * np.sqrt(n_rows))))
    if n_components < 1:
        raise InvalidParameter(f"n_components={n_components!r} must be at least 1.")
    return n_components


@dataclass(frozen=True)
class NystromFeatures:
    """phi(x) = W^T k_M(x), W = V diag(s)^(-1/2), from K_MM = V diag(s) V^T on M landmarks.

    Directions with a relative eigenvalue below 1e-12 are dropped.
    """

    kernel: Kernel
    landmarks: Any
    whitening: Array
    eigenvalues: Array

    @property
    def size(self) -> int:
        return int(self.whitening.shape[1])

    def features(self, X: Any) -> Array:
        return np.asarray(self.kernel.matrix(X, self.landmarks) @ self.whitening)


def nystrom_features(kernel: Kernel, X: Any, size: int, seed: int) -> NystromFeatures:
    """Features of landmarks drawn uniformly without replacement from the rows of X."""
    if kernel.precomputed:
        raise InvalidParameter("Landmarks need the inputs: use solver='exact' with precomputed.")
    generator = np.random.default_rng(seed)
    chosen = generator.choice(X.shape[0], size=min(size, X.shape[0]), replace=False)
    landmarks = X[np.sort(chosen)]
    eigenvalues, vectors = eigh(kernel.matrix(landmarks), driver="evd", check_finite=False)
    kept = eigenvalues > _RELATIVE_CUTOFF * max(eigenvalues[-1], 0)
    if not kept.any():
        raise InvalidParameter("The kernel is zero on the landmarks: choose another kernel.")
    whitening = vectors[:, kept] / np.sqrt(eigenvalues[kept])
    return NystromFeatures(kernel, landmarks, whitening, eigenvalues[kept])


@dataclass(frozen=True)
class FourierFeatures:
    """phi(x) = sqrt(2 / p) cos(x W + b), with E phi(x) . phi(x') = k(x, x')."""

    frequencies: Array
    phases: Array

    @property
    def size(self) -> int:
        return int(self.phases.size)

    def features(self, X: Any) -> Array:
        angles = np.asarray(X @ self.frequencies) + self.phases
        return np.asarray(np.sqrt(2 / self.size) * np.cos(angles, out=angles))


@dataclass(frozen=True)
class PrimalPath(EigenPath):
    """The path with Phi^T Phi = V diag(s) V^T and P = V^T Phi^T U."""

    inputs: Any
    targets: Array

    def leave_one_out(self, lam: float) -> Array:
        """U_i - (U_i - g(x_i)) / (1 - h_i), h_i = phi_i^T (Phi^T Phi + n lambda I)^-1 phi_i."""
        inverse = 1.0 / (self.eigenvalues + self.n_rows * positive_lambda(lam))
        shrunk = self.shrunk(lam)
        out = np.empty_like(self.targets, dtype=float)
        for rows in row_blocks(self.n_rows, self.representation.size):
            rotated = self.rotated_inputs[rows]
            leverage = (rotated**2) @ inverse
            residual = self.targets[rows] - rotated @ shrunk
            out[rows] = self.targets[rows] - residual / (1 - leverage)[:, None]
        return out

    @cached_property
    def rotated_inputs(self) -> Array:
        """Phi V, kept from one lambda to the next: shape [n, p], so O(n sqrt n)."""
        require_memory(self.n_rows * self.representation.size, "Leave-one-out")
        return self.rotated(self.inputs)


@dataclass(frozen=True)
class FeatureSolver(ABC):
    """Ridge regression on the features that a subclass draws."""

    n_components: int | None = None
    seed: int = 0
    max_memory: float | None = None

    @abstractmethod
    def representation(self, kernel: Kernel, X: Any) -> Representation:
        """Features drawn for these rows."""

    def size(self, X: Any) -> int:
        """How many features there will be, at most."""
        return default_components(X.shape[0], self.n_components)

    def fit(self, kernel: Kernel, X: Any, U: Array, lam: float) -> RidgeFit:
        representation, gram, moments = self._normal_equations(kernel, X, U)
        gram.flat[:: gram.shape[0] + 1] += X.shape[0] * positive_lambda(lam)
        factor = cho_factor(gram, lower=True, overwrite_a=True, check_finite=False)
        return RidgeFit(representation, cho_solve(factor, moments, check_finite=False))

    def path(self, kernel: Kernel, X: Any, U: Array) -> PrimalPath:
        representation, gram, moments = self._normal_equations(kernel, X, U)
        eigenvalues, vectors = eigh(gram, driver="evd", overwrite_a=True, check_finite=False)
        return PrimalPath(
            representation,
            vectors,
            np.maximum(eigenvalues, 0),
            vectors.T @ moments,
            X.shape[0],
            inputs=X,
            targets=U,
        )

    def _normal_equations(
        self, kernel: Kernel, X: Any, U: Array
    ) -> tuple[Representation, Array, Array]:
        n_rows, n_outputs = U.shape
        size = self.size(X)
        require_memory(
            5 * size**2 + (3 * size + n_rows) * n_outputs, f"{size} features", self.max_memory
        )
        representation = self.representation(kernel.resolved(X), X)
        gram = np.zeros((representation.size, representation.size), order="F")
        moments = np.zeros((representation.size, n_outputs))
        for rows in row_blocks(n_rows, representation.size):
            block = representation.features(X[rows])
            gram += block.T @ block
            moments += block.T @ U[rows]
        return representation, gram, moments


@dataclass(frozen=True)
class NystromSolver(FeatureSolver):
    """g in the span of k(., x) for `n_components` landmarks x (default ceil(5 sqrt n)).

    With all rows as landmarks it is the exact solver. A. Rudi, R. Camoriano, L. Rosasco, "Less is
    more: Nystrom computational regularization", NIPS 2015.
    """

    def representation(self, kernel: Kernel, X: Any) -> NystromFeatures:
        return nystrom_features(kernel, X, self.size(X), self.seed)


@dataclass(frozen=True)
class FourierSolver(FeatureSolver):
    """Random Fourier features, Gaussian or Laplace kernel (A. Rahimi, B. Recht, NIPS 2007).

    Frequencies: N(0, 2 gamma I) for the Gaussian kernel; gamma times a multivariate Cauchy vector
    for the Laplace kernel exp(-gamma ||x - x'||).
    """

    def representation(self, kernel: Kernel, X: Any) -> FourierFeatures:
        if kernel.name not in {"gaussian", "rbf", "laplace"}:
            raise InvalidParameter(
                f"Fourier features need the Gaussian or Laplace kernel, not {kernel.name!r}."
            )
        size = self.size(X)
        generator = np.random.default_rng(self.seed)
        frequencies = generator.standard_normal((X.shape[1], size))
        if kernel.name == "laplace":
            frequencies *= float(kernel.gamma) / np.abs(generator.standard_normal(size))
        else:
            frequencies *= np.sqrt(2 * float(kernel.gamma))
        return FourierFeatures(frequencies, generator.uniform(0, 2 * np.pi, size))
