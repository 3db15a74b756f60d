"""Is there Pi > 0 with B Pi = c 1, or w with sum 0 and w^T B >= 0, not 0? One of the two, exactly.

With D the differences of the rows from the first, of which only a basis enters, the program

    max t   subject to   D q + t D 1 = 0,   q >= 0,   0 <= t <= 1

always has an optimum, t = 1 or t = 0. At t = 1 the point is q + 1, scaled to sum 1. At t = 0 the
multipliers y of the rows have -y^T D >= 0 and -y^T D 1 >= 1: they are the vector w on the
differences. Both are homogeneous, so that no scale of B matters.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import exact_sum, minus
from qstheory.exact.rational import Vector
from qstheory.solve.integer_program import IntegerProgram
from qstheory.solve.linear_program import solve_integers

ZERO, ONE = Fraction(0), Fraction(1)
FIRST = 16
"""Columns in which rows are compared before all of them are."""


@dataclass(frozen=True)
class PositivePoint:
    """Pi > 0 of sum 1 at which every row of B has the same product."""

    weights: Vector


@dataclass(frozen=True)
class SignWeights:
    """w of sum 0 with w^T B >= 0, not 0."""

    weights: Vector


def equal_risk_alternative(B: NDArray[Any]) -> PositivePoint | SignWeights:
    """The one of the two that exists, for integers B.

    >>> equal_risk_alternative(np.array([[0, 1], [1, 0]])).weights
    (Fraction(1, 2), Fraction(1, 2))
    >>> equal_risk_alternative(np.array([[0, 1], [0, 2]])).weights
    (Fraction(-1, 1), Fraction(1, 1))
    """
    height, width = B.shape
    pair = ordered_pair(B)
    if pair is not None:
        signs = {pair[0]: ONE, pair[1]: -ONE}
        return SignWeights(tuple(signs.get(i, ZERO) for i in range(height)))
    D = minus(B[1:], B[:1])
    level = exact_sum(D)
    # Variables q, t and 1 - t.
    matrix = np.zeros((height, width + 2), dtype=object if level.dtype == object else D.dtype)
    matrix[:-1, :width], matrix[:-1, width] = D, level
    matrix[-1, width:] = 1
    right = (*[0] * (height - 1), 1)
    optimum = solve_integers(IntegerProgram(matrix, right, (*[0] * width, -1, 0)))
    if optimum.x[width]:
        total = sum(optimum.x[:width], Fraction(width))
        return PositivePoint(tuple((q + 1) / total for q in optimum.x[:width]))
    differences = tuple(-y for y in optimum.y[:-1])
    return SignWeights((-sum(differences, ZERO), *differences))


def ordered_pair(B: NDArray[Any]) -> tuple[int, int] | None:
    """Rows i, k with B_i >= B_k everywhere and B_i != B_k: the simplest sign vector."""
    for i, row in enumerate(B):
        below = np.flatnonzero((B[:, :FIRST] <= row[:FIRST]).all(axis=1))
        below = below[(B[below] <= row).all(axis=1)]
        for k in below.tolist():
            if (B[k] != row).any():
                return i, k
    return None
