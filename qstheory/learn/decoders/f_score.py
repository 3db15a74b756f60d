"""F_beta(z, y) = (1 + beta^2) |z & y| / (|z| + beta^2 |y|), and its maximisation given A.

With A_jk the expected value of y_j (1 + beta^2) / (k + beta^2 |y|), the best z of size k takes the
k largest of column k; the best size is the largest of the m sums and of p_0, the value of the empty
prediction (Lemma B.2; Waegeman et al., JMLR 2014).
"""

from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Self

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    BLOCK_BYTES,
    BoolArray,
    FloatArray,
    IntArray,
    as_label_sets,
    as_table,
    label_sets_by_size,
)
from qstheory.learn.decoders.base import Decoder, Undefined, check_policy, fill, refuse
from qstheory.learn.decoders.best_sets import CrossApproximation, best_sets, given_columns
from qstheory.learn.memory import row_blocks

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
