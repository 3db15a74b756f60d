"""The integer matrix of a loss at chosen rows and columns."""

from collections.abc import Sequence
from math import lcm

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.limits import submatrix
from qstheory.errors import TooLarge
from qstheory.exact.integer_matrix import IntegerMatrix, from_fractions, narrowed
from qstheory.losses.base import AffineEntry, CountStructure, Loss
from qstheory.losses.spaces import Label

TABLE_LIMIT = 1 << 25
"""Most triples (|z|, |y|, |z & y|) of label sets that a table is kept for."""


def loss_matrix(
    loss: Loss, predictions: Sequence[Label], observations: Sequence[Label]
) -> IntegerMatrix:
    """L at these predictions and observations; a loss declared by counts is evaluated by counts."""
    counts = loss.counts
    if counts is None or len(predictions) * len(observations) < 4096:
        return from_fractions(submatrix(loss, predictions, observations))
    left = np.array(predictions, dtype=np.float64).reshape(len(predictions), -1)
    right = np.array(observations, dtype=np.float64).reshape(len(observations), -1)
    both = (left @ right.T).astype(np.int64)
    a, b = left.sum(axis=1).astype(np.int64), right.sum(axis=1).astype(np.int64)
    if isinstance(counts.entry, AffineEntry):
        return _affine(counts.entry, a, b, both)
    return _tabulated(counts, a, b, both)


def _affine(
    entry: AffineEntry, a: NDArray[np.int64], b: NDArray[np.int64], both: NDArray[np.int64]
) -> IntegerMatrix:
    parts = (entry.constant, entry.prediction, entry.observation, entry.both)
    shared = lcm(*(part.denominator for part in parts))
    c, p, o, t = (int(part * shared) for part in parts)
    values = c + p * a[:, None] + o * b[None, :] + t * both
    return IntegerMatrix(values, (shared,) * len(a))


def _tabulated(
    counts: CountStructure, a: NDArray[np.int64], b: NDArray[np.int64], both: NDArray[np.int64]
) -> IntegerMatrix:
    side = counts.m + 1
    if side**3 > TABLE_LIMIT:
        raise TooLarge(f"Tabulating all counts of {counts.m} labels needs too much memory.")
    keys = (a[:, None] * side + b[None, :]) * side + both
    present = np.zeros(side**3, dtype=bool)
    present[keys] = True
    known = np.flatnonzero(present).tolist()
    values = {k: counts.entry(k // side**2, k // side % side, k % side) for k in known}
    denominators = [1] * side
    for key, value in values.items():
        denominators[key // side**2] = lcm(denominators[key // side**2], value.denominator)
    integers = {k: int(v * denominators[k // side**2]) for k, v in values.items()}
    wide = any(abs(v) >= 2**63 for v in integers.values())
    table = np.zeros(side**3, dtype=object if wide else np.int64)
    for key, number in integers.items():
        table[key] = number
    return IntegerMatrix(narrowed(table[keys]), tuple(denominators[size] for size in a.tolist()))
