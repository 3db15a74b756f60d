"""0-1 on label sets: L(z, y) = 1(z != y), decoded over the distinct training observations."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    all_label_sets,
    as_label_sets,
)
from qstheory.learn.decoders.distinct_observations import DistinctObservations
from qstheory.learn.decoders.rows import different_rows, first_missing_label_set, indicators


@dataclass(frozen=True, eq=False)
class ZeroOneDecoder(DistinctObservations):
    """The most heavily weighted label set, r = number of distinct training observations.

    U_y is the indicator of y among them, F_z minus the same. A label set that was never observed
    has weight zero: when every observed one is negative, the first unobserved one is the minimiser.
    Source: Appendix B.3, 0-1 loss.
    """

    name = "zero-one"
    cost = "O(min(n, 2^m))"
    tie_rule = (
        "the first in increasing order as binary numbers; observed ones before unobserved ones"
    )
    predicts = "label-sets"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, distinct); a row of zeros where y is not a training observation."""
        return indicators(as_label_sets(Y), self.distinct)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -(indicator of z), shape (t, distinct)."""
        return -indicators(as_label_sets(Z), self.distinct)

    def decode(self, scores: FloatArray) -> IntArray:
        """The observed label set of largest score, or an unobserved one when all are negative."""
        observed, weights = self.distinct, self.weights(scores)
        decoded: IntArray = observed[np.argmax(weights, axis=1)]
        negative = weights.max(axis=1) < 0
        unobserved = first_missing_label_set(observed)
        if unobserved is not None:
            decoded[negative] = unobserved
        return decoded

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where the label sets differ."""
        return different_rows(as_label_sets(Z), as_label_sets(Y))

    def predictions(self, m: int) -> IntArray:
        """All label sets."""
        return all_label_sets(m)
