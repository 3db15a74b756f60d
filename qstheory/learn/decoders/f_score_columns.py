"""F-score from A (decomposition 2): A_jk, the worth of label j in a prediction of size k."""

from dataclasses import dataclass
from math import isqrt

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    BLOCK_BYTES,
    FloatArray,
    IntArray,
    as_label_sets,
    as_table,
)
from qstheory.learn.decoders.best_sets import best_sets, given_columns
from qstheory.learn.decoders.f_measure import FMeasure
from qstheory.learn.memory import row_blocks


@dataclass(frozen=True, eq=False)
class FScoreColumnsDecoder(FMeasure):
    """argmax_z of F_beta from U_y = ((1 + beta^2) y_j / (k + beta^2 |y|))_{j,k} and 1(y = 0).

    F_z = -z_j 1(|z| = k), and -1(z = 0) last; r = m^2 + 1, entry (j - 1) m + k - 1 belongs to
    (j, k). Source: Appendix B.3, F-score, decomposition 2.
    """

    name = "f-score-columns"
    cost = "O(m^2)"

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
