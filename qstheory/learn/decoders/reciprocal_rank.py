"""Reciprocal rank: L(sigma, y) = 1 - 1/min{sigma_j : y_j = 1}, decoded over subsets of items."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix

from qstheory.learn.decoders.arrays import (
    BLOCK_BYTES,
    FloatArray,
    IntArray,
    all_permutations,
    as_label_sets,
    as_positions,
    binary_numbers,
    order_positions,
)
from qstheory.learn.decoders.base import Undefined, check_policy, fill, refuse
from qstheory.learn.decoders.subset_dp import check_size, orders_after_subsets
from qstheory.learn.decoders.zero_one import DistinctObservations, indicators
from qstheory.learn.memory import row_blocks

WHERE = "an observation without relevant items"


@dataclass(frozen=True, eq=False)
class ReciprocalRankDecoder(DistinctObservations):
    """The order of greatest weighted reciprocal rank, r = number of distinct training observations.

    U_y is the indicator of y among them and F_sigma = -(1/min{sigma_j : j in y_d})_d. An item at
    place p gains 1/p of the weight of the observations that hold it and only items not yet placed:
    a dynamic program over subsets, for at most 20 items. `undefined` is the value of the
    reciprocal rank, 0/0 where no item is relevant.
    """

    undefined: Undefined = "raise"

    name = "reciprocal-rank"
    tie_rule = "the lexicographically smallest list of items from first to last"
    predicts = "permutations"
    examples = ({"undefined": "one"}, {"undefined": "zero"}, {"undefined": "drop"})

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy."""
        check_policy(self.undefined)

    def sparse_features(self, Y: IntArray) -> csr_matrix:
        """U_y, shape (n, distinct)."""
        y = as_label_sets(Y)
        refuse(self.undefined, y.sum(axis=1, dtype=np.int64) == 0, "The reciprocal rank", WHERE)
        return indicators(y, self.distinct)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_sigma, shape (t, distinct); zero for the empty observation."""
        first = _first_positions(as_positions(Z)[:, None], self.distinct[None])
        return -1.0 / first

    def decode(self, scores: FloatArray) -> IntArray:
        """The positions of the best orders, shape (t, m); raises TooLarge beyond 20 items."""
        given, observed = self.weights(scores), self.distinct
        m = observed.shape[1]
        check_size(m)
        orders = np.zeros((len(given), m), dtype=np.int64)
        places = 1.0 / np.arange(1, m + 1)
        # Item 0 is the lowest bit of a subset.
        numbers = binary_numbers(observed[:, ::-1])
        for block in row_blocks(len(given), m << m, BLOCK_BYTES):
            weights = np.zeros((1 << m, block.stop - block.start))
            weights[numbers] = given[block].T
            weights[0] = 0.0  # the empty observation, which no order changes
            orders[block] = orders_after_subsets(_costs(weights, m), places)
        return order_positions(orders)

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - 1/(position of the first relevant item), row by row."""
        y = as_label_sets(Y)
        empty = y.sum(axis=1, dtype=np.int64) == 0
        refuse(self.undefined, empty, "The reciprocal rank", WHERE)
        return fill(
            1.0 - 1.0 / _first_positions(as_positions(Z), y), empty, self.undefined, one=0.0
        )

    def predictions(self, m: int) -> IntArray:
        """All rows of positions."""
        return all_permutations(m)


def _first_positions(positions: IntArray, sets: IntArray) -> FloatArray:
    """The least position of a member along the last axis, infinite for the empty set."""
    first: FloatArray = np.where(sets == 1, positions, np.inf).min(axis=-1)
    return first


def _costs(weights: FloatArray, m: int) -> FloatArray:
    """Minus the weight of the sets that hold j and avoid S, for all j and S: (m, 2^m, t).

    With g(T) the weight of the subsets of T (sums over bits), it is g(T) - g(T - j), T the items
    outside S.
    """
    within = weights.copy()
    subsets = np.arange(1 << m)
    for j in range(m):
        with_j = subsets[(subsets >> j) & 1 == 1]
        within[with_j] += within[with_j ^ 1 << j]
    outside = subsets[::-1]
    return np.array([within[outside & ~(1 << j)] - within[outside] for j in range(m)])
