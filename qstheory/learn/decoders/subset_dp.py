"""Exact best orders by dynamic programming over subsets, for many problems at once."""

import numpy as np

from qstheory.errors import TooLarge
from qstheory.learn.decoders.arrays import BLOCK_BYTES, FloatArray, IntArray
from qstheory.learn.memory import row_blocks

LARGEST = 20
"""20 2^20 sums are 168 MB, and each further item doubles them."""


def best_orders(pair: FloatArray, single: FloatArray, places: FloatArray) -> IntArray:
    """The orders of least cost, as rows of items from first to last: shape (t, m).

    Placing item j at place p after the items S costs places_p (single_j + sum_{l in S} pair_jl);
    pair has shape (t, m, m), single (t, m), places (m,). V(S), the least cost of what remains after
    S, is the minimum over j not in S of that cost plus V(S + j); O(2^m m) operations and memory a
    problem. Of equal sums the order that is lexicographically smallest. Raises TooLarge.
    """
    t, m = single.shape
    check_size(m)
    orders = np.zeros((t, m), dtype=np.int64)
    for block in row_blocks(t, m << m, BLOCK_BYTES):
        orders[block] = orders_after_subsets(_subset_sums(pair[block], single[block]), places)
    return orders


def check_size(m: int) -> None:
    """Raises TooLarge when 2^m subsets are too many."""
    if m > LARGEST:
        raise TooLarge(f"Subset dynamic programming over {m} items needs too much memory.")


def orders_after_subsets(added: FloatArray, places: FloatArray) -> IntArray:
    """The same for any costs places_p added[j, S] of item j at place p after the items S.

    `added` has shape (m, 2^m, t), a subset numbered by its bits, item 0 the lowest.
    """
    m, _, t = added.shape
    subsets = np.arange(1 << m)
    sizes = np.bitwise_count(subsets)
    remaining = np.full((1 << m, t), np.inf)
    remaining[-1] = 0.0
    for size in range(m - 1, -1, -1):
        layer = subsets[sizes == size]
        for j in range(m):
            without = layer[(layer >> j) & 1 == 0]
            cost = places[size] * added[j, without] + remaining[without | 1 << j]
            remaining[without] = np.minimum(remaining[without], cost)
    return _trace(added, remaining, places)


def _subset_sums(pair: FloatArray, single: FloatArray) -> FloatArray:
    """single_j + sum_{l in S} pair_jl for all j and S: shape (m, 2^m, t)."""
    t, m = single.shape
    sums = np.empty((m, 1 << m, t))
    sums[:, 0] = single.T
    for item in range(m):
        half = 1 << item
        sums[:, half : 2 * half] = sums[:, :half] + pair[:, :, item].T[:, None]
    return sums


def _trace(added: FloatArray, remaining: FloatArray, places: FloatArray) -> IntArray:
    m, _, t = added.shape
    rows, items = np.arange(t), np.arange(m)
    placed = np.zeros(t, dtype=np.int64)
    orders = np.empty((t, m), dtype=np.int64)
    for place in range(m):
        extended = placed[:, None] | 1 << items
        cost = places[place] * added[items, placed[:, None], rows[:, None]]
        cost = cost + remaining[extended, rows[:, None]]
        cost[(placed[:, None] >> items) & 1 == 1] = np.inf
        orders[:, place] = np.argmin(cost, axis=1)
        placed |= 1 << orders[:, place]
    return orders
