"""The ridge problem, what every solver of it offers (one fit, or the path over all lambda), and the
exact solver: Cholesky for one lambda, one orthogonal reduction of K for all of them.

The problem is the paper's (eq krr): over the r-dimensional functions of the kernel's space,

    (1/n) sum_i ||g(x_i) - U_i||^2 + lambda ||g||^2,

solved by g(x) = sum_i k(x, x_i) C_i with (K + n lambda I) C = U. Weights w_i of the observations
stand for their repetition: n is then sum_i w_i, the first sum weighted, and C = D c with D =
diag(w)^(1/2) and (D K D + n lambda I) c = D U.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, eigh_tridiagonal, solve, solve_banded
from scipy.linalg.lapack import dormqr, dsytrd
from scipy.sparse import issparse

from qstheory.errors import InvalidParameter
from qstheory.learn.checks import require_memory, row_blocks
from qstheory.learn.kernels import Array, Kernel


class Representation(Protocol):
    """x -> the p numbers in which a fit is linear: kernel sections, or approximate features."""

    @property
    def size(self) -> int: ...

    def features(self, X: Any) -> Array:
        """Shape [len(X), p]."""


@dataclass(frozen=True)
class KernelSections:
    """x -> (k(x, a_1), ..., k(x, a_p)) for the anchors a."""

    kernel: Kernel
    anchors: Any

    @property
    def size(self) -> int:
        return int(self.anchors.shape[0])

    def features(self, X: Any) -> Array:
        return self.kernel.matrix(X, None if self.kernel.precomputed else self.anchors)


@dataclass(frozen=True)
class RidgeFit:
    """g(x) = representation(x) . coefficients, with coefficients of shape [p, r]."""

    representation: Representation
    coefficients: Array

    def scores(self, X: Any) -> Array:
        """g at the rows of X, shape [len(X), r]; the features are formed block by block."""
        out = np.empty((X.shape[0], self.coefficients.shape[1]))
        for rows in row_blocks(X.shape[0], self.representation.size):
            features = self.representation.features(X[rows])
            out[rows] = features.astype(self.coefficients.dtype, copy=False) @ self.coefficients
        return out


class RidgePath(Protocol):
    """All lambda at once, from one eigendecomposition."""

    def at(self, lam: float) -> RidgeFit:
        """The fit for one lambda."""

    def scores(self, X: Any, lams: Sequence[float]) -> Iterator[Array]:
        """g at the rows of X, shape [len(X), r], for one lambda after the other."""

    def leave_one_out(self, lam: float) -> Array:
        """Row i is g fitted without observation i (and the same n lambda), at x_i: shape [n, r]."""


class Solver(Protocol):
    """Fits the ridge problem for one lambda, or for all."""

    def fit(
        self, kernel: Kernel, X: Any, U: Any, lam: float, weights: Array | None = None
    ) -> RidgeFit:
        """U may be sparse; `weights` of the rows, all 1 when None."""

    def path(self, kernel: Kernel, X: Any, U: Any, weights: Array | None = None) -> RidgePath:
        """The same for all lambda."""


def check_rows(X: Any, U: Any, weights: Array | None) -> None:
    """Raises InvalidParameter unless there is one row of U, and one weight, for each row of X."""
    counts = {"rows of X": X.shape[0], "rows of U": U.shape[0]}
    if len(U.shape) != 2:
        raise InvalidParameter(f"U must be a table (n, r), not of shape {U.shape}.")
    if weights is not None:
        counts["weights"] = len(weights)
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{count} {name}" for name, count in counts.items())
        raise InvalidParameter(f"There are {listed}: give one of each for each observation.")


def positive_lambda(lam: Any) -> float:
    """lam as a float.

    Raises
    ------
    InvalidParameter
        When it is not a positive number.
    """
    try:
        value = np.nan if isinstance(lam, str) else float(lam)
    except (TypeError, ValueError):
        value = np.nan
    if not 0 < value < np.inf:
        raise InvalidParameter(f"alpha={lam!r} must be a positive, finite number.")
    return value


@dataclass(frozen=True)
class EigenPath:
    """g_lambda(x) = representation(x) V diag(1 / (s_j + n lambda)) P.

    V of shape [p, q] are eigenvectors, s of shape [q] eigenvalues, P of shape [q, r] the targets
    projected on them.
    """

    representation: Representation
    vectors: Array
    eigenvalues: Array
    projected: Array
    total_weight: float

    def shrunk(self, lam: float) -> Array:
        """diag(1 / (s_j + n lambda)) P, shape [q, r]."""
        denominators = self.eigenvalues + self.total_weight * positive_lambda(lam)
        return np.asarray(self.projected / denominators[:, None])

    def at(self, lam: float) -> RidgeFit:
        return RidgeFit(self.representation, self.vectors @ self.shrunk(lam))

    def scores(self, X: Any, lams: Sequence[float]) -> Iterator[Array]:
        rotated = self.rotated(X)
        for lam in lams:
            yield rotated @ self.shrunk(lam)

    def rotated(self, X: Any) -> Array:
        """representation(x) V for each row, shape [len(X), q]."""
        rotated = np.empty((X.shape[0], self.vectors.shape[1]))
        for rows in row_blocks(X.shape[0], self.representation.size):
            rotated[rows] = self.representation.features(X[rows]) @ self.vectors
        return rotated


def dense(U: Any, limit: float | None) -> Array:
    """U, whose rows may be formed on demand or sparse, as one table; raises TooLarge."""
    if isinstance(U, np.ndarray):
        return np.asarray(U, dtype=float)
    rows, outputs = U.shape
    require_memory(rows * outputs, f"U with {rows} rows and {outputs} columns", limit)
    table = U[:]
    return np.asarray(table.toarray() if issparse(table) else table, dtype=float)


_BLOCK = 64
"""Columns of a block of reflectors, as LAPACK has it by default; it sizes the workspace."""


@dataclass(frozen=True)
class DualPath:
    """The path from K = Q T Q^T, T tridiagonal: (K + n lambda I)^-1 = Q (T + n lambda I)^-1 Q^T.

    Each lambda then costs O(n r) to solve, and O(n r) a test point to predict. Reducing K to T is
    a third of its eigendecomposition, which leave-one-out completes when it is first asked for.

    `reflectors` of shape [n - 1, n - 1] and `factors` hold Q = diag(1, Q') as LAPACK keeps them,
    `diagonals` of shape [3, n] the bands of T, `projected` is Q^T U. With weights, all of this is
    of D K D and D U, and `roots` is the diagonal of D.
    """

    sections: KernelSections
    reflectors: Array
    factors: Array
    diagonals: Array
    projected: Array
    targets: Array
    roots: Array | None = None

    @property
    def n_rows(self) -> int:
        return len(self.targets)

    @property
    def total_weight(self) -> float:
        return self.n_rows if self.roots is None else float(self.roots @ self.roots)

    def at(self, lam: float) -> RidgeFit:
        return RidgeFit(
            self.sections, _scaled(self._rotated("L", "N", self._solved(lam)), self.roots)
        )

    def scores(self, X: Any, lams: Sequence[float]) -> Iterator[Array]:
        rotated = np.empty((X.shape[0], self.n_rows))
        for rows in row_blocks(X.shape[0], self.n_rows):
            features = self.sections.features(X[rows])
            if self.roots is not None:
                features = features * self.roots
            rotated[rows] = self._rotated("R", "N", features)
        for lam in lams:
            yield rotated @ self._solved(lam)

    def leave_one_out(self, lam: float) -> Array:
        """U_i - C_i / ((K + n lambda I)^-1)_ii, the closed form of n separate fits."""
        eigenvalues, vectors = self.eigendecomposition
        inverse = 1.0 / (eigenvalues + self.total_weight * positive_lambda(lam))
        targets = _scaled(self.targets, self.roots)
        coefficients = vectors @ (inverse[:, None] * (vectors.T @ targets))
        diagonal = (vectors**2) @ inverse
        if self.roots is None:
            return np.asarray(self.targets - coefficients / diagonal[:, None])
        unused = self.roots == 0
        diagonal *= np.where(unused, 1.0, self.roots)
        held_out = np.asarray(self.targets - coefficients / diagonal[:, None])
        # A row of weight zero is not fitted: leaving it out changes nothing.
        if unused.any():
            held_out[unused] = self.at(lam).scores(self.sections.anchors[unused])
        return held_out

    @cached_property
    def eigendecomposition(self) -> tuple[Array, Array]:
        """Eigenvalues and eigenvectors of K, from those of T."""
        eigenvalues, vectors = eigh_tridiagonal(self.diagonals[1], self.diagonals[2, :-1])
        return eigenvalues, self._rotated("L", "N", vectors)

    def _solved(self, lam: float) -> Array:
        """(T + n lambda I)^-1 Q^T U."""
        bands = self.diagonals.copy()
        bands[1] += self.total_weight * positive_lambda(lam)
        return np.asarray(solve_banded((1, 1), bands, self.projected, check_finite=False))

    def _rotated(self, side: str, transpose: str, values: Array) -> Array:
        return _apply_reflectors(self.reflectors, self.factors, side, transpose, values)


def _apply_reflectors(
    reflectors: Array, factors: Array, side: str, transpose: str, values: Array
) -> Array:
    """Q v (side "L") or v Q (side "R"), or with Q^T for transpose "T"; Q = diag(1, Q')."""
    rotated = np.array(values, dtype=float, order="F", copy=True)
    if len(factors) == 0 or rotated.size == 0:
        return rotated
    moved = rotated[1:] if side == "L" else rotated[:, 1:]
    workspace = _BLOCK * max(1, moved.shape[1] if side == "L" else moved.shape[0])
    moved[...] = dormqr(side, transpose, reflectors, factors, moved, workspace)[0]
    return rotated


@dataclass(frozen=True)
class ExactSolver:
    """(K + n lambda I) C = U in O(n^3) time and O(n^2 + n r) memory.

    `max_memory` in bytes replaces the available memory as the limit.
    """

    max_memory: float | None = None

    def fit(
        self, kernel: Kernel, X: Any, U: Any, lam: float, weights: Array | None = None
    ) -> RidgeFit:
        kernel, roots = self._begun(kernel, X, U, weights, 2)
        targets = _scaled(dense(U, self.max_memory), roots)
        ridge = positive_lambda(lam) * (len(targets) if weights is None else float(weights.sum()))
        try:
            factor = cho_factor(
                _system(kernel, X, roots, ridge), lower=True, overwrite_a=True, check_finite=False
            )
            coefficients = cho_solve(factor, targets, check_finite=False)
        except LinAlgError:  # the kernel is not positive semidefinite, or lambda is near zero
            coefficients = solve(_system(kernel, X, roots, ridge), targets, assume_a="sym")
        return RidgeFit(KernelSections(kernel, X), _scaled(coefficients, roots))

    def path(self, kernel: Kernel, X: Any, U: Any, weights: Array | None = None) -> DualPath:
        kernel, roots = self._begun(kernel, X, U, weights, 3)
        targets = dense(U, self.max_memory)
        reduced, diagonal, beside, factors, _ = dsytrd(
            _system(kernel, X, roots, 0.0), lower=1, overwrite_a=1, lwork=_BLOCK * len(targets)
        )
        reflectors = np.asfortranarray(reduced[1:, :-1])
        diagonals = np.zeros((3, len(targets)))
        diagonals[0, 1:], diagonals[1], diagonals[2, :-1] = beside, diagonal, beside
        return DualPath(
            KernelSections(kernel, X),
            reflectors,
            factors,
            diagonals,
            projected=_apply_reflectors(reflectors, factors, "L", "T", _scaled(targets, roots)),
            targets=targets,
            roots=roots,
        )

    def _begun(
        self, kernel: Kernel, X: Any, U: Any, weights: Array | None, copies: int
    ) -> tuple[Kernel, Array | None]:
        """The kernel at these rows and the roots of their weights.

        Raises InvalidParameter for rows that do not fit together, TooLarge where so many copies of
        K and U do not fit into memory.
        """
        check_rows(X, U, weights)
        n_rows, n_outputs = U.shape
        require_memory(
            copies * n_rows * (n_rows + n_outputs),
            f"A kernel matrix of {n_rows} rows with {n_outputs} outputs",
            self.max_memory,
        )
        return kernel.resolved(X), None if weights is None else np.sqrt(weights)


def _system(kernel: Kernel, X: Any, roots: Array | None, ridge: float) -> Array:
    """D K D + ridge I; a precomputed matrix is the caller's and is copied."""
    system = np.array(kernel.matrix(X), dtype=float, order="F", copy=True)
    if roots is not None:
        system *= roots[:, None]
        system *= roots
    system.flat[:: len(system) + 1] += ridge
    return system


def _scaled(table: Array, roots: Array | None) -> Array:
    """D times the table."""
    return table if roots is None else np.asarray(table * roots[:, None])
