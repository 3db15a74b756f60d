"""Large n: Nystrom and random Fourier features, with ridge regression on p features.

With features Phi of shape [n, p], (Phi^T Phi + n lambda I) W = Phi^T U. Phi is formed in blocks of
rows, so the memory is O(p^2 + p r) beside the data and the time O(n p^2).

There is no conjugate-gradient solver in their place (FALKON): with r outputs a step of it costs
4 n p r operations, and some tens of steps are needed, against 2 n p^2 once here. It is the faster
one only for a single output and p from about 2,000, and then only while all n p kernel values are
kept in memory, four times what is taken here; where they are computed anew in each step it is
several times slower.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from scipy.linalg import cho_factor, cho_solve, eigh
from scipy.linalg.blas import dtrmm
from scipy.linalg.lapack import dpstrf, dtrtri
from scipy.sparse import issparse

from qstheory.errors import InvalidParameter
from qstheory.learn.checks import FLOAT_BYTES, require_memory, row_blocks
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.solvers.ridge import (
    EigenPath,
    Representation,
    RidgeFit,
    check_rows,
    dense,
    positive_lambda,
)

_RELATIVE_CUTOFF = 1e-12
# Beyond so many bytes moments and coefficients are kept in single precision: there are then more
# outputs than rows could tell apart to eight digits.
_SINGLE_BYTES = 4e8


def default_components(n_rows: int, n_components: int | None) -> int:
    """What was asked for, or min(n, ceil(5 sqrt(n))): memory O(n sqrt n), the rate kept."""
    if n_components is None:
        return min(n_rows, int(np.ceil(5 * np.sqrt(n_rows))))
    if not isinstance(n_components, int | np.integer) or n_components < 1:
        raise InvalidParameter(f"n_components={n_components!r} must be an integer of at least 1.")
    return int(n_components)


@dataclass(frozen=True)
class NystromFeatures:
    """phi(x) = R^-1 k_M(x), from K_MM = R R^T with R lower triangular.

    Landmarks whose sections lie in the span of others' to twelve digits are left out: those are the
    pivots of Cholesky's method that are too small. A triangular product takes half the operations
    of the one with eigenvectors, and is done in place.
    """

    kernel: Kernel
    landmarks: Any
    inverse: Array

    @property
    def size(self) -> int:
        return int(self.inverse.shape[0])

    def features(self, X: Any) -> Array:
        sections = np.ascontiguousarray(self.kernel.matrix(X, self.landmarks), dtype=float)
        return np.asarray(dtrmm(1.0, self.inverse, sections.T, lower=1, overwrite_b=1).T)


def nystrom_features(kernel: Kernel, X: Any, size: int, seed: int) -> NystromFeatures:
    """Features of landmarks drawn uniformly without replacement from the rows of X."""
    if kernel.precomputed:
        raise InvalidParameter("Landmarks need the inputs: use solver='exact' with precomputed.")
    generator = np.random.default_rng(seed)
    chosen = generator.choice(X.shape[0], size=min(size, X.shape[0]), replace=False)
    landmarks = X[np.sort(chosen)]
    gram = kernel.matrix(landmarks)
    least = _RELATIVE_CUTOFF * max(float(np.diagonal(gram).max()), 0.0)
    factor, pivots, rank, _ = dpstrf(gram, tol=least, lower=1)
    if rank == 0 or not least > 0:
        raise InvalidParameter("The kernel is zero on the landmarks: choose another kernel.")
    inverse, _ = dtrtri(np.asfortranarray(factor[:rank, :rank]), lower=1, overwrite_c=1)
    return NystromFeatures(kernel, landmarks[pivots[:rank] - 1], inverse)


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
    weights: Array | None = None

    @property
    def n_rows(self) -> int:
        return len(self.targets)

    def leave_one_out(self, lam: float) -> Array:
        """U_i - (U_i - g(x_i)) / (1 - h_i), h_i = w_i phi_i^T (Phi^T Phi + n lambda I)^-1 phi_i."""
        inverse = 1.0 / (self.eigenvalues + self.total_weight * positive_lambda(lam))
        shrunk = self.shrunk(lam)
        out = np.empty_like(self.targets, dtype=float)
        for rows in row_blocks(self.n_rows, self.representation.size):
            rotated = self.rotated_inputs[rows]
            leverage = (rotated**2) @ inverse
            if self.weights is not None:
                leverage *= self.weights[rows]
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

    draws_from_rows: ClassVar[bool] = False

    @abstractmethod
    def representation(self, kernel: Kernel, X: Any) -> Representation:
        """Features drawn for these rows."""

    def require_rows(self, X: Any) -> None:
        """Raises InvalidParameter unless all features can be drawn from these first rows."""
        if self.draws_from_rows and X.shape[0] < self.size(X):
            raise InvalidParameter(
                f"{self.n_components} landmarks are drawn from the first rows, which are"
                f" {X.shape[0]}: begin with more of them, or lower n_components."
            )

    def size(self, X: Any) -> int:
        """How many features there will be, at most."""
        return default_components(X.shape[0], self.n_components)

    def fit(
        self, kernel: Kernel, X: Any, U: Any, lam: float, weights: Array | None = None
    ) -> RidgeFit:
        check_rows(X, U, weights)
        equations = self.equations(kernel, X, U.shape[1])
        equations.add(X, U, weights)
        return equations.finished(lam)

    def path(self, kernel: Kernel, X: Any, U: Any, weights: Array | None = None) -> PrimalPath:
        check_rows(X, U, weights)
        targets = dense(U, self.max_memory)
        equations = self.equations(kernel, X, targets.shape[1])
        equations.add(X, targets, weights)
        eigenvalues, vectors = eigh(
            equations.gram, driver="evd", overwrite_a=True, check_finite=False
        )
        return PrimalPath(
            equations.representation,
            vectors,
            np.maximum(eigenvalues, 0),
            vectors.T @ equations.moments,
            equations.total_weight,
            inputs=X,
            targets=targets,
            weights=weights,
        )

    def equations(self, kernel: Kernel, X: Any, n_outputs: int) -> NormalEquations:
        """No equations yet, with features drawn for these rows; raises TooLarge."""
        size = self.size(X)
        require_memory(
            5 * size**2 + size * n_outputs * _moment_type(size, n_outputs).itemsize / FLOAT_BYTES,
            f"{size} features with {n_outputs} outputs",
            self.max_memory,
        )
        return NormalEquations.empty(self.representation(kernel.resolved(X), X), n_outputs)


def _moment_type(size: int, n_outputs: int) -> np.dtype[Any]:
    wide = FLOAT_BYTES * size * n_outputs > _SINGLE_BYTES
    return np.dtype(np.float32 if wide else np.float64)


@dataclass
class NormalEquations:
    """sum_i w_i phi_i phi_i^T and sum_i w_i phi_i U_i^T over the rows seen so far."""

    representation: Representation
    gram: Array
    moments: Array
    total_weight: float = 0.0

    @classmethod
    def empty(cls, representation: Representation, n_outputs: int) -> NormalEquations:
        """Those of no rows."""
        size = representation.size
        moments = np.zeros((size, n_outputs), order="F", dtype=_moment_type(size, n_outputs))
        return cls(representation, np.zeros((size, size), order="F"), moments)

    def add(self, X: Any, U: Any, weights: Array | None = None) -> None:
        """Rows with their outputs, dense or sparse (of which only what is not zero is touched)."""
        for rows in row_blocks(X.shape[0], self.representation.size):
            block = self.representation.features(X[rows])
            weighed = block if weights is None else block * weights[rows, None]
            self.gram += weighed.T @ block
            self._add_moments(weighed, U[rows])
        self.total_weight += X.shape[0] if weights is None else float(weights.sum())

    def _add_moments(self, block: Array, U: Any) -> None:
        if not issparse(U):
            self.moments += block.T @ U
            return
        columns = np.unique(U.indices)
        self.moments[:, columns] += np.asarray((U[:, columns].T @ block).T)

    def solved(self, lam: float) -> RidgeFit:
        """The fit for one lambda; more rows may be added after."""
        return self._solved(lam, np.empty_like(self.moments))

    def finished(self, lam: float) -> RidgeFit:
        """The fit for one lambda in the place of the moments: no rows may be added after."""
        return self._solved(lam, self.moments)

    def _solved(self, lam: float, coefficients: Array) -> RidgeFit:
        gram = self.gram.copy(order="F")
        gram.flat[:: gram.shape[0] + 1] += self.total_weight * positive_lambda(lam)
        factor = cho_factor(gram, lower=True, overwrite_a=True, check_finite=False)
        for columns in row_blocks(self.moments.shape[1], self.representation.size):
            right = self.moments[:, columns].astype(np.float64)
            coefficients[:, columns] = cho_solve(factor, right, check_finite=False)
        return RidgeFit(self.representation, coefficients)


@dataclass(frozen=True)
class NystromSolver(FeatureSolver):
    """g in the span of k(., x) for `n_components` landmarks x (default ceil(5 sqrt n)).

    With all rows as landmarks it is the exact solver. A. Rudi, R. Camoriano, L. Rosasco, "Less is
    more: Nystrom computational regularization", NIPS 2015.
    """

    draws_from_rows = True

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


@dataclass(frozen=True)
class InputFeatures:
    """phi(x) = x."""

    size: int

    def features(self, X: Any) -> Array:
        return np.asarray(X.toarray() if issparse(X) else X, dtype=float)


@dataclass(frozen=True)
class PrimalSolver(FeatureSolver):
    """(X^T X + n lambda I) W = X^T U, the exact solution for the linear kernel in O(n d^2)."""

    def representation(self, kernel: Kernel, X: Any) -> InputFeatures:
        if kernel.name != "linear":
            raise InvalidParameter("solver='primal' is for kernel='linear': take another solver.")
        return InputFeatures(X.shape[1])

    def size(self, X: Any) -> int:
        return int(X.shape[1])
