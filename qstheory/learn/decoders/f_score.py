"""F-score from P (decomposition 1): P_jl, the weight of observations of size l with label j."""

from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Self

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    BLOCK_BYTES,
    FloatArray,
    IntArray,
    as_label_sets,
    as_table,
)
from qstheory.learn.decoders.best_sets import CrossApproximation, best_sets
from qstheory.learn.decoders.f_measure import FMeasure
from qstheory.learn.memory import row_blocks


@dataclass(frozen=True, eq=False)
class FScoreDecoder(FMeasure):
    """argmax_z of F_beta from U_y = (1(y_j = 1, |y| = l))_{j,l} and 1(y = 0), r = m |sizes| + 1.

    F_z = -(1 + beta^2) z_j / (|z| + beta^2 l), and -1(z = 0) last. Entry j |sizes| + (index of l)
    belongs to (j, l). Unfitted, the sizes are 1..m, so r = m^2 + 1; fitted, they are the sizes of
    the training observations, since the rest of P is zero. Source: Lemma th:fscorealgo.
    """

    name = "f-score"
    cost = "O(m^2 q), q about 20 the numerical rank of the weights 1/(k + l), instead of O(m^3)"

    labels: int | None = field(default=None, repr=False)
    sizes: tuple[int, ...] | None = field(default=None, repr=False)

    def fit(self, Y: IntArray) -> Self:
        """Notes the number of labels and which sizes occur."""
        y = as_label_sets(Y)
        sizes = tuple(int(size) for size in np.unique(y.sum(axis=1, dtype=int)) if size > 0)
        return replace(self, labels=y.shape[1], sizes=sizes)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, m |sizes| + 1); raises InvalidParameter for a size not fitted."""
        y = as_label_sets(Y)
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
