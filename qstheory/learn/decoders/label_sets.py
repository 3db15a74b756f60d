"""Hamming, Prec@k and Jaccard: label sets that are decoded label by label, or by their overlap.

Hamming and Prec@k are decoded from one score a label. The weighted Jaccard index is not linear in
the labels: all label sets are compared, or the best of a linear bound of each size.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_matrix

from qstheory.errors import InvalidParameter
from qstheory.learn.checks import row_blocks
from qstheory.learn.decoders import Decoder, Undefined, check_policy, fill, refuse
from qstheory.learn.decoders.arrays import (
    BLOCK_BYTES,
    BoolArray,
    FloatArray,
    IntArray,
    all_label_sets,
    as_label_sets,
    as_scores,
    check_k,
    label_sets_by_size,
    select_top,
    sets_of_size,
)
from qstheory.learn.decoders.zero_one import DistinctObservations, indicators


@dataclass(frozen=True, eq=False)
class HammingDecoder(Decoder):
    """z_j = 1(s_j > 0), with U_y = 2y - 1 and F_z = -(2z - 1)/(2m), r = m.

    Source: Section 3.2 and Appendix B.3, Hamming.

    >>> HammingDecoder().decode(np.array([[0.5, 0.0, -2.0]]))
    array([[1, 0, 0]], dtype=int8)
    """

    name = "hamming"
    gives_probabilities = True
    tie_rule = "a label with score zero is left out"
    observes = "label-sets"
    predicts = "label-sets"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = 2y - 1, shape (n, m)."""
        return 2.0 * as_label_sets(Y).astype(np.float64) - 1.0

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -(2z - 1)/(2m), shape (t, m)."""
        sets = as_label_sets(Z)
        features: FloatArray = (1.0 - 2.0 * sets) / (2 * sets.shape[1])
        return features

    def decode(self, scores: FloatArray) -> IntArray:
        """The signs of the scores."""
        return (as_scores(scores) > 0).astype(np.int8)

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """P(y_j = 1) = (E U_j + 1)/2, cut to [0, 1]: shape (t, m)."""
        return np.clip((as_scores(scores) + 1.0) / 2, 0.0, 1.0)

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """The share of labels that differ."""
        share: FloatArray = np.mean(as_label_sets(Z) != as_label_sets(Y), axis=1, dtype=np.float64)
        return share

    def predictions(self, m: int) -> IntArray:
        """All label sets."""
        return all_label_sets(m)


@dataclass(frozen=True, eq=False)
class PrecAtKDecoder(Decoder):
    """The k labels of largest score, with U_y = y and F_z = -z/k, r = m.

    Source: Appendix B.3, Prec@k.

    >>> PrecAtKDecoder(k=2).decode(np.array([[-1.0, 3.0, -1.0]]))
    array([[1, 1, 0]], dtype=int8)
    """

    k: int

    name = "prec-at-k"
    gives_probabilities = True
    tie_rule = "of equal scores, the earliest labels"
    observes = "label-sets"
    predicts = "label-sets"
    examples = ({"k": 1}, {"k": 2}, {"k": 3})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless k is a positive integer."""
        check_k(self.k)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = y, shape (n, m)."""
        return as_label_sets(Y).astype(np.float64)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -z/k, shape (t, m)."""
        return -as_label_sets(Z).astype(np.float64) / self.k

    def decode(self, scores: FloatArray) -> IntArray:
        """A partial selection in each row; raises InvalidParameter when k > m."""
        given = as_scores(scores)
        check_k(self.k, given.shape[1])
        return select_top(given, self.k).astype(np.int8)

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """P(y_j = 1) = E U_j, cut to [0, 1]: shape (t, m)."""
        return np.clip(as_scores(scores), 0.0, 1.0)

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - |z & y| / k row by row."""
        both: IntArray = np.count_nonzero(as_label_sets(Z) & as_label_sets(Y), axis=1)
        losses: FloatArray = 1.0 - both / self.k
        return losses

    def predictions(self, m: int) -> IntArray:
        """All label sets of size k, the earliest labels first."""
        check_k(self.k, m)
        return sets_of_size(m, self.k)


ROUNDS = 4
"""Of 60 random problems with 12 labels none gained by a fourth round, in its value or its bound."""


@dataclass(frozen=True, eq=False)
class JaccardSearch:
    """The distinct observations (d, m) and the value of J(0, 0)."""

    observed: IntArray
    empty_value: float

    @cached_property
    def members(self) -> FloatArray:
        """The observations as floats, shape (d, m)."""
        return self.observed.astype(np.float64)

    @cached_property
    def sizes(self) -> FloatArray:
        """|y_d|, shape (d,)."""
        sizes: FloatArray = self.members.sum(axis=1)
        return sizes

    def index(self, k: FloatArray, both: FloatArray) -> FloatArray:
        """J for predictions of size k and overlaps `both`, broadcast against the observations."""
        either = k + self.sizes - both
        return np.where(either == 0, self.empty_value, both / np.maximum(either, 1.0))

    def values(self, Z: FloatArray, weights: FloatArray) -> FloatArray:
        """sum_d weights_d J(z, y_d) for each row of Z."""
        both = Z @ self.members.T
        values: FloatArray = self.index(Z.sum(axis=1)[:, None], both) @ weights
        return values

    def solve(self, weights: FloatArray) -> tuple[IntArray, float]:
        """A label set and the distance of its value to an upper bound on the largest."""
        m = self.members.shape[1]
        k = np.arange(1.0, m + 1)[:, None]
        low, high = np.maximum(0.0, k + self.sizes - m), np.minimum(k, self.sizes)
        overlaps = np.clip(np.rint(k * self.sizes / m), low, high)
        bounds = np.full(m, np.inf)
        empty = np.zeros((1, m))
        best, value = empty[0], float(self.values(empty, weights)[0])
        empty_value = value
        for _ in range(ROUNDS):
            start = np.where(weights > 0, low, np.clip(overlaps, low, np.maximum(low, high - 1)))
            end = np.where(weights > 0, high, np.minimum(start + 1, high))
            at_start = self.index(k, start)
            slope = (self.index(k, end) - at_start) / np.maximum(end - start, 1.0)
            coefficients = (slope * weights) @ self.members
            Z = np.vstack([select_top(row[None], i) for i, row in enumerate(coefficients, 1)])
            constant = (at_start - slope * start) @ weights
            bounds = np.minimum(bounds, constant + (coefficients * Z).sum(axis=1))
            candidates = Z.astype(np.float64)
            values = self.values(candidates, weights)
            if values.max() > value:
                best, value = candidates[np.argmax(values)], float(values.max())
            overlaps = candidates @ self.members.T
        best, value = self.flip(best, value, weights)
        return best.astype(np.int8), max(0.0, max(float(bounds.max()), empty_value) - value)

    def flip(
        self, start: FloatArray, value: float, weights: FloatArray
    ) -> tuple[FloatArray, float]:
        """Flips the best single label while that raises the value."""
        best = start
        while True:
            neighbours = np.abs(best - np.eye(len(best)))
            values = self.values(neighbours, weights)
            place = int(np.argmax(values))
            if values[place] <= value + 1e-12 * float(np.abs(weights).sum()):
                return best, value
            best, value = neighbours[place], float(values[place])


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

    def sparse_features(self, Y: IntArray) -> csr_matrix:
        """U_y, shape (n, distinct); zero where y is left out."""
        y = as_label_sets(Y)
        empty: BoolArray = y.sum(axis=1, dtype=np.int64) == 0
        refuse(self.undefined, empty, "The Jaccard index", WHERE)
        kept = ~empty if self.undefined == "drop" else np.ones(len(y), dtype=bool)
        return csr_matrix(indicators(y, self.distinct).multiply(kept[:, None]))

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

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
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
