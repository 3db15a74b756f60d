"""Checked arrays, and the row-wise operations that several decoders share.

Every table that a public function of the learner takes is checked here, once: shape, type, length.

Exact best orders by dynamic programming over subsets, for many problems at once.
"""

from itertools import combinations, permutations
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.inputs.numeric_names import is_missing
from qstheory.learn.checks import as_given, refuse_masked, row_blocks

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.integer[Any]]
BoolArray = NDArray[np.bool_]

ENUMERATION_LIMIT = 1 << 20
"""Most predictions that are run through: with m = 20 labels their rows take 20 MB."""
# Working arrays of blocks of rows: a few megabytes, so that they stay near the processor.
BLOCK_BYTES = float(8 << 20)
# Beyond it, neighbouring integers are one number in double precision.
LARGEST_INTEGER = 1 << 53


def same_length(**tables: Any) -> None:
    """Raises InvalidParameter unless all have as many rows as the first."""
    lengths = {name: np.shape(table)[0] if np.ndim(table) else 0 for name, table in tables.items()}
    if len(set(lengths.values())) > 1:
        counts = " and ".join(f"{count} {name}" for name, count in lengths.items())
        raise InvalidParameter(f"There are {counts}: give one row of each for each case.")


def as_queries(query: ArrayLike | None, rows: int) -> IntArray:
    """The query of each row as a number from 0, in increasing order of the ids (text or numbers).

    All rows belong to one query where `query` is None. Raises InvalidParameter unless there is one
    id, neither missing nor NaN, for each row.
    """
    if query is None:
        return np.zeros(rows, dtype=np.int64)
    refuse_masked(query, "query")
    ids = as_given(query)
    if ids.shape != (rows,):
        raise InvalidParameter(
            f"query must name the query of each row of X: {rows} ids, not shape {ids.shape}."
        )
    missing = np.array(list(map(is_missing, ids.tolist())), dtype=bool)
    if missing.any():
        raise InvalidParameter(f"The query of row {int(np.argmax(missing))} is missing: name it.")
    try:
        numbers = np.unique(ids, return_inverse=True)[1]
    except TypeError:
        raise InvalidParameter("Query ids must be all numbers or all text.") from None
    return np.asarray(numbers.ravel(), dtype=np.int64)


def check_k(k: int, m: int | None = None) -> None:
    """Raises InvalidParameter unless k is an integer from 1 to m."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        raise InvalidParameter(f"k must be a positive integer, not {k!r}.")
    if m is not None and k > m:
        raise InvalidParameter(f"k = {k} exceeds the number {m} of labels; lower it.")


def as_label_sets(rows: ArrayLike) -> IntArray:
    """Rows of 0 and 1 as int8, shape (n, m); raises InvalidParameter with the first bad place."""
    given = np.asarray(rows)
    if given.ndim != 2:
        raise InvalidParameter(f"Label sets must be a table (n, m), not of shape {given.shape}.")
    bad = (given != 0) & (given != 1)
    if bad.any():
        i, j = np.argwhere(bad)[0]
        raise InvalidParameter(f"Label sets hold 0 and 1; row {i}, label {j} is {given[i, j]}.")
    return given.astype(np.int8)


def as_integers(rows: ArrayLike, what: str, low: int = 0, high: int | None = None) -> IntArray:
    """Rows of integers in low..high, shape (n, m), a vector as one column; or InvalidParameter."""
    refuse_masked(rows, what)
    given = np.asarray(rows)
    if given.ndim == 1:
        given = given[:, None]
    if given.ndim != 2 or given.dtype.kind not in "iuf":
        raise InvalidParameter(f"The {what} must be a table of integers.")
    bad = ~np.isfinite(given) | (given != np.floor(given)) | (given < low)
    bad |= given > (LARGEST_INTEGER if high is None else high)
    if bad.any():
        i, j = np.argwhere(bad)[0]
        top = "" if high is None else f" to {high}"
        raise InvalidParameter(
            f"The {what} must be integers from {low}{top}; row {i}, column {j} is {given[i, j]}."
        )
    return given.astype(np.int64)


def as_positions(rows: ArrayLike) -> IntArray:
    """Rows of 1-based positions, shape (t, m); raises InvalidParameter unless permutations."""
    positions = as_integers(rows, "positions", 1)
    wrong = (np.sort(positions, axis=1) != np.arange(1, positions.shape[1] + 1)).any(axis=1)
    if wrong.any():
        raise InvalidParameter(
            f"Row {int(np.argmax(wrong))} is no permutation of the positions 1 to"
            f" {positions.shape[1]}."
        )
    return positions


def as_column(values: ArrayLike) -> IntArray:
    """A vector of integers as one column, shape (t, 1)."""
    column: IntArray = np.asarray(values, dtype=np.int64)[:, None]
    return column


def as_scores(scores: ArrayLike, columns: int | None = None) -> FloatArray:
    """Finite scores, shape (t, r), with r = columns when given; raises InvalidParameter."""
    given = as_table(scores)
    if columns is not None and given.shape[1] != columns:
        raise InvalidParameter(f"Scores must have {columns} columns, not {given.shape[1]}.")
    # A finite sum proves every score finite, at the cost of one pass.
    with np.errstate(over="ignore", invalid="ignore"):
        proved = bool(np.isfinite(given.sum()))
    if not proved:
        check_finite(given)
    return given


def as_table(scores: ArrayLike) -> FloatArray:
    """Scores of shape (t, r), finite or not; raises InvalidParameter for another shape."""
    refuse_masked(scores, "scores")
    if np.asarray(scores).dtype.kind == "c":
        raise InvalidParameter("Scores must be real numbers.")
    given = np.asarray(scores, dtype=np.float64)
    if given.ndim != 2:
        raise InvalidParameter(f"Scores must be a table (t, r), not of shape {given.shape}.")
    return given


def check_finite(*values: FloatArray) -> None:
    """Raises InvalidParameter unless all are finite: what overflows, or came so, is refused."""
    if not all(np.isfinite(item).all() for item in values):
        raise InvalidParameter("Scores must be finite; check the weights that they come from.")


def all_label_sets(m: int) -> IntArray:
    """The 2^m label sets in increasing order as binary numbers, shape (2^m, m)."""
    if m >= ENUMERATION_LIMIT.bit_length():
        raise TooLarge(f"2^{m} label sets are too many to enumerate.")
    numbers = np.arange(1 << m)[:, None]
    return ((numbers >> np.arange(m - 1, -1, -1)) & 1).astype(np.int8)


def label_sets_by_size(m: int) -> IntArray:
    """The 2^m label sets by size, within a size the earliest labels first, shape (2^m, m)."""
    sets = all_label_sets(m)[::-1]
    by_size: IntArray = sets[np.argsort(sets.sum(axis=1, dtype=np.int64), kind="stable")]
    return by_size


def sets_of_size(m: int, k: int) -> IntArray:
    """The label sets of size k, the earliest labels first, shape (m choose k, m)."""
    if comb(m, k) > ENUMERATION_LIMIT:
        raise TooLarge(f"The sets of {k} out of {m} labels are too many to enumerate.")
    sets = np.zeros((comb(m, k), m), dtype=np.int8)
    for row, chosen in zip(sets, combinations(range(m), k), strict=True):
        row[list(chosen)] = 1
    return sets


def binary_numbers(sets: IntArray) -> IntArray:
    """Each label set of at most 62 labels as a binary number, the first label highest."""
    powers = 1 << np.arange(sets.shape[1] - 1, -1, -1, dtype=np.int64)
    numbers: IntArray = sets.astype(np.int64) @ powers
    return numbers


def all_permutations(m: int) -> IntArray:
    """The m! rows of positions in lexicographic order, shape (m!, m)."""
    if factorial(m) > ENUMERATION_LIMIT:
        raise TooLarge(f"{m}! permutations are too many to enumerate.")
    return np.array(list(permutations(range(1, m + 1))), dtype=np.int64).reshape(-1, m)


def select_top(values: FloatArray, k: int) -> BoolArray:
    """The k largest of each row, shape (t, m) (of equal values, the earliest): O(m) a row."""
    m = values.shape[1]
    if k == 0:
        return np.zeros(values.shape, dtype=np.bool_)
    threshold = np.partition(values, m - k, axis=1)[:, m - k]
    return at_least(values, threshold, np.full(len(values), k))


def at_least(values: FloatArray, threshold: FloatArray, counts: IntArray) -> BoolArray:
    """The first counts_i entries of row i that reach threshold_i, its counts_i-th largest."""
    chosen: BoolArray = values >= threshold[:, None]
    surplus = np.flatnonzero(np.count_nonzero(chosen, axis=1) > counts)
    if len(surplus):
        rows, cut = values[surplus], threshold[surplus, None]
        above, equal = rows > cut, rows == cut
        room = (counts[surplus] - np.count_nonzero(above, axis=1))[:, None]
        chosen[surplus] = above | (equal & (np.cumsum(equal, axis=1) <= room))
    return chosen


def order_positions(order: IntArray) -> IntArray:
    """Rows of positions sigma from rows that list the items from first to last."""
    positions = np.empty(order.shape, dtype=np.int64)
    places = np.broadcast_to(np.arange(1, order.shape[1] + 1), order.shape)
    np.put_along_axis(positions, order, places, axis=1)
    return positions


def descending_positions(values: FloatArray) -> IntArray:
    """The positions of the items of each row by decreasing value, equal ones in their order."""
    return order_positions(np.argsort(-values, axis=1, kind="stable"))


def nearest_on_simplex(values: FloatArray) -> FloatArray:
    """The nearest probability vector to each row, max(v - t, 0) with the t for which it sums to 1.

    >>> nearest_on_simplex(np.array([[0.5, 0.5], [2.0, 0.0], [0.2, 0.4]]))
    array([[0.5, 0.5],
           [1. , 0. ],
           [0.4, 0.6]])
    """
    descending = -np.sort(-values, axis=1)
    excess = (np.cumsum(descending, axis=1) - 1.0) / np.arange(1, values.shape[1] + 1)
    last = np.count_nonzero(descending > excess, axis=1) - 1
    nearest = np.maximum(values - excess[np.arange(len(values)), last][:, None], 0.0)
    probabilities: FloatArray = nearest / nearest.sum(axis=1, keepdims=True)
    return probabilities


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
