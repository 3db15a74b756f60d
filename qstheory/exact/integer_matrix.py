"""Rational matrices: lists of fractions by python-flint, and integers over a denominator a row.

The first are for up to a few hundred rows; larger ones of low rank go through `modular.Basis`. The
matrix of a loss at chosen rows and columns is of the second kind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.certify.limits import submatrix
from qstheory.certify.packed import magnitude as largest
from qstheory.errors import TooLarge
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.coded import LETTERS, CodedMatrix
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import Label, Space

INT64_MAX = 2**63 - 1


@dataclass(frozen=True, eq=False)
class IntegerMatrix:
    """M[i, j] = values[i, j] / denominators[i].

    `values` has dtype int64 when every value fits, otherwise object with Python integers.
    """

    values: NDArray[Any]
    denominators: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        rows, columns = self.values.shape
        return rows, columns

    def entry(self, i: int, j: int) -> Fraction:
        """M[i, j]."""
        return Fraction(int(self.values[i, j]), self.denominators[i])

    def rows(self) -> list[list[Fraction]]:
        """All entries; meant for small matrices."""
        return [
            [Fraction(int(v), d) for v in row]
            for row, d in zip(self.values.tolist(), self.denominators, strict=True)
        ]

    def take(self, rows: Sequence[int], columns: Sequence[int]) -> "IntegerMatrix":
        """The submatrix of these rows and columns."""
        return IntegerMatrix(
            self.values[np.ix_(list(rows), list(columns))],
            tuple(self.denominators[i] for i in rows),
        )


def magnitude(values: NDArray[Any]) -> int:
    """The largest absolute value."""
    return max(int(values.max()), -int(values.min())) if values.size else 0


def narrowed(values: NDArray[Any]) -> NDArray[Any]:
    """The same integers as int64 where they fit."""
    if values.dtype == np.int64:
        return values
    if magnitude(values) <= INT64_MAX:
        return values.astype(np.int64)
    return values


def from_fractions(rows: Sequence[Sequence[Fraction]]) -> IntegerMatrix:
    """Rows of fractions over the least common denominator of each row.

    >>> from_fractions([[Fraction(1, 2), Fraction(1, 3)]]).values.tolist()
    [[3, 2]]
    """
    scaled = [over_common_denominator(row) for row in rows]
    integers = [row for _, row in scaled]
    wide = largest(integers) > INT64_MAX
    values = np.array(integers, dtype=object if wide else np.int64)
    shape = len(rows), len(rows[0]) if rows else 0
    return IntegerMatrix(values.reshape(shape), tuple(factor for factor, _ in scaled))


def from_integers(values: NDArray[Any], denominator: int = 1) -> IntegerMatrix:
    """An integer array over one common denominator."""
    if values.dtype.kind not in "iuO":
        raise TypeError("from_integers needs an integer array")
    return IntegerMatrix(narrowed(values), (denominator,) * len(values))


def transposed(matrix: IntegerMatrix) -> IntegerMatrix:
    """The transpose up to the scale of its columns, which no rank or pivot depends on."""
    return IntegerMatrix(matrix.values.T, (1,) * matrix.shape[1])


def common(matrix: IntegerMatrix) -> IntegerMatrix:
    """The same matrix over one denominator for all rows."""
    shared = lcm(*matrix.denominators)
    factors = [shared // d for d in matrix.denominators]
    if all(f == 1 for f in factors):
        return matrix
    wide = magnitude(matrix.values) * max(factors) > INT64_MAX
    values = matrix.values.astype(object) if wide else matrix.values
    scale = np.array(factors, dtype=values.dtype)[:, None]
    return IntegerMatrix(narrowed(values * scale), (shared,) * len(factors))


def shifted(matrix: IntegerMatrix, c: Fraction) -> IntegerMatrix:
    """M - c 1 1^T."""
    shared = common(matrix)
    denominator = shared.denominators[0]
    values = shared.values.astype(object) * c.denominator - c.numerator * denominator
    return IntegerMatrix(narrowed(values), tuple(d * c.denominator for d in shared.denominators))


def bordered(matrix: IntegerMatrix) -> NDArray[Any]:
    """[[D M, d], [1^T, 0]] with the denominators d of the rows and D = diag(d), all integers."""
    rows, columns = matrix.shape
    wide = matrix.values.dtype != np.int64 or max(matrix.denominators) > INT64_MAX
    values: NDArray[Any] = np.ones((rows + 1, columns + 1), dtype=object if wide else np.int64)
    values[:-1, :-1] = matrix.values
    values[:-1, -1] = matrix.denominators
    values[-1, -1] = 0
    return values


def prediction_differences(matrix: IntegerMatrix) -> IntegerMatrix:
    """The rows M[i, :] - M[0, :] for i >= 1."""
    shared = common(matrix)
    return IntegerMatrix(minus(shared.values[1:], shared.values[:1]), shared.denominators[1:])


def observation_differences(matrix: IntegerMatrix) -> IntegerMatrix:
    """The columns M[:, j] - M[:, 0] for j >= 1."""
    values = matrix.values
    return IntegerMatrix(minus(values[:, 1:], values[:, :1]), matrix.denominators)


def exact_sum(values: NDArray[Any]) -> NDArray[Any]:
    """The sum of each row, without overflow."""
    if magnitude(values) * values.shape[1] > INT64_MAX:
        values = values.astype(object)
    return np.asarray(values.sum(axis=1))


def minus(values: NDArray[Any], base: NDArray[Any]) -> NDArray[Any]:
    """values - base, without overflow."""
    if magnitude(values) + magnitude(base) > INT64_MAX:
        values = values.astype(object)
    return narrowed(values - base)


Rows = Sequence[Sequence[Fraction]]
Vector = tuple[Fraction, ...]


def to_flint(rows: Rows, columns: int) -> Any:
    """The matrix as fmpq_mat."""
    flat = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    return fmpq_mat(len(rows), columns, flat)


def to_fraction(value: Any) -> Fraction:
    """An fmpq or fmpz as a fraction."""
    rational = fmpq(value)
    return Fraction(int(rational.p), int(rational.q))


def from_flint(matrix: Any) -> list[list[Fraction]]:
    """Rows of fractions."""
    return [[to_fraction(x) for x in row] for row in matrix.tolist()]


@dataclass(frozen=True)
class Echelon:
    """The reduced row echelon form: its non-zero rows and pivot columns."""

    rows: list[list[Fraction]]
    pivots: tuple[int, ...]

    @property
    def rank(self) -> int:
        """The number of pivots."""
        return len(self.pivots)


def echelon(rows: Rows) -> Echelon:
    """Reduced row echelon form over the rationals."""
    if not rows or not rows[0]:
        return Echelon([], ())
    reduced, rank = to_flint(rows, len(rows[0])).rref()
    kept = from_flint(reduced)[:rank]
    return Echelon(kept, tuple(next(j for j, x in enumerate(row) if x) for row in kept))


def rank(rows: Rows) -> int:
    """The rank over the rationals."""
    return echelon(rows).rank


def kernel(rows: Rows, columns: int) -> list[Vector]:
    """A basis of {x : M x = 0}, one vector for each column without a pivot."""
    form = echelon(rows)
    free = [j for j in range(columns) if j not in form.pivots]
    basis = []
    for j in free:
        vector = [Fraction(0)] * columns
        vector[j] = Fraction(1)
        for row, pivot in zip(form.rows, form.pivots, strict=True):
            vector[pivot] = -row[j]
        basis.append(tuple(vector))
    return basis


def solve(rows: Rows, target: Sequence[Fraction]) -> Vector | None:
    """Some x with M x = target, zero at columns without a pivot, or None when there is none."""
    columns = len(rows[0]) if rows else 0
    form = echelon([[*row, b] for row, b in zip(rows, target, strict=True)])
    if columns in form.pivots:
        return None
    vector = [Fraction(0)] * columns
    for row, pivot in zip(form.rows, form.pivots, strict=True):
        vector[pivot] = row[columns]
    return tuple(vector)


def transpose(rows: Rows) -> list[list[Fraction]]:
    """Columns as rows."""
    return [list(column) for column in zip(*rows, strict=True)]


def inner(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """Sum of products."""
    return sum((a * b for a, b in zip(left, right, strict=True) if a and b), Fraction(0))


def apply(rows: Rows, vector: Sequence[Fraction]) -> Vector:
    """M x."""
    return tuple(inner(row, vector) for row in rows)


FEW_ENTRIES = 4096
"""Fewer are evaluated one by one, for which no table of counts is needed."""
TABLE_LIMIT = 1 << 25
"""Most triples (|z|, |y|, |z & y|) of label sets that a table is kept for."""


def loss_matrix(
    loss: Loss, predictions: Sequence[Label], observations: Sequence[Label]
) -> IntegerMatrix:
    """L at these predictions and observations; a loss declared by counts is evaluated by counts."""
    if len(predictions) * len(observations) < FEW_ENTRIES:
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
    keys, values = tabulated(counts, predictions, observations)
    side = counts.m + 1
    denominators = [1] * side
    for key, value in values.items():
        denominators[key // side**2] = lcm(denominators[key // side**2], value.denominator)
    integers = {k: int(v * denominators[k // side**2]) for k, v in values.items()}
    wide = any(abs(v) >= 2**63 for v in integers.values())
    table = table_of(integers, side, object if wide else np.int64)
    sizes = [counts.prediction_set(z).bit_count() for z in predictions]
    return IntegerMatrix(narrowed(table[keys]), tuple(denominators[size] for size in sizes))


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


def table_of(values: Mapping[int, int], side: int, dtype: type) -> NDArray[Any]:
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


def tabulated(
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
