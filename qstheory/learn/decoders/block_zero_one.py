"""Block 0-1: L(z, y) = 1(z and y lie in different blocks of a partition of the label sets)."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

import numpy as np

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
from qstheory.learn.decoders.zero_one import ZeroOneDecoder, different_rows

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
