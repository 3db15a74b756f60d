"""Rational matrices as integers over one denominator per row."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.certify.packed import magnitude as largest

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
