"""Comparing rows, and looking up label sets among distinct, sorted ones."""

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray, binary_numbers


def different_rows(first: IntArray, second: IntArray) -> FloatArray:
    """1.0 where the rows differ, else 0.0: shape (n,)."""
    different: FloatArray = np.any(first != second, axis=1).astype(np.float64)
    return different


def row_indices(rows: IntArray, distinct: IntArray) -> IntArray:
    """For each row its index in `distinct` (same type and width), or -1: shape (n,)."""
    known = {row.tobytes(): i for i, row in enumerate(distinct)}
    return np.array([known.get(row.tobytes(), -1) for row in rows], dtype=np.int64)


def indicators(rows: IntArray, distinct: IntArray) -> FloatArray:
    """Unit vectors of the rows among the distinct ones, zero for others: shape (n, distinct)."""
    positions = row_indices(rows, distinct)
    units = np.zeros((len(rows), len(distinct)))
    known = positions >= 0
    units[np.flatnonzero(known), positions[known]] = 1.0
    return units


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
