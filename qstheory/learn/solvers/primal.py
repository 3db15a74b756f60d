"""The linear kernel with fewer inputs than rows: the exact solution from d equations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import issparse

from qstheory.errors import InvalidParameter
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.solvers.features import FeatureSolver


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
