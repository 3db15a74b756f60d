"""F_beta(z, y) = (1 + beta^2) |z & y| / (|z| + beta^2 |y|), and its maximisation given A.

With A_jk the expected value of y_j (1 + beta^2) / (k + beta^2 |y|), the best z of size k takes the
k largest of column k; the best size is the largest of the m sums and of p_0, the value of the empty
prediction (Lemma B.2; Waegeman et al., JMLR 2014). Columns in single precision give the sums S_k of
all sizes up to a rigorous error; only sizes that may still be best are evaluated in double
precision.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isqrt
from typing import Self

import numpy as np
from numpy.typing import NDArray

from qstheory.errors import InvalidParameter
from qstheory.learn.checks import row_blocks
from qstheory.learn.decoders import Decoder, Undefined, check_policy, fill, refuse
from qstheory.learn.decoders.arrays import (
    BLOCK_BYTES,
    BoolArray,
    FloatArray,
    IntArray,
    as_label_sets,
    as_table,
    at_least,
    check_finite,
    label_sets_by_size,
)

WHERE = "the empty prediction against the empty label set"


@dataclass(frozen=True, eq=False)
class FMeasure(Decoder):
    """What both decompositions of the F-measure share: the loss 1 - F_beta and its conventions.

    `undefined` is the value of F_beta(0, 0): `zero` or `one`; `drop` leaves the empty observation
    out; `raise` refuses it. F_beta(z, 0) = 0 for every other z.
    """

    beta: float = 1.0
    undefined: Undefined = "raise"

    tie_rule = "the smallest size; within a size, of equal entries of its column the earliest label"
    observes = "label-sets"
    predicts = "label-sets"
    examples = ({"undefined": "one"}, {"undefined": "zero", "beta": 2.0}, {"undefined": "drop"})

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a beta that is not a positive number or a bad policy."""
        if not (np.isfinite(self.beta) and self.beta > 0):
            raise InvalidParameter(f"beta must be a positive number, not {self.beta!r}.")
        check_policy(self.undefined)

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - F_beta row by row."""
        z, y = as_label_sets(Z), as_label_sets(Y)
        both = np.count_nonzero(z & y, axis=1)
        total = z.sum(axis=1, dtype=float) + self.beta**2 * y.sum(axis=1, dtype=float)
        empty = total == 0
        refuse(self.undefined, empty, "The F-score", WHERE)
        ratio = (1 + self.beta**2) * both / np.where(empty, 1.0, total)
        filled = fill(1.0 - ratio, empty, self.undefined, one=0.0)
        left_out = (self.undefined == "drop") & ~y.any(axis=1)
        return np.where(left_out, np.nan, filled)

    def predictions(self, m: int) -> IntArray:
        """All label sets: by size, within a size the earliest labels first."""
        return label_sets_by_size(m)

    def empty_indicator(self, empty: BoolArray) -> FloatArray:
        """The feature of observations whose pairing with z = 0 has the value one; checks policy."""
        refuse(self.undefined, empty, "The F-score", WHERE)
        return (empty & (self.undefined == "one")).astype(np.float64)

    def ratio_weights(self, sizes: IntArray, m: int) -> FloatArray:
        """(1 + beta^2) / (k + beta^2 l) for the observation sizes l and k = 1..m: (sizes, m)."""
        observed = self.beta**2 * np.asarray(sizes, dtype=np.float64)
        weights: FloatArray = (1 + self.beta**2) / (observed[:, None] + np.arange(1, m + 1))
        return weights


@dataclass(frozen=True, eq=False)
class FScoreDecoder(FMeasure):
    """argmax_z of F_beta from U_y = (1(y_j = 1, |y| = l))_{j,l} and 1(y = 0), r = m |sizes| + 1.

    F_z = -(1 + beta^2) z_j / (|z| + beta^2 l), and -1(z = 0) last. Entry j |sizes| + (index of l)
    belongs to (j, l). Unfitted, the sizes are 1..m, so r = m^2 + 1; fitted, they are the sizes of
    the training observations, since the rest of P is zero. Source: Lemma B.2.
    """

    name = "f-score"

    labels: int | None = field(default=None, repr=False)
    sizes: tuple[int, ...] | None = field(default=None, repr=False)

    def fit_first(self, Y: IntArray) -> Self:
        """Every size may come."""
        return replace(self, labels=as_label_sets(Y).shape[1])

    def fit(self, Y: IntArray) -> Self:
        """Notes the number of labels and which sizes occur."""
        y = as_label_sets(Y)
        sizes = tuple(int(size) for size in np.unique(y.sum(axis=1, dtype=int)) if size > 0)
        return replace(self, labels=y.shape[1], sizes=sizes)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, m |sizes| + 1); raises InvalidParameter for a size not fitted."""
        y = as_label_sets(Y)
        if self.labels is not None and y.shape[1] != self.labels:
            raise InvalidParameter(f"There are {y.shape[1]} labels, and were {self.labels} in fit.")
        counts = y.sum(axis=1, dtype=int)
        sizes = self._sizes(y.shape[1])
        if not np.isin(counts, [0, *sizes]).all():
            raise InvalidParameter("An observation has a size that the fitted ones do not have.")
        indicators = counts[:, None] == np.array(sizes, dtype=int)
        features = (y[:, :, None] * indicators[:, None, :]).reshape(len(y), -1)
        return np.column_stack([features, self.empty_indicator(counts == 0)])

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z, shape (t, m |sizes| + 1)."""
        z = as_label_sets(Z)
        m, counts = z.shape[1], z.sum(axis=1, dtype=int)
        weights = self.ratio_weights(np.array(self._sizes(m), dtype=int), m)
        by_size = weights.T[np.maximum(counts, 1) - 1]
        features = -(z[:, :, None] * by_size[:, None, :]).reshape(len(z), -1)
        return np.column_stack([features, -(counts == 0).astype(float)])

    def decode(self, scores: FloatArray) -> IntArray:
        """The size of the best set by A = P W, then the best set of that size."""
        given = as_table(scores)
        m = self._labels(given.shape[1])
        weights = self.ratio_weights(np.array(self._sizes(m), dtype=int), m)
        approximation = CrossApproximation.of(weights)
        decoded = np.empty((len(given), m), dtype=np.int8)
        blocks = row_blocks(len(given), m * m, BLOCK_BYTES)
        longest = max((block.stop - block.start for block in blocks), default=0)
        work = np.empty(longest * m * m, dtype=np.float32)
        for block in blocks:
            P = given[block, :-1].reshape(block.stop - block.start, m, len(weights))
            # Scores that are not finite spread here, and are refused there.
            with np.errstate(invalid="ignore", over="ignore"):
                estimates, columns = approximation.columns(P, work)
            decoded[block] = best_sets(estimates, columns, given[block, -1])
        return decoded

    def _sizes(self, m: int) -> tuple[int, ...]:
        return tuple(range(1, m + 1)) if self.sizes is None else self.sizes

    def _labels(self, r: int) -> int:
        m = isqrt(max(0, r - 1)) if self.labels is None else self.labels
        if m < 1 or m * len(self._sizes(m)) + 1 != r:
            raise InvalidParameter(f"F-score decoding needs m |sizes| + 1 scores a row, not {r}.")
        return m


@dataclass(frozen=True, eq=False)
class FScoreColumnsDecoder(FMeasure):
    """argmax_z of F_beta from U_y = ((1 + beta^2) y_j / (k + beta^2 |y|))_{j,k} and 1(y = 0).

    F_z = -z_j 1(|z| = k), and -1(z = 0) last; r = m^2 + 1, entry (j - 1) m + k - 1 belongs to
    (j, k). Source: Appendix B.3, F-score, decomposition 2.
    """

    name = "f-score-columns"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, m^2 + 1)."""
        y = as_label_sets(Y)
        counts = y.sum(axis=1, dtype=int)
        by_size = self.ratio_weights(counts, y.shape[1])
        features = (y[:, :, None] * by_size[:, None, :]).reshape(len(y), -1)
        return np.column_stack([features, self.empty_indicator(counts == 0)])

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z, shape (t, m^2 + 1)."""
        z = as_label_sets(Z)
        counts = z.sum(axis=1, dtype=int)
        is_size = counts[:, None] == np.arange(1, z.shape[1] + 1)
        features = -(z[:, :, None] * is_size[:, None, :]).reshape(len(z), -1)
        return np.column_stack([features, -(counts == 0).astype(np.float64)])

    def decode(self, scores: FloatArray) -> IntArray:
        """The size of the best set, then the best set of that size."""
        given = as_table(scores)
        m = isqrt(max(0, given.shape[1] - 1))
        if m < 1 or m * m + 1 != given.shape[1]:
            raise InvalidParameter(f"Scores must have m^2 + 1 columns, not {given.shape[1]}.")
        decoded = np.empty((len(given), m), dtype=np.int8)
        for block in row_blocks(len(given), m * m, BLOCK_BYTES):
            A = given[block, :-1].reshape(-1, m, m)
            # Scores that are not finite spread here, and are refused there.
            with np.errstate(invalid="ignore", over="ignore"):
                estimates, columns = given_columns(A)
            decoded[block] = best_sets(estimates, columns, given[block, -1])
        return decoded


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
