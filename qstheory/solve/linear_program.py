"""Linear programs solved exactly: HiGHS proposes a basis, rational arithmetic decides.

The program is min c . x subject to A x = b, x >= 0. At a basis B the exact vertex is
x_B = B^-1 b and the exact multipliers are y = B^-T c_B; x >= 0 and y^T A <= c prove optimality.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import highspy
import numpy as np
from flint import fmpz_mat

from qstheory.errors import Undecided
from qstheory.exact.rational import Vector, from_flint, inner
from qstheory.solve.rational_simplex import SIMPLEX_LIMIT, simplex

NO_OPTIMUM = (
    highspy.HighsModelStatus.kInfeasible,
    highspy.HighsModelStatus.kUnbounded,
    highspy.HighsModelStatus.kUnboundedOrInfeasible,
)


@dataclass(frozen=True)
class StandardProgram:
    """min objective . x subject to rows x = right, x >= 0."""

    rows: tuple[tuple[Fraction, ...], ...]
    right: tuple[Fraction, ...]
    objective: tuple[Fraction, ...]


@dataclass(frozen=True)
class ExactOptimum:
    """A vertex x, multipliers y with y^T A <= c, and the common value c . x = b . y."""

    x: Vector
    y: Vector
    value: Fraction


def solve(program: StandardProgram) -> ExactOptimum:
    """The exact optimum; raises Undecided when there is none or it cannot be rebuilt."""
    try:
        basis = _propose(program)
    except OverflowError:  # Numbers beyond floating point: the exact simplex method is left.
        basis = None
    if basis is not None:
        found = _rebuild(program, basis)
        if found is not None:
            return found
    if len(program.rows) * len(program.objective) <= SIMPLEX_LIMIT:
        x = simplex(program.rows, program.right, program.objective)
        if x is not None:
            found = _rebuild(program, x)
            if found is not None:
                return found
    raise Undecided(
        "The linear program has no optimum that could be rebuilt exactly; it stays undecided."
    )


def _propose(program: StandardProgram) -> list[int] | None:
    """Indices of a basis: j < n a column, n + i the zero variable of row i; None for no answer.

    Raises Undecided when there seems to be no optimum: that needs a proof of its own elsewhere.
    """
    rows, columns = len(program.rows), len(program.objective)
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = rows, columns
    lp.col_cost_ = np.array([float(x) for x in program.objective])
    lp.col_lower_ = np.zeros(columns)
    lp.col_upper_ = np.full(columns, highspy.kHighsInf)
    lp.row_lower_ = lp.row_upper_ = np.array([float(x) for x in program.right])
    dense = np.array([[float(x) for x in row] for row in program.rows]).reshape(rows, columns)
    i, j = np.nonzero(dense)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.searchsorted(i, np.arange(rows + 1)).astype(np.int32)
    lp.a_matrix_.index_ = j.astype(np.int32)
    lp.a_matrix_.value_ = dense[i, j]
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("solver", "simplex")
    solver.setOptionValue("threads", 1)
    solver.passModel(lp)
    solver.run()
    outcome = solver.getModelStatus()
    if outcome in NO_OPTIMUM:
        raise Undecided(
            f"The linear program has no optimum: {solver.modelStatusToString(outcome)}."
        )
    if outcome != highspy.HighsModelStatus.kOptimal:
        return None
    found, basic = solver.getBasis(), highspy.HighsBasisStatus.kBasic
    chosen = [k for k, s in enumerate(found.col_status) if s == basic]
    return chosen + [columns + k for k, s in enumerate(found.row_status) if s == basic]


def _times(value: Fraction, scale: int) -> int:
    return value.numerator * (scale // value.denominator) if value else 0


def _rebuild(program: StandardProgram, basis: Sequence[int]) -> ExactOptimum | None:
    """The exact vertex and multipliers of a basis, or None when they do not prove optimality."""
    rows, columns = len(program.rows), len(program.objective)
    if len(basis) != rows or not rows:
        return None
    scales = [
        lcm(b.denominator, *(x.denominator for x in row))
        for row, b in zip(program.rows, program.right, strict=True)
    ]
    square = fmpz_mat(
        [
            [_times(row[k], scale) if k < columns else int(k - columns == i) for k in basis]
            for i, (row, scale) in enumerate(zip(program.rows, scales, strict=True))
        ]
    )
    try:
        vertex = square.solve(
            fmpz_mat([[int(b * s)] for b, s in zip(program.right, scales, strict=True)])
        )
        costs = [program.objective[k] if k < columns else Fraction(0) for k in basis]
        shared = lcm(*(cost.denominator for cost in costs))
        priced = square.transpose().solve(fmpz_mat([[int(cost * shared)] for cost in costs]))
    except ZeroDivisionError:
        return None
    x = [Fraction(0)] * columns
    for k, (value,) in zip(basis, from_flint(vertex), strict=True):
        if value < 0 or (k >= columns and value):
            return None
        if k < columns:
            x[k] = value
    y = tuple(v * s / shared for (v,), s in zip(from_flint(priced), scales, strict=True))
    for j, cost in enumerate(program.objective):
        priced_column = sum(
            (m * row[j] for m, row in zip(y, program.rows, strict=True) if m and row[j]),
            Fraction(0),
        )
        if priced_column > cost:
            return None
    return ExactOptimum(tuple(x), y, inner(program.objective, x))
