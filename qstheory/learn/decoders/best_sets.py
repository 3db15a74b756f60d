"""The best label set from the columns of all sizes: float32 proposes sizes, float64 decides.

With columns a_k in R^m, S_k is the sum of the k largest entries of a_k. Sorting all columns in
single precision gives every S_k up to a rigorous error; only the sizes that may still attain the
maximum are evaluated in double precision.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qstheory.learn.decoders.arrays import FloatArray, IntArray, select_top

UNIT = 2.0**-24
SingleArray = NDArray[np.float32]
Columns = Callable[[IntArray, int], FloatArray]


@dataclass(frozen=True, eq=False)
class Estimates:
    """Single-precision columns (m sizes, t, m labels) of t problems, times a power of two each.

    errors[i, k - 1] bounds the sum over the labels of |estimate - scale_i a_k|, plus m UNIT times
    the sum of |scale_i a_k|.
    """

    columns: SingleArray
    errors: FloatArray
    scale: FloatArray

    def contenders(self, empty: FloatArray) -> NDArray[np.bool_]:
        """Which sizes k = 1..m may have the greatest S_k, if that is at least `empty`: (t, m)."""
        m = len(self.columns)
        ordered = np.sort(self.columns, axis=2)
        largest = (np.arange(m) >= m - np.arange(1, m + 1)[:, None]).astype(np.float32)
        sums = np.matmul(ordered, largest[:, :, None])[:, :, 0].T.astype(np.float64)
        least = np.maximum((sums - self.errors).max(axis=1), empty * self.scale)
        contends: NDArray[np.bool_] = sums + self.errors >= least[:, None]
        return contends


def single_precision(rows: FloatArray, m: int) -> tuple[SingleArray, FloatArray]:
    """The rows as tables of m rows, times powers of two that bring the largest entries near one."""
    largest = np.maximum(rows.max(axis=1, initial=0.0), -rows.min(axis=1, initial=0.0))
    scale: FloatArray = np.ldexp(1.0, -np.clip(np.frexp(largest)[1], -1000, 1000))
    rounded = np.empty((len(rows), m, rows.shape[1] // m), dtype=np.float32)
    tables = rows.reshape(rounded.shape)
    np.multiply(tables, scale[:, None, None], out=rounded, casting="same_kind")
    return rounded, scale


def best_sets(estimates: Estimates, columns: Columns, empty: FloatArray) -> IntArray:
    """The k labels of largest a_k for the k of largest S_k, or the empty set of value `empty`.

    columns(rows, k) are the exact a_k of some problems. Of equal values the smallest size, and
    within a size the earliest labels.
    """
    contends = estimates.contenders(empty)
    value = empty.copy()
    decoded = np.zeros((len(contends), len(estimates.columns)), dtype=np.int8)
    for k in np.flatnonzero(contends.any(axis=0)) + 1:
        rows = np.flatnonzero(contends[:, k - 1])
        column = columns(rows, int(k))
        chosen = select_top(column, int(k))
        sums = np.where(chosen, column, 0.0).sum(axis=1)
        better = sums > value[rows]
        decoded[rows[better]] = chosen[better]
        value[rows[better]] = sums[better]
    return decoded


@dataclass(frozen=True, eq=False)
class CrossApproximation:
    """W = left right + residual, by crosses of W with complete pivoting (few: W is smooth)."""

    left: FloatArray
    right: FloatArray
    residual: FloatArray

    @staticmethod
    def of(matrix: FloatArray) -> "CrossApproximation":
        """As many crosses as bring the residual to single precision."""
        residual = matrix.copy()
        left, right = [], []
        tolerance = 2 * UNIT * np.abs(matrix).max(initial=0.0)
        while np.abs(residual).max(initial=0.0) > tolerance:
            i, j = np.unravel_index(np.argmax(np.abs(residual)), residual.shape)
            left.append(residual[:, j] / residual[i, j])
            right.append(residual[i].copy())
            residual -= np.outer(left[-1], right[-1])
        shape = len(left), *matrix.shape
        return CrossApproximation(
            np.array(left).reshape(shape[:2]), np.array(right).reshape(shape[::2]), residual
        )

    @cached_property
    def shares(self) -> FloatArray:
        """How much an entry of |P| may add to the errors of Estimates, by size l and k.

        A product of s terms in single precision is off by at most about s UNIT times the product
        of absolute values; the rounding of the factors and the crosses left out are added.
        """
        sizes, m = self.residual.shape
        factors = np.abs(self.left).T @ np.abs(self.right)
        left_out = np.abs(self.residual)
        rounding = (sizes + len(self.left) + 4 + m) * factors + m * left_out
        shares: FloatArray = left_out + 1.1 * UNIT * rounding
        return shares

    def estimate(self, P: SingleArray, scale: FloatArray) -> Estimates:
        """The columns of P W for rounded, scaled P (t, m labels, s sizes)."""
        t, m, s = P.shape
        inner = P.reshape(t * m, s) @ self.left.T.astype(np.float32, order="C")
        columns = self.right.T.astype(np.float32) @ inner.T
        # Sums of |P| over the labels, itself in single precision: hence the 1.01.
        totals = np.matmul(np.ones(m, dtype=np.float32), np.abs(P)).astype(np.float64)
        errors = 1.01 * totals @ self.shares + 1e-30
        return Estimates(columns.reshape(self.right.shape[1], t, m), errors, scale)
