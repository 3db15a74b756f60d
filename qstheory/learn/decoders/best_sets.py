"""The best label set from the columns of all sizes: float32 proposes sizes, float64 decides.

With columns a_k in R^m, S_k is the sum of the k largest entries of a_k. Columns in single precision
give every S_k up to a rigorous error; only the sizes that may still attain the maximum are
evaluated in double precision.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qstheory.learn.decoders.arrays import BLOCK_BYTES, FloatArray, IntArray, at_least, check_finite
from qstheory.learn.memory import row_blocks

UNIT = 2.0**-24
"""The relative rounding error of single precision."""
SAMPLES = 12
"""Sizes at which columns are sorted to begin with; between them levels are interpolated."""
# Covers underflow in single precision: the largest entry is near one.
TINY = 1e-30
SingleArray = NDArray[np.float32]
Columns = Callable[[IntArray, IntArray], FloatArray]


@dataclass(frozen=True, eq=False)
class Estimates:
    """Single-precision columns (m sizes, t, m labels) of t problems, times a power of two each.

    errors[i, k - 1] bounds the sum over the labels of |estimate - scale_i a_k|.
    """

    columns: SingleArray
    errors: FloatArray
    scale: FloatArray

    def contenders(self, empty: FloatArray) -> tuple[IntArray, IntArray]:
        """Problems and sizes k that may have the greatest S_k, if that is at least `empty`.

        In order of problem, then size. What the dual bounds leave is sorted in single precision.
        """
        m = len(self.columns)
        samples = np.unique(np.geomspace(1, m, SAMPLES).astype(np.int64))
        ordered = np.sort(self.columns[samples - 1], axis=2)[:, :, ::-1]
        found = _leading_sums(ordered, samples[:, None]).T - self.errors[:, samples - 1]
        least = np.maximum(found.max(axis=1), empty * self.scale)
        bounds = self.dual_bounds(_interpolated(ordered, samples))
        rows, sizes = np.nonzero(bounds >= least[:, None])
        sizes += 1
        survivors = np.sort(self.columns[sizes - 1, rows], axis=1)[:, ::-1]
        sums, errors = _leading_sums(survivors, sizes), self.errors[rows, sizes - 1]
        np.maximum.at(least, rows, sums - errors)
        kept = sums + errors >= least[rows]
        return rows[kept], sizes[kept]

    def dual_bounds(self, tau: SingleArray) -> FloatArray:
        """Upper bounds sum_j max(a_jk, tau) - (m - k) tau on S_k, for any tau (m, t): shape (t, m).

        They are attained where tau is the k-th largest entry.
        """
        m, t, _ = self.columns.shape
        raised, ones = np.empty((m, t), dtype=np.float32), np.ones(m, dtype=np.float32)
        # A few sizes at a time, so that the temporary stays in the cache.
        for few in row_blocks(m, 32 * t * m, BLOCK_BYTES):
            np.matmul(np.maximum(self.columns[few], tau[few, :, None]), ones, out=raised[few])
        sums, levels = raised.T.astype(np.float64), tau.T.astype(np.float64)
        # The sum of m terms in single precision is off by at most about m units times that of
        # their absolute values, and none is below a negative tau.
        rounding = 1.01 * (m + 2) * UNIT * (np.abs(sums) + 2 * m * np.maximum(-levels, 0.0))
        bounds: FloatArray = sums - np.arange(m - 1, -1, -1) * levels + rounding + self.errors
        return bounds


def _leading_sums(ordered: SingleArray, counts: IntArray) -> FloatArray:
    """The sums of the first counts entries along the last axis."""
    leading = np.arange(ordered.shape[-1]) < counts[..., None]
    sums: FloatArray = np.sum(ordered, axis=-1, where=leading, dtype=np.float64)
    return sums


def _interpolated(ordered: SingleArray, samples: IntArray) -> SingleArray:
    """About the k-th largest entry of column k, from the sorted sample columns: (m, t)."""
    m = ordered.shape[2]
    sizes = np.arange(1, m + 1)
    after = np.minimum(np.searchsorted(samples, sizes), len(samples) - 1)
    before = np.maximum(after - 1, 0)
    span = np.maximum(samples[after] - samples[before], 1)
    share = ((sizes - samples[before]) / span).astype(np.float32)[:, None]
    below, above = ordered[before, :, sizes - 1], ordered[after, :, sizes - 1]
    tau: SingleArray = (1 - share) * below + share * above
    return tau


def powers_of_two(rows: FloatArray) -> FloatArray:
    """The power of two for each row that brings its largest entry near one."""
    largest = np.maximum(rows.max(axis=1, initial=0.0), -rows.min(axis=1, initial=0.0))
    powers: FloatArray = np.ldexp(1.0, -np.clip(np.frexp(largest)[1], -1000, 1000))
    return powers


def best_sets(estimates: Estimates, columns: Columns, empty: FloatArray) -> IntArray:
    """The k labels of largest a_k for the k of largest S_k, or the empty set of value `empty`.

    columns(rows, sizes) are the exact a_k of problem rows[i] and size k = sizes[i]. Of equal values
    the smallest size, and within a size the earliest labels.
    """
    # One infinite score or nan makes the error bounds of its row so: no pass over all is needed.
    check_finite(estimates.errors, empty)
    rows, sizes = estimates.contenders(empty)
    column = columns(rows, sizes)
    ordered = np.sort(column, axis=1)[:, ::-1]
    entries = np.arange(len(rows))
    sums = np.cumsum(ordered, axis=1)[entries, sizes - 1]
    value = empty.copy()
    np.maximum.at(value, rows, sums)
    best = entries[(sums == value[rows]) & (sums > empty[rows])]
    winners, first = np.unique(rows[best], return_index=True)
    best = best[first]
    decoded = np.zeros((len(empty), column.shape[1]), dtype=np.int8)
    decoded[winners] = at_least(column[best], ordered[best, sizes[best] - 1], sizes[best])
    return decoded


def given_columns(A: FloatArray) -> tuple[Estimates, Columns]:
    """The estimates and exact columns when A (t, m labels, m sizes) is given."""
    t, m, _ = A.shape
    scale = powers_of_two(A.reshape(t, -1))
    single = np.empty((t, m, m), dtype=np.float32).transpose(1, 0, 2)
    np.multiply(A.transpose(2, 0, 1), scale[:, None], out=single, casting="same_kind")
    errors = 1.01 * UNIT * np.abs(single).sum(axis=2).T.astype(np.float64) + TINY
    estimates = Estimates(single, errors, scale)
    return estimates, lambda rows, sizes: A[rows, :, sizes - 1]


@dataclass(frozen=True, eq=False)
class CrossApproximation:
    """W = left right, shapes (s, q) and (q, m), to double precision by crosses of W.

    With complete pivoting |left| <= 1. The weights of the F-measure are smooth in both indices, so
    that about 20 crosses replace the O(m^2 s) product P W by two thin ones.
    """

    left: FloatArray
    right: FloatArray

    @staticmethod
    def of(matrix: FloatArray) -> "CrossApproximation":
        """As many crosses as bring what is left down to rounding."""
        residual = matrix.copy()
        left, right = [], []
        tolerance = 2.0**-52 * np.abs(matrix).max(initial=0.0)
        while np.abs(residual).max(initial=0.0) > tolerance:
            i, j = np.unravel_index(np.argmax(np.abs(residual)), residual.shape)
            left.append(residual[:, j] / residual[i, j])
            right.append(residual[i].copy())
            residual -= np.outer(left[-1], right[-1])
        (s, m), rank = matrix.shape, len(left)
        # Row-major factors, in which BLAS is fastest here.
        return CrossApproximation(
            np.ascontiguousarray(np.array(left).reshape(rank, s).T),
            np.array(right).reshape(rank, m),
        )

    def columns(self, P: FloatArray, work: SingleArray) -> tuple[Estimates, Columns]:
        """The estimates and exact columns of A = P W for P (t, m labels, s sizes).

        The estimates are written to `work`, of at least t m^2 entries: fresh memory for every block
        would cost as much as the product.
        """
        t, m = P.shape[:2]
        inner = P @ self.left
        scale = powers_of_two(inner.reshape(t, -1))
        rank = self.single_rank
        single = np.empty((t, m, rank), dtype=np.float32)
        np.multiply(inner[:, :, :rank], scale[:, None, None], out=single, casting="same_kind")
        estimates = np.matmul(
            self.right[:rank].T.astype(np.float32),
            single.reshape(t * m, rank).T,
            out=work[: t * m * m].reshape(m, t * m),
        )
        # A product of q terms in single precision, its factors rounded, is off by at most about
        # q + 2 units times the product of absolute values; the crosses left out are added.
        shares = np.abs(self.right)
        totals = np.abs(inner).sum(axis=1) * scale[:, None]
        size = 1.1 * totals @ shares
        errors = (rank + 2) * UNIT * size + 1.1 * totals[:, rank:] @ shares[rank:] + TINY

        def exact(rows: IntArray, sizes: IntArray) -> FloatArray:
            columns: FloatArray = np.matmul(inner[rows], self.right.T[sizes - 1][:, :, None])
            return columns[:, :, 0]

        return Estimates(estimates.reshape(m, t, m), errors, scale), exact

    @cached_property
    def single_rank(self) -> int:
        """How many crosses are larger than what single precision resolves."""
        sizes = np.abs(self.right).max(axis=1, initial=0.0)
        return int(np.count_nonzero(sizes > UNIT * sizes.max(initial=0.0)))
