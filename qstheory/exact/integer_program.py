"""Linear programs over the integers: min c . x subject to A x = b and x >= 0.

Floating point proposes their bases: HiGHS on exactly rescaled numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import highspy
import numpy as np
from flint import fmpz_mat, nmod_mat
from numpy.typing import NDArray

PRIME = 2**62 - 57
"""Independence modulo this prime is independence; the converse is checked where it matters."""


@dataclass(frozen=True, eq=False)
class IntegerProgram:
    """Shapes: matrix m x n of integers, right m, costs n."""

    matrix: NDArray[Any]
    right: tuple[int, ...]
    costs: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """(constraints, variables)."""
        rows, columns = self.matrix.shape
        return rows, columns

    @cached_property
    def transposed(self) -> Any:
        """The columns of A as the rows of an fmpz_mat."""
        return fmpz_mat(self.matrix.T.tolist())

    def square(self, basis: Sequence[int]) -> Any:
        """The columns of a basis."""
        return fmpz_mat(self.matrix[:, list(basis)].tolist())

    def completed(self, basis: Sequence[int]) -> list[int]:
        """A basis with as many of these columns as are independent, the rows being so."""
        chosen = [*basis, *sorted(set(range(self.shape[1])) - set(basis))]
        found = independent(self.matrix, chosen)
        return found if len(found) == len(self.matrix) else independent_exactly(self.matrix, chosen)

    def take(self, rows: Sequence[int]) -> "IntegerProgram":
        """The program with these constraints only."""
        kept = list(rows)
        return IntegerProgram(self.matrix[kept], tuple(self.right[i] for i in kept), self.costs)


def independent(matrix: NDArray[Any], order: Sequence[int]) -> list[int]:
    """Columns, taken in this order, that do not depend on earlier ones modulo the prime."""
    chosen = list(order)
    residues = [x for row in (matrix[:, chosen] % PRIME).tolist() for x in row]
    return _pivots(nmod_mat(len(matrix), len(chosen), residues, PRIME).rref(), chosen)


def independent_exactly(matrix: NDArray[Any], order: Sequence[int]) -> list[int]:
    """All columns, taken in this order, that do not depend on earlier ones."""
    chosen = list(order)
    reduced, _, rank = fmpz_mat(matrix[:, chosen].tolist()).rref()
    return _pivots((reduced, rank), chosen)


def _pivots(form: tuple[Any, int], chosen: Sequence[int]) -> list[int]:
    reduced, rank = form
    rows = reduced.tolist()[:rank]
    return [chosen[next(j for j, x in enumerate(row) if int(x))] for row in rows]


@dataclass(frozen=True)
class Solved:
    """Numerators over one positive denominator, a list for each right-hand side."""

    numerators: list[list[int]]
    denominator: int


def solved(square: Any, right: Sequence[Sequence[int]]) -> Solved:
    """square^-1 right; raises ZeroDivisionError."""
    numerators, denominator = square.solve(fmpz_mat([list(row) for row in right])).numer_denom()
    return Solved(
        [[int(x) for x in column] for column in numerators.transpose().tolist()], int(denominator)
    )


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
