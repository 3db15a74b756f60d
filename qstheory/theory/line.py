"""Predictions on a line: positions at which every column of L is convex, in any order of the rows.

Along the line a column is largest at an end, also after ends were taken away. So the order is built
from both ends inwards, the next prediction being one that is largest in some column; what lies
between two others is in no column above both. For an order, convexity of every column at t_k is a
bound on (t_(k+1) - t_k)/(t_k - t_(k-1)), for each k by itself.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from qstheory.exact.rational import Vector

WORK = 1 << 24
"""Most rows * rows * columns with which more is tried than 0, 1, 2, ... in the given order."""
STEPS = 8
"""Most predictions that are placed, as a multiple of their number."""


def positions_on_a_line(values: Any) -> dict[int, Fraction] | None:
    """The position of every row, in increasing order, or None when none were found.

    >>> positions_on_a_line(np.array([[1, 1], [2, 0], [0, 2]]))
    {1: Fraction(0, 1), 0: Fraction(1, 1), 2: Fraction(2, 1)}
    """
    steps = np.diff(values, axis=0)
    if not (steps[1:] < steps[:-1]).any():
        return {k: Fraction(k) for k in range(len(values))}
    order = _order(values) if len(values) * values.size <= WORK else None
    if order is None:
        return None
    found = _positions(values[list(order)])
    assert found is not None
    return dict(zip(order, found, strict=True))


def _positions(values: Any) -> Vector | None:
    """Those of the rows in their order, 0, 1, 2, ... where that is possible."""
    steps = np.diff(values, axis=0).tolist()
    places, width = [Fraction(0)], Fraction(1)
    for before, after in zip([None, *steps], steps, strict=False):
        ratio = Fraction(1) if before is None else _ratio(before, after)
        if ratio is None:
            return None
        width *= ratio
        places.append(places[-1] + width)
    return tuple(places)


def _ratio(before: Sequence[int], after: Sequence[int]) -> Fraction | None:
    """Some r > 0 with after >= r before, 1 if it is one."""
    if any(x == 0 and y < 0 for x, y in zip(before, after, strict=True)):
        return None
    low = max((Fraction(y, x) for x, y in zip(before, after, strict=True) if x < 0), default=None)
    high = min((Fraction(y, x) for x, y in zip(before, after, strict=True) if x > 0), default=None)
    if high is not None and (high <= 0 or (low is not None and low > high)):
        return None
    if low is not None and low > 1:
        return low
    return high if high is not None and high < 1 else Fraction(1)


def _order(values: Any) -> tuple[int, ...] | None:
    """The rows in an order with positions, None where there is none or the search takes long."""
    ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
    for _ in range(STEPS * len(values)):
        if not ways:
            return None
        left, right = ways.pop()
        rest = [z for z in range(len(values)) if z not in {*left, *right}]
        if not rest:
            order = (*left, *reversed(right))
            if _positions(values[list(order)]) is not None:
                return order
            continue
        inner = values[rest]
        largest = inner == inner.max(axis=0)
        column = int(largest.sum(axis=0).argmin())
        for k in np.flatnonzero(largest[:, column]).tolist():
            z, others = rest[k], np.delete(inner, k, axis=0)
            if _fits(values, left, z, others, right):
                ways.append(((*left, z), right))
            if (left or right) and _fits(values, right, z, others, left):
                ways.append((left, (*right, z)))
    return None


def _fits(values: Any, chain: tuple[int, ...], z: int, others: Any, far: tuple[int, ...]) -> bool:
    """Whether z may come next on a chain, before the others and the chain of the other end."""
    if len(chain) > 1 and _positions(values[[*chain[-2:], z]]) is None:
        return False
    if chain:
        beyond = np.concatenate([others, values[list(far[-1:])]])
        if (values[z] > np.maximum(values[chain[-1]], beyond)).any():
            return False
    return not far or not (others > np.maximum(values[z], values[far[-1]])).any()
