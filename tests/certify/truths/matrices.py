"""Loss matrices and their ranks by sympy, and linear programs by scipy."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog
from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from qstheory.losses import resolve
from qstheory.losses.base import Reference

Matrix = list[list[Fraction]]


def matrix(reference: Reference) -> Matrix:
    """The loss matrix."""
    loss = resolve(reference)
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


def rank(rows: Sequence[Sequence[Fraction]]) -> int:
    """Rank over the rationals."""
    if not rows or not rows[0]:
        return 0
    entries = [[QQ(x.numerator, x.denominator) for x in row] for row in rows]
    return int(DomainMatrix(entries, (len(rows), len(rows[0])), QQ).rank())


def row_differences(rows: Matrix) -> Matrix:
    """Rows less the first."""
    return [[a - b for a, b in zip(row, rows[0], strict=True)] for row in rows]


def transposed(rows: Matrix) -> Matrix:
    """Columns as rows."""
    return [list(column) for column in zip(*rows, strict=True)]


def affine_dimension(rows: Matrix) -> int:
    """min over c of rank(L - c 1 1^T).

    rank(L - c J) is d + 1 or d, where d is the rank of the row differences, and it is d exactly
    when some w with sum 1 has w^T L = c 1^T: when adding that equation keeps the system solvable.
    """
    d = rank(row_differences(rows))
    # Unknowns w and c: L^T w - c 1 = 0 and 1^T w = 1.
    system = [[*column, Fraction(-1)] for column in transposed(rows)]
    system.append([*([Fraction(1)] * len(rows)), Fraction(0)])
    right = [[Fraction(0)]] * (len(system) - 1) + [[Fraction(1)]]
    augmented = [[*row, *value] for row, value in zip(system, right, strict=True)]
    return d if rank(system) == rank(augmented) else d + 1


def highest(
    objective: Sequence[float],
    *,
    equal: tuple[Sequence[Sequence[float]], Sequence[float]] | None = None,
    at_most: tuple[Sequence[Sequence[float]], Sequence[float]] | None = None,
    bounds: tuple[float | None, float | None] = (0, None),
) -> float:
    """The largest value of a linear program; -inf when infeasible, inf when unbounded."""
    found = linprog(
        [-float(c) for c in objective],
        A_eq=np.array(equal[0], dtype=float) if equal else None,
        b_eq=np.array(equal[1], dtype=float) if equal else None,
        A_ub=np.array(at_most[0], dtype=float) if at_most else None,
        b_ub=np.array(at_most[1], dtype=float) if at_most else None,
        bounds=bounds,
    )
    if found.status == 3:
        return float("inf")
    return -float(found.fun) if found.status == 0 else float("-inf")
