"""Bases of linear programs that floating point proposes: HiGHS on exactly rescaled numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

from qstheory.solve.integer_program import IntegerProgram

Array = NDArray[np.float64]
PASSES = 3
"""Rounds in which rows and columns are brought to the size 1."""
EXPONENT = 900
"""Beyond this power of 2 a number is 0 or as large as that."""


def parts(values: NDArray[Any]) -> tuple[Array, NDArray[np.int64]]:
    """Mantissas and exponents of integers of any size."""
    if values.dtype != object:
        mantissas, exponents = np.frexp(values.astype(np.float64))
        return mantissas, exponents.astype(np.int64)
    flat = [int(v) for v in values.ravel()]
    powers = [abs(v).bit_length() for v in flat]
    mantissas = np.array([v / (1 << e) for v, e in zip(flat, powers, strict=True)])
    return mantissas.reshape(values.shape), np.array(powers, dtype=np.int64).reshape(values.shape)


def rounded(mantissas: Array, exponents: NDArray[np.int64]) -> Array:
    """mantissas 2^exponents within the range of floating point."""
    return np.ldexp(mantissas, np.clip(exponents, -EXPONENT, EXPONENT).astype(np.int32))


@dataclass(frozen=True)
class FloatProgram:
    """The program with rows and columns scaled by powers of 2, right side and costs at most 1."""

    matrix: Array
    right: Array
    costs: Array


def scaled(program: IntegerProgram) -> FloatProgram:
    """The same vertices, with numbers near 1."""
    mantissas, exponents = parts(program.matrix)
    used = mantissas != 0
    rows = np.zeros((len(mantissas), 1), dtype=np.int64)
    columns = np.zeros((1, mantissas.shape[1]), dtype=np.int64)
    for _ in range(PASSES):
        rows -= _middle(exponents + rows + columns, used, 1)
        columns -= _middle(exponents + rows + columns, used, 0)
    right, right_exponents = parts(_integers(program.right))
    costs, cost_exponents = parts(_integers(program.costs))
    return FloatProgram(
        rounded(mantissas, exponents + rows + columns),
        _normalised(right, right_exponents + rows[:, 0]),
        _normalised(costs, cost_exponents + columns[0]),
    )


def _integers(values: tuple[int, ...]) -> NDArray[Any]:
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found


def _middle(exponents: NDArray[np.int64], used: NDArray[np.bool_], axis: int) -> NDArray[np.int64]:
    """Half way between the least and the largest exponent of non-zero entries."""
    wide = 1 << 62
    low = np.where(used, exponents, wide).min(axis=axis, keepdims=True)
    high = np.where(used, exponents, -wide).max(axis=axis, keepdims=True)
    return np.where(low < wide, (low + high) // 2, 0)


def _normalised(mantissas: Array, exponents: NDArray[np.int64]) -> Array:
    used = mantissas != 0
    top = int(exponents[used].max()) if used.any() else 0
    return rounded(mantissas, exponents - top)


def proposals(program: IntegerProgram) -> Iterator[list[int]]:
    """Columns of bases that floating point takes for optimal, without artificial variables."""
    floats = scaled(program)
    for presolve in ("on", "off"):
        found = _highs(floats, presolve)
        if found is not None:
            yield found


def _highs(program: FloatProgram, presolve: str) -> list[int] | None:
    rows, columns = program.matrix.shape
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = rows, columns
    lp.col_cost_ = program.costs
    lp.col_lower_ = np.zeros(columns)
    lp.col_upper_ = np.full(columns, highspy.kHighsInf)
    lp.row_lower_ = lp.row_upper_ = program.right
    i, j = np.nonzero(program.matrix)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.searchsorted(i, np.arange(rows + 1)).astype(np.int32)
    lp.a_matrix_.index_ = j.astype(np.int32)
    lp.a_matrix_.value_ = program.matrix[i, j]
    solver = highspy.Highs()
    for name, value in (
        ("output_flag", False),
        ("solver", "simplex"),
        ("threads", 1),
        ("presolve", presolve),
        ("primal_feasibility_tolerance", 1e-9),
        ("dual_feasibility_tolerance", 1e-9),
        ("small_matrix_value", 1e-12),
    ):
        solver.setOptionValue(name, value)
    solver.passModel(lp)
    solver.run()
    found = solver.getBasis()
    if not found.valid:
        return None
    basic = highspy.HighsBasisStatus.kBasic
    return [k for k, s in enumerate(found.col_status) if s == basic]
