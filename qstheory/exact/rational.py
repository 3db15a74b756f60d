"""Linear algebra over the rationals by python-flint, on lists of fractions.

Meant for matrices of up to a few hundred rows; larger ones of low rank go through `basis`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

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
