"""Block 0-1: L(z, y) = 1(z and y lie in different blocks of a partition of the label sets)."""

from dataclasses import dataclass
from functools import cached_property

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
from qstheory.learn.decoders.rows import different_rows


@dataclass(frozen=True, eq=False)
class BlockZeroOneDecoder(Decoder):
    """The most heavily weighted block, by its first listed label set; r = number b of blocks.

    U_y is the indicator of the block of y, F_z minus that of z. `blocks` lists the label sets of
    each block and must hold all 2^m of them once. Source: Appendix B.3, Block 0-1 loss.
    """

    blocks: tuple[tuple[tuple[int, ...], ...], ...]

    name = "block-zero-one"
    cost = "O(b)"
    tie_rule = "the earliest block; in a block its first listed label set"
    observes = "label-sets"
    predicts = "label-sets"
    examples = (
        {"blocks": (((0, 0), (1, 1)), ((0, 1),), ((1, 0),))},
        {"blocks": (((1,), (0,)),)},
        {
            "blocks": (
                ((1, 1, 1), (1, 1, 0)),
                ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1)),
            )
        },
    )

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the blocks partition the label sets."""
        listed = [tuple(item) for block in self.blocks for item in block]
        m = len(listed[0]) if listed else 0
        bits = all(len(item) == m and set(item) <= {0, 1} for item in listed)
        if m == 0 or not bits or not all(self.blocks):
            raise InvalidParameter("blocks must be non-empty lists of label sets of equal length.")
        if len(listed) != 1 << m or len(set(listed)) != len(listed):
            raise InvalidParameter(f"blocks must hold each of the 2^{m} label sets once.")

    @cached_property
    def block_of(self) -> IntArray:
        """The block of each label set, by its binary number."""
        blocks = np.concatenate([np.full(len(b), i) for i, b in enumerate(self.blocks)])
        numbers = binary_numbers(np.array([item for block in self.blocks for item in block]))
        block_of = np.empty(len(blocks), dtype=np.int64)
        block_of[numbers] = blocks
        return block_of

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, b)."""
        indicators: FloatArray = np.eye(len(self.blocks))[self._block(Y)]
        return indicators

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z, shape (t, b)."""
        return -self.observation_features(Z)

    def decode(self, scores: FloatArray) -> IntArray:
        """The first label set of the block of largest score."""
        representatives = np.array([block[0] for block in self.blocks], dtype=np.int8)
        decoded: IntArray = representatives[np.argmax(as_scores(scores), axis=1)]
        return decoded

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where the blocks differ."""
        return different_rows(self._block(Z)[:, None], self._block(Y)[:, None])

    def predictions(self, m: int) -> IntArray:
        """All label sets."""
        return all_label_sets(m)

    def _block(self, rows: IntArray) -> IntArray:
        sets = as_label_sets(rows)
        if 1 << sets.shape[1] != len(self.block_of):
            raise InvalidParameter(f"The blocks are not of label sets of {sets.shape[1]} labels.")
        blocks: IntArray = self.block_of[binary_numbers(sets)]
        return blocks
