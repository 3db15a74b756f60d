"""Linear and convex quadratic programs: what floating point proposes, and complementarity exactly.

A linear program over the integers, min c . x subject to A x = b and x >= 0, has its bases proposed
by HiGHS on exactly rescaled numbers; a quadratic one is proposed by Clarabel. Neither is an answer.

Linear complementarity problems, the conditions of a convex quadratic program, are solved by Lemke's
method in exact arithmetic:

    w = M z + q,   w >= 0,   z >= 0,   w . z = 0,   q = constant + e slope at a given e

For a positive semidefinite M there is a solution exactly when w, z >= 0 exist at all, and the
method finds it. Pivots are fraction free: every number of the tableau is a minor. Ties are broken
lexicographically, so that no basis comes again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import highspy
import numpy as np
from flint import fmpz_mat, nmod_mat
from numpy.typing import NDArray

from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import Rows, Vector

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
        if len(basis) == len(self.matrix) and full_rank(self.matrix[:, list(basis)]):
            return list(basis)
        chosen = [*basis, *sorted(set(range(self.shape[1])) - set(basis))]
        found = independent(self.matrix, chosen)
        return found if len(found) == len(self.matrix) else independent_exactly(self.matrix, chosen)

    def take(self, rows: Sequence[int]) -> "IntegerProgram":
        """The program with these constraints only."""
        kept = list(rows)
        return IntegerProgram(self.matrix[kept], tuple(self.right[i] for i in kept), self.costs)


def full_rank(matrix: NDArray[Any]) -> bool:
    """Whether the rows are independent modulo the prime."""
    return int(_modular(matrix).rank()) == len(matrix)


def independent(matrix: NDArray[Any], order: Sequence[int]) -> list[int]:
    """Columns, taken in this order, that do not depend on earlier ones modulo the prime."""
    chosen = list(order)
    return _pivots(_modular(matrix[:, chosen]).rref(), chosen)


def _modular(matrix: NDArray[Any]) -> Any:
    """The residues modulo the prime."""
    return nmod_mat(*matrix.shape, (matrix % PRIME).ravel().tolist(), PRIME)


def independent_exactly(matrix: NDArray[Any], order: Sequence[int]) -> list[int]:
    """All columns, taken in this order, that do not depend on earlier ones."""
    chosen = list(order)
    reduced, _, rank = fmpz_mat(matrix[:, chosen].tolist()).rref()
    return _pivots((reduced, rank), chosen)


def _pivots(form: tuple[Any, int], chosen: Sequence[int]) -> list[int]:
    """The columns at which the rows of a reduced form begin, each to the right of the one above."""
    reduced, rank = form
    found: list[int] = []
    for j, column in enumerate(chosen):
        if len(found) < rank and int(reduced[len(found), j]):
            found.append(column)
    return found


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


@dataclass(frozen=True)
class Complementary:
    """z = constant + e slope, a solution at the given e and as long as w and z stay >= 0."""

    constant: Vector
    slope: Vector


def complementary(
    M: Rows, constant: Sequence[Fraction], slope: Sequence[Fraction], e: Fraction
) -> Complementary:
    """A solution; raises Undecided where M is positive semidefinite and there is none.

    >>> one, two = Fraction(1), Fraction(2)
    >>> complementary([[two]], [-one], [Fraction(0)], one).constant
    (Fraction(1, 2),)
    """
    tableau = _Tableau(M, constant, slope, e)
    if min(tableau.values().tolist(), default=0) < 0:
        entering: int | None = tableau.begin()
        while entering is not None:
            entering = tableau.step(entering)
    return tableau.solution()


class _Tableau:
    """Rows w, columns w, z, z0, constant and slope; each number over `last`."""

    def __init__(
        self, M: Rows, constant: Sequence[Fraction], slope: Sequence[Fraction], e: Fraction
    ) -> None:
        self.size, self.e, self.last = len(M), e, 1
        n = self.size
        self.table: NDArray[Any] = np.zeros((n, 2 * n + 3), dtype=object)
        self.basis = list(range(n))
        for i, (row, a, b) in enumerate(zip(M, constant, slope, strict=True)):
            scale = lcm(a.denominator, b.denominator, *(x.denominator for x in row))
            self.table[i, i] = 1
            self.table[i, n : 2 * n] = [-int(x * scale) for x in row]
            self.table[i, 2 * n :] = [-1, int(a * scale), int(b * scale)]

    def values(self) -> NDArray[Any]:
        """The basic variables at e, up to one positive factor."""
        top, bottom = self.e.as_integer_ratio()
        return np.asarray(bottom * self.table[:, -2] + top * self.table[:, -1])

    def begin(self) -> int:
        """z0 enters for the last of the smallest variables; the next variable to enter."""
        values = self.values().tolist()
        least = min(values)
        return self._pivot(max(i for i, v in enumerate(values) if v == least), 2 * self.size)

    def step(self, entering: int) -> int | None:
        """The variable enters; the next one, or None when z0 has left."""
        rows = [i for i in range(self.size) if self.table[i, entering] > 0]
        if not rows:
            raise Undecided("The complementarity problem has no solution.")
        place = self._first(rows, entering)
        last = self.basis[place] == 2 * self.size
        following = self._pivot(place, entering)
        return None if last else following

    def _first(self, rows: list[int], entering: int) -> int:
        """The row of the lexicographically least ratio."""
        for column in (self.values(), *self.table[:, : self.size].T):
            ratios = [Fraction(column[i], self.table[i, entering]) for i in rows]
            least = min(ratios)
            rows = [i for i, ratio in zip(rows, ratios, strict=True) if ratio == least]
            if len(rows) == 1:
                break
        return rows[0]

    def _pivot(self, place: int, entering: int) -> int:
        """The variable takes the place; the complement of the one that leaves."""
        pivot, row = self.table[place, entering], self.table[place].copy()
        column = self.table[:, entering].copy()
        self.table = (self.table * pivot - column[:, None] * row) // self.last
        self.table[place] = row
        self.last = pivot
        if pivot < 0:
            self.table, self.last = -self.table, -pivot
        leaving, self.basis[place] = self.basis[place], entering
        return leaving + self.size if leaving < self.size else leaving - self.size

    def solution(self) -> Complementary:
        n = self.size
        constant, slope = [Fraction(0)] * n, [Fraction(0)] * n
        for i, k in enumerate(self.basis):
            if n <= k < 2 * n:
                constant[k - n] = Fraction(self.table[i, -2], self.last)
                slope[k - n] = Fraction(self.table[i, -1], self.last)
        return Complementary(tuple(constant), tuple(slope))


@dataclass(frozen=True)
class QuadraticProposal:
    """A float solution, with the multipliers of the equalities and of the inequalities."""

    x: Array
    equality: Array
    inequality: Array


class _Columns(NamedTuple):
    """A matrix by its compressed columns, under the names of scipy, which are what Clarabel reads.

    scipy itself takes longer to import than a small program to solve.
    """

    shape: tuple[int, int]
    nnz: int
    data: Array
    indices: NDArray[np.int64]
    indptr: NDArray[np.int64]
    has_canonical_format: bool = True


def _compressed(matrix: Array) -> _Columns:
    """The entries that are not 0, column by column."""
    columns, rows = np.nonzero(matrix.T)
    starts = np.searchsorted(columns, np.arange(matrix.shape[1] + 1))
    return _Columns(matrix.shape, len(rows), matrix[rows, columns], rows, starts)


def minimise_quadratic(
    square: Array, equalities: tuple[Array, Array], inequalities: tuple[Array, Array]
) -> QuadraticProposal | None:
    """min x^T square x / 2 subject to A x = b and C x >= d; None when Clarabel does not solve it.

    Shapes: square n x n, A k x n, b k, C l x n, d l; the inequality multipliers are non-negative.
    """
    import clarabel

    A, b = equalities
    C, d = inequalities
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    cones: list[Any] = [clarabel.ZeroConeT(len(b)), clarabel.NonnegativeConeT(len(d))]
    solver = clarabel.DefaultSolver(
        _compressed(np.triu(square)),
        np.zeros(square.shape[0]),
        _compressed(np.vstack([A, -C])),
        np.concatenate([b, -d]),
        cones,
        settings,
    )
    solution = solver.solve()
    if str(solution.status) not in ("Solved", "AlmostSolved"):
        return None
    multipliers = np.asarray(solution.z)
    return QuadraticProposal(np.asarray(solution.x), multipliers[: len(b)], multipliers[len(b) :])
