"""Dimensions of a loss that is a polynomial in two classes, from the matrix of its coefficients.

L(z, y) = sum_ij a_ij z^i y^j on n classes, as many as A has rows and columns or more, is V A W^T
for the powers V and W of the classes, whose columns are linearly independent and begin with the
constant one. So rank L = rank A; differences of predictions leave out the first row of A, those of
observations its first column; and L - c 1 1^T has the coefficients A - c e_0 e_0^T.

With A x = e_0 and w^T A = e_0^T, both solvable, and w_0 = e_0^T x not 0, the scalar c = 1 / x_0
lowers the rank by one; in no other case does a scalar.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import Rows
from qstheory.certify.dimensions import Dimensions
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss


@dataclass(frozen=True)
class CoefficientRanks:
    """The replay eliminates the coefficients of the polynomial that the loss declares."""


def rank(rows: Rows) -> int:
    """The rank of a small rational matrix.

    >>> rank([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(4)]])
    1
    """
    left = [list(row) for row in rows]
    found = 0
    for j in range(len(left[0]) if left else 0):
        pivot = next((row for row in left if row[j]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        left = [
            [x - row[j] / pivot[j] * p for x, p in zip(row, pivot, strict=True)] for row in left
        ]
        found += 1
    return found


def polynomial_dimensions(loss: Loss) -> tuple[Dimensions, Fraction | None]:
    """The dimensions, and the scalar that lowers the rank, if any.

    Raises InvalidParameter where the loss is no polynomial or on few classes.
    """
    entry = loss.polynomial
    if entry is None:
        raise InvalidParameter("The loss is not declared as a polynomial.")
    width = max(map(len, entry.rows))
    A = [[*row, *[Fraction(0)] * (width - len(row))] for row in entry.rows]
    if loss.predictions.size < len(A) or loss.observations.size < width:
        raise InvalidParameter("There are fewer classes than coefficients.")
    whole, below, beside = rank(A), rank(A[1:]), rank([row[1:] for row in A])
    x = _solution(A) if below < whole and beside < whole else None
    shift = 1 / x[0] if x is not None and x[0] else None
    return Dimensions(whole, below, beside, whole - (shift is not None)), shift


def _solution(A: Rows) -> list[Fraction] | None:
    """Some x with A x = e_0."""
    left = [[*row, Fraction(int(i == 0))] for i, row in enumerate(A)]
    pivots: list[tuple[int, list[Fraction]]] = []
    for j in range(len(A[0])):
        pivot = next((row for row in left if row[j]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        unit = [x / pivot[j] for x in pivot]
        reduced = [[x - row[j] * p for x, p in zip(row, unit, strict=True)] for row in left]
        pivots = [
            (k, [x - row[j] * p for x, p in zip(row, unit, strict=True)]) for k, row in pivots
        ]
        left, pivots = reduced, [*pivots, (j, unit)]
    if any(row[-1] for row in left):
        return None
    solution = [Fraction(0)] * len(A[0])
    for j, row in pivots:
        solution[j] = row[-1]
    return solution
