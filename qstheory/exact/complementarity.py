"""Linear complementarity problems by Lemke's method in exact arithmetic.

    w = M z + q,   w >= 0,   z >= 0,   w . z = 0,   q = constant + e slope at a given e

For a positive semidefinite M, the conditions of a convex quadratic program, there is a solution
exactly when w, z >= 0 exist at all, and the method finds it. Pivots are fraction free: every number
of the tableau is a minor. Ties are broken lexicographically, so that no basis comes again.

Convex quadratic programs in floating point, by Clarabel: a proposal, never an answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import Rows, Vector


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


Array = NDArray[np.float64]


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
