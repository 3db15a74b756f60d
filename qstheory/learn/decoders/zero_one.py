"""0-1 on label sets: L(z, y) = 1(z != y), decoded over the distinct training observations."""

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from scipy.sparse import csr_matrix

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    all_label_sets,
    as_label_sets,
    as_scores,
    binary_numbers,
)
from qstheory.learn.decoders.base import Decoder


def different_rows(first: IntArray, second: IntArray) -> FloatArray:
    """1.0 where the rows differ, else 0.0: shape (n,)."""
    different: FloatArray = np.any(first != second, axis=1).astype(np.float64)
    return different


def row_indices(rows: IntArray, distinct: IntArray) -> IntArray:
    """For each label set its index in `distinct` (sorted), or -1: shape (n,).

    Raises InvalidParameter for another number of labels.
    """
    if rows.shape[1] != distinct.shape[1]:
        raise InvalidParameter(
            f"There are {rows.shape[1]} labels, and were {distinct.shape[1]} in fit."
        )
    if not distinct.shape[1]:
        return np.zeros(len(rows), dtype=np.int64)
    keys, wanted = _as_text(distinct), _as_text(rows)
    places = np.searchsorted(keys, wanted).clip(max=len(keys) - 1)
    return np.where(keys[places] == wanted, places, -1).astype(np.int64)


def _as_text(sets: IntArray) -> Any:
    """Each row of bits as one string of bytes, in the same order."""
    rows = np.ascontiguousarray(sets, dtype=np.int8)
    return rows.view(f"S{rows.shape[1]}").ravel()


def indicators(rows: IntArray, distinct: IntArray) -> csr_matrix:
    """Unit vectors of the rows among the distinct ones, zero for others: sparse (n, distinct)."""
    positions = row_indices(rows, distinct)
    known = np.flatnonzero(positions >= 0)
    entries = (np.ones(len(known)), (known, positions[known]))
    return csr_matrix(entries, shape=(len(rows), len(distinct)))


def first_missing_label_set(distinct: IntArray) -> IntArray | None:
    """The smallest binary number of m bits that is no row of `distinct` (sorted); None if none.

    >>> first_missing_label_set(np.array([[0, 0], [1, 0]], dtype=np.int8))
    array([0, 1], dtype=int8)
    """
    n, m = distinct.shape
    low = min(m, 62)
    # Row i of a sorted, distinct table is at least i as a number; the first excess is the gap.
    numbers = binary_numbers(distinct[:, m - low :])
    excess = (numbers != np.arange(n)) | distinct[:, : m - low].any(axis=1)
    gap = int(np.argmax(excess)) if excess.any() else n
    if low == m and gap >= 1 << m:
        return None
    missing = np.zeros(m, dtype=np.int8)
    missing[m - low :] = (gap >> np.arange(low - 1, -1, -1)) & 1
    return missing


@dataclass(frozen=True, eq=False)
class DistinctObservations(Decoder):
    """Base: r is the number of distinct training observations."""

    observed: IntArray | None = field(default=None, repr=False, kw_only=True)

    observes = "label-sets"
    depends_on_observations = True

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y as an array, shape (n, distinct)."""
        features: FloatArray = self.sparse_features(Y).toarray()
        return features

    @abstractmethod
    def sparse_features(self, Y: IntArray) -> csr_matrix:
        """U_y, sparse: shape (n, distinct)."""

    def fit(self, Y: IntArray) -> Self:
        """Indexes the distinct observations, in increasing order as binary numbers."""
        return replace(self, observed=np.unique(as_label_sets(Y), axis=0))

    @property
    def distinct(self) -> IntArray:
        """The distinct observations, shape (r, m); raises InvalidParameter before fitting."""
        if self.observed is None:
            raise InvalidParameter(
                f"The {self.name} decoder must be fitted to the observations first."
            )
        return self.observed

    def weights(self, scores: FloatArray) -> FloatArray:
        """The scores, checked to weigh each distinct observation: shape (t, r)."""
        return as_scores(scores, len(self.distinct))


@dataclass(frozen=True, eq=False)
class ZeroOneDecoder(DistinctObservations):
    """The most heavily weighted label set, r = number of distinct training observations.

    U_y is the indicator of y among them, F_z minus the same. A label set that was never observed
    has weight zero: when every observed one is negative, the first unobserved one is the minimiser.
    Source: Appendix B.3, 0-1 loss.
    """

    name = "zero-one"
    tie_rule = (
        "the first in increasing order as binary numbers; observed ones before unobserved ones"
    )
    predicts = "label-sets"

    def sparse_features(self, Y: IntArray) -> csr_matrix:
        """U_y, shape (n, distinct); a row of zeros where y is not a training observation."""
        return indicators(as_label_sets(Y), self.distinct)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -(indicator of z), shape (t, distinct)."""
        units: FloatArray = indicators(as_label_sets(Z), self.distinct).toarray()
        return -units

    def decode(self, scores: FloatArray) -> IntArray:
        """The observed label set of largest score, or an unobserved one when all are negative."""
        observed, weights = self.distinct, self.weights(scores)
        decoded: IntArray = observed[np.argmax(weights, axis=1)]
        negative = weights.max(axis=1) < 0
        unobserved = first_missing_label_set(observed)
        if unobserved is not None:
            decoded[negative] = unobserved
        return decoded

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where the label sets differ."""
        return different_rows(as_label_sets(Z), as_label_sets(Y))

    def predictions(self, m: int) -> IntArray:
        """All label sets."""
        return all_label_sets(m)
