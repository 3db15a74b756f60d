"""Jaccard: L(z, y) = 1 - |z & y| / |z or y|, decoded exactly for few labels, else with a bound."""

from dataclasses import dataclass

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    BLOCK_BYTES,
    BoolArray,
    FloatArray,
    IntArray,
    as_label_sets,
    label_sets_by_size,
)
from qstheory.learn.decoders.distinct_observations import DistinctObservations
from qstheory.learn.decoders.jaccard_search import JaccardSearch
from qstheory.learn.decoders.rows import indicators
from qstheory.learn.decoders.undefined import Undefined, check_policy, fill, refuse
from qstheory.learn.memory import row_blocks

WHERE = "the empty prediction against the empty label set"


@dataclass(frozen=True, eq=False)
class JaccardDecoder(DistinctObservations):
    """argmax_z of the weighted Jaccard index; r = number of distinct training observations.

    U_y is the indicator of y among them and F_z = -(J(z, y_d))_d. Up to `exact_limit` labels all
    2^m predictions are compared. Beyond, the problem is NP-hard (Chierichetti et al., Finding the
    Jaccard median, SODA 2010): the best of the maximisers of a linear bound of each size, improved
    by single flips, is returned, and `decode_with_gap` reports its distance to that bound.
    `undefined` is the value of J(0, 0); J(z, 0) = 0 for every other z.
    """

    undefined: Undefined = "raise"
    exact_limit: int = 14

    name = "jaccard"
    cost = "O(2^m n)"
    tie_rule = "the smallest size; within a size the earliest labels"
    predicts = "label-sets"
    examples = (
        {"undefined": "one"},
        {"undefined": "zero"},
        {"undefined": "drop"},
        {"undefined": "one", "exact_limit": 0},
    )

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy or limit."""
        check_policy(self.undefined)
        if not 0 <= self.exact_limit <= 20:
            raise InvalidParameter(f"exact_limit must be from 0 to 20, not {self.exact_limit!r}.")

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, distinct); zero where y is left out."""
        y = as_label_sets(Y)
        empty: BoolArray = y.sum(axis=1, dtype=np.int64) == 0
        refuse(self.undefined, empty, "The Jaccard index", WHERE)
        features = indicators(y, self.distinct)
        features[empty & (self.undefined == "drop")] = 0.0
        return features

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -(J(z, y_d))_d, shape (t, distinct)."""
        z, y = as_label_sets(Z), self.distinct
        both = z.astype(np.float64) @ y.T.astype(np.float64)
        either = z.sum(axis=1, dtype=np.float64)[:, None] + y.sum(axis=1, dtype=np.float64) - both
        empty_value = 1.0 if self.undefined == "one" else 0.0
        return -np.where(either == 0, empty_value, both / np.maximum(either, 1.0))

    def decode(self, scores: FloatArray) -> IntArray:
        """The best predictions found, shape (t, m)."""
        return self.decode_with_gap(scores)[0]

    def decode_with_gap(self, scores: FloatArray) -> tuple[IntArray, FloatArray]:
        """The predictions and, beyond `exact_limit` labels, a bound on what is lost."""
        given, observed = self.weights(scores), self.distinct
        if observed.shape[1] <= self.exact_limit:
            return self._enumerate(given), np.zeros(len(given))
        search = JaccardSearch(observed, 1.0 if self.undefined == "one" else 0.0)
        found = [search.solve(row) for row in given]
        decoded = np.array([z for z, _ in found], dtype=np.int8).reshape(-1, observed.shape[1])
        return decoded, np.array([gap for _, gap in found])

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - |z & y| / |z or y| row by row."""
        z, y = as_label_sets(Z), as_label_sets(Y)
        both = np.count_nonzero(z & y, axis=1)
        either = np.count_nonzero(z | y, axis=1)
        refuse(self.undefined, either == 0, "The Jaccard index", WHERE)
        filled = fill(1.0 - both / np.maximum(either, 1), either == 0, self.undefined, one=0.0)
        left_out = (self.undefined == "drop") & ~y.any(axis=1)
        return np.where(left_out, np.nan, filled)

    def predictions(self, m: int) -> IntArray:
        """All label sets: by size, within a size the earliest labels first."""
        return label_sets_by_size(m)

    def _enumerate(self, scores: FloatArray) -> IntArray:
        sets = label_sets_by_size(self.distinct.shape[1])
        best = np.full(len(scores), np.inf)
        place = np.zeros(len(scores), dtype=np.int64)
        for block in row_blocks(len(sets), scores.shape[1] + len(scores), BLOCK_BYTES):
            risks = self.prediction_features(sets[block]) @ scores.T
            lowest = np.argmin(risks, axis=0)
            values = risks[lowest, np.arange(len(scores))]
            better = values < best
            best[better], place[better] = values[better], block.start + lowest[better]
        decoded: IntArray = sets[place]
        return decoded
