"""What every solver of the ridge problem offers: one fit, or the path over all lambda.

The problem is the paper's (eq krr): over the r-dimensional functions of the kernel's space,

    (1/n) sum_i ||g(x_i) - U_i||^2 + lambda ||g||^2,

solved by g(x) = sum_i k(x, x_i) C_i with (K + n lambda I) C = U. Weights w_i of the observations
stand for their repetition: n is then sum_i w_i, the first sum weighted, and C = D c with D =
diag(w)^(1/2) and (D K D + n lambda I) c = D U.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from scipy.sparse import issparse

from qstheory.errors import InvalidParameter
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.memory import require_memory, row_blocks


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
