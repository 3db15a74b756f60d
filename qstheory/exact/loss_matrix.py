"""The integer matrix of a loss at chosen rows and columns."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.certify.limits import submatrix
from qstheory.errors import TooLarge
from qstheory.exact.integer_matrix import (
    INT64_MAX,
    IntegerMatrix,
    from_fractions,
    from_integers,
    narrowed,
)
from qstheory.exact.modular import Residues, centre, residues
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.coded import LETTERS, CodedMatrix
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import Label, Space

SMALL = 4096
"""Fewer entries are evaluated one by one, for which no table of counts is needed."""
TABLE_LIMIT = 1 << 25
"""Most triples (|z|, |y|, |z & y|) of label sets that a table is kept for."""


def loss_matrix(
    loss: Loss, predictions: Sequence[Label], observations: Sequence[Label]
) -> IntegerMatrix:
    """L at these predictions and observations; a loss declared by counts is evaluated by counts."""
    if len(predictions) * len(observations) < SMALL:
        return from_fractions(submatrix(loss, predictions, observations))
    if isinstance(loss.reference, MatrixReference):
        rows = _places(loss.predictions, predictions)
        columns = _places(loss.observations, observations)
        return _stored(loss.reference.entries, rows, columns)
    counts = loss.by_counts
    if counts is None:
        return from_fractions(submatrix(loss, predictions, observations))
    if isinstance(counts.entry, AffineEntry):
        return _affine(counts, counts.entry, predictions, observations)
    keys, values = _tabulated(counts, predictions, observations)
    side = counts.m + 1
    denominators = [1] * side
    for key, value in values.items():
        denominators[key // side**2] = lcm(denominators[key // side**2], value.denominator)
    integers = {k: int(v * denominators[k // side**2]) for k, v in values.items()}
    wide = any(abs(v) >= 2**63 for v in integers.values())
    table = _table(integers, side, object if wide else np.int64)
    sizes = [counts.prediction_set(z).bit_count() for z in predictions]
    return IntegerMatrix(narrowed(table[keys]), tuple(denominators[size] for size in sizes))


def loss_residues(
    loss: Loss, predictions: Sequence[Label], observations: Sequence[Label], modulus: int
) -> Residues:
    """L at these predictions and observations modulo a prime that divides no denominator.

    Raises ValueError when it divides one.
    """
    counts = loss.by_counts
    if (
        counts is None
        or isinstance(counts.entry, AffineEntry)
        or len(predictions) * len(observations) < SMALL
    ):
        return residues(loss_matrix(loss, predictions, observations), modulus)
    keys, values = _tabulated(counts, predictions, observations)
    reduced = {
        k: v.numerator * pow(v.denominator, -1, modulus) % modulus for k, v in values.items()
    }
    return centre(_table(reduced, counts.m + 1, np.float64)[keys], modulus)


def _places(space: Space, chosen: Sequence[Label]) -> list[int]:
    places = {label: k for k, label in enumerate(space)}
    return [places[label] for label in chosen]


def _stored(matrix: CodedMatrix, rows: Sequence[int], columns: Sequence[int]) -> IntegerMatrix:
    """By the codes: each row over the least common multiple of its denominators."""
    codes = np.frombuffer(matrix.codes, dtype=LETTERS[matrix.width]).reshape(len(matrix), -1)
    if list(rows) != list(range(len(matrix))) or list(columns) != list(range(matrix.columns)):
        codes = codes[np.ix_(rows, columns)]
    if all(x.denominator == 1 for x in matrix.values):
        return from_integers(_integers([x.numerator for x in matrix.values])[codes])
    scaled, factors = [], []
    for row in codes:
        present, places = np.unique(row, return_inverse=True)
        factor, times = over_common_denominator([matrix.values[k] for k in present.tolist()])
        factors.append(factor)
        scaled.append(_integers(times)[places])
    wide = any(row.dtype == object for row in scaled)
    return IntegerMatrix(
        np.array(scaled, dtype=object if wide else np.int64).reshape(codes.shape), tuple(factors)
    )


def _integers(numbers: Sequence[int]) -> NDArray[Any]:
    """As int64 where they fit, else as objects."""
    wide = any(abs(x) > INT64_MAX for x in numbers)
    return np.array(numbers, dtype=object if wide else np.int64)


def _table(values: Mapping[int, int], side: int, dtype: type) -> NDArray[Any]:
    table: NDArray[Any] = np.zeros(side**3, dtype=dtype)
    for key, number in values.items():
        table[key] = number
    return table


def _bits(
    counts: CountStructure, predictions: Sequence[Label], observations: Sequence[Label]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The sets of the labels as rows of zeros and ones."""
    return (
        _rows(list(map(counts.prediction_set, predictions)), counts.m),
        _rows(list(map(counts.observation_set, observations)), counts.m),
    )


def _rows(sets: Sequence[int], m: int) -> NDArray[np.float64]:
    width = (m + 7) // 8
    packed = np.frombuffer(b"".join(number.to_bytes(width, "big") for number in sets), np.uint8)
    bits = np.unpackbits(packed.reshape(len(sets), width), axis=1)
    return bits[:, 8 * width - m :].astype(np.float64)


def _affine(
    counts: CountStructure,
    entry: AffineEntry,
    predictions: Sequence[Label],
    observations: Sequence[Label],
) -> IntegerMatrix:
    left, right = _bits(counts, predictions, observations)
    parts = (entry.constant, entry.prediction, entry.observation, entry.both)
    shared = lcm(*(part.denominator for part in parts))
    c, p, o, t = (float(part * shared) for part in parts)
    values = t * (left @ right.T)
    values += (c + p * left.sum(axis=1))[:, None]
    values += o * right.sum(axis=1)
    return IntegerMatrix(values.astype(np.int64), (shared,) * len(left))


def _tabulated(
    counts: CountStructure, predictions: Sequence[Label], observations: Sequence[Label]
) -> tuple[NDArray[np.int64], dict[int, Fraction]]:
    """For each pair the key (|z| n + |y|) n + |z & y| with n = m + 1, and the entry by key."""
    side = counts.m + 1
    if side**3 > TABLE_LIMIT:
        raise TooLarge(f"Tabulating all counts of {counts.m} labels needs too much memory.")
    left, right = _bits(counts, predictions, observations)
    keys = (left @ right.T).astype(np.int64)
    keys += (left.sum(axis=1).astype(np.int64) * side * side)[:, None]
    keys += right.sum(axis=1).astype(np.int64) * side
    present = np.zeros(side**3, dtype=bool)
    present[keys] = True
    known = np.flatnonzero(present).tolist()
    return keys, {k: counts.entry(k // side**2, k // side % side, k % side) for k in known}
