"""0-1 on label sets: L(z, y) = 1(z != y), decoded over the distinct training observations.

Block 0-1: L(z, y) = 1(z and y lie in different blocks of a partition of the label sets).
"""

from abc import abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from scipy.sparse import csr_matrix

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import Decoder
from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    all_label_sets,
    as_label_sets,
    as_scores,
    binary_numbers,
)


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


WORDS = ("size", "parity", "empty")


@dataclass(frozen=True, eq=False)
class BlockZeroOneDecoder(Decoder):
    """The most heavily weighted block, by its first label set; r = number b of blocks.

    U_y is the indicator of the block of y, F_z minus that of z. `blocks` is `size` (one block for
    each number of labels), `parity` (of that number), `empty` (the empty set against the rest), or
    names the block of each of the 2^m label sets in binary order; blocks are numbered as they first
    occur in that order. Source: Appendix B.3, Block 0-1 loss.
    """

    blocks: str | tuple[Hashable, ...] = "size"

    name = "block-zero-one"
    tie_rule = "the earliest block; in a block the smallest binary number"
    observes = "label-sets"
    predicts = "label-sets"
    examples = (
        {"blocks": "size"},
        {"blocks": "parity"},
        {"blocks": "empty"},
        {"blocks": ("a", "b", "b", "c")},
        {"blocks": (0, 1, 1, 0, 2, 3, 3, 3)},
        {"blocks": (7, 7)},
    )

    @classmethod
    def of(cls, parameters: Mapping[str, object]) -> Decoder | None:
        """As for every decoder; blocks of one label set each are the 0-1 loss."""
        if parameters.get("blocks") == "singletons":
            return ZeroOneDecoder()
        return super().of(parameters)

    labels: int | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Raises InvalidParameter for an unknown word or names that are not 2^m many."""
        if isinstance(self.blocks, str):
            if self.blocks not in WORDS:
                raise InvalidParameter(
                    f"blocks must be one of {', '.join(WORDS)} or name the block of each label"
                    f" set, not {self.blocks!r}."
                )
        elif len(self.blocks) < 2 or len(self.blocks) & (len(self.blocks) - 1):
            raise InvalidParameter(
                "blocks must name the block of each of the 2^m label sets;"
                f" {len(self.blocks)} is not such a number."
            )

    def fit(self, Y: IntArray) -> Self:
        """Notes the number of labels."""
        return replace(self, labels=as_label_sets(Y).shape[1])

    @cached_property
    def named(self) -> IntArray:
        """The block of each label set by its binary number, when they are named one by one."""
        numbers: dict[Hashable, int] = {}
        return np.array([numbers.setdefault(name, len(numbers)) for name in self.blocks])

    def representatives(self) -> IntArray:
        """The first label set of each block, shape (b, m); raises InvalidParameter unfitted."""
        if not isinstance(self.blocks, str):
            first = np.unique(self.named, return_index=True)[1]
            firsts: IntArray = all_label_sets(len(self.blocks).bit_length() - 1)[first]
            return firsts
        if self.labels is None:
            raise InvalidParameter("The block-zero-one decoder must be fitted first.")
        places, m = np.arange(self.labels), self.labels
        return (places >= m - np.arange(self._count(m))[:, None]).astype(np.int8)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, b)."""
        sets = as_label_sets(Y)
        indicators: FloatArray = np.eye(self._count(sets.shape[1]))[self._block(sets)]
        return indicators

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z, shape (t, b)."""
        return -self.observation_features(Z)

    def decode(self, scores: FloatArray) -> IntArray:
        """The first label set of the block of largest score."""
        representatives = self.representatives()
        given = as_scores(scores, len(representatives))
        decoded: IntArray = representatives[np.argmax(given, axis=1)]
        return decoded

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where the blocks differ."""
        first, second = self._block(as_label_sets(Z)), self._block(as_label_sets(Y))
        return different_rows(first[:, None], second[:, None])

    def predictions(self, m: int) -> IntArray:
        """All label sets."""
        return all_label_sets(m)

    def _count(self, m: int) -> int:
        if isinstance(self.blocks, str):
            return m + 1 if self.blocks == "size" else 2
        return int(self.named.max()) + 1

    def _block(self, sets: IntArray) -> IntArray:
        if not isinstance(self.blocks, str):
            if 1 << sets.shape[1] != len(self.blocks):
                raise InvalidParameter(f"The blocks are not those of {sets.shape[1]} labels.")
            blocks: IntArray = self.named[binary_numbers(sets)]
            return blocks
        sizes: IntArray = sets.sum(axis=1, dtype=np.int64)
        by_word = {"size": sizes, "parity": sizes % 2, "empty": np.minimum(sizes, 1)}
        return by_word[self.blocks]
