"""Exact linear algebra with a matrix of low rank through r of its rows and columns.

With M = L[I, J] regular and rank L = r = |I| = |J|: L = L[:, J] M^-1 L[I, :], so every question
about L is one about M and is answered by solving with M and checking all rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpz_mat

from qstheory.exact.integer_matrix import IntegerMatrix, transposed
from qstheory.exact.modular import Pivots
from qstheory.exact.rational import from_flint, to_flint

Vector = list[Fraction]


@dataclass(frozen=True, eq=False)
class Basis:
    """A matrix with rows I and columns J on which it is regular and whose number is its rank."""

    matrix: IntegerMatrix
    pivots: Pivots

    @property
    def rank(self) -> int:
        """|I| = |J|."""
        return self.pivots.rank

    @cached_property
    def _square(self) -> Any:
        block = self.matrix.take(self.pivots.rows, self.pivots.columns)
        return fmpz_mat(block.values.tolist())

    @cached_property
    def _thin(self) -> Any:
        columns = self.matrix.values[:, list(self.pivots.columns)]
        return fmpz_mat(columns.tolist())

    def solve(self, target: Sequence[Fraction]) -> Vector | None:
        """x on the columns J with L[:, J] x = target, or None when there is none."""
        scaled = [t * d for t, d in zip(target, self.matrix.denominators, strict=True)]
        if not self.rank:
            return None if any(target) else []
        chosen = to_flint([[scaled[i]] for i in self.pivots.rows], 1)
        numerators, denominator = chosen.numer_denom()
        solution = self._square.solve(numerators)
        images = from_flint(self._thin * solution)
        if any(row[0] != t * int(denominator) for row, t in zip(images, scaled, strict=True)):
            return None
        return [row[0] / int(denominator) for row in from_flint(solution)]

    def solve_square(self, target: Sequence[Fraction]) -> Vector:
        """x on the columns J with L[I, J] x = target, one number a row of I."""
        scales = [self.matrix.denominators[i] for i in self.pivots.rows]
        scaled = to_flint([[t * d] for t, d in zip(target, scales, strict=True)], 1)
        numerators, denominator = scaled.numer_denom()
        solution = from_flint(self._square.solve(numerators))
        return [row[0] / int(denominator) for row in solution]

    def solve_left(self, target: Sequence[Fraction]) -> Vector | None:
        """w on the rows I with w^T L[I, :] = target, or None when there is none."""
        solution = self.transposed.solve(target)
        if solution is None:
            return None
        # The transpose leaves row denominators out: its columns are d_i L[i, :].
        return [
            w * self.matrix.denominators[i] for w, i in zip(solution, self.pivots.rows, strict=True)
        ]

    @cached_property
    def transposed(self) -> "Basis":
        """The transpose without the row denominators, with the same pivots."""
        return Basis(transposed(self.matrix), Pivots(self.pivots.columns, self.pivots.rows))

    def coefficients(self) -> list[Vector]:
        """W = M^-1 L[I, :], r x columns, with L = L[:, J] W."""
        chosen = {j: k for k, j in enumerate(self.pivots.columns)}
        rest = [j for j in range(self.matrix.shape[1]) if j not in chosen]
        W = [
            [Fraction(int(chosen.get(j) == k)) for j in range(self.matrix.shape[1])]
            for k in range(self.rank)
        ]
        if self.rank and rest:
            others = self.matrix.values[np.ix_(list(self.pivots.rows), rest)]
            solved = from_flint(self._square.solve(fmpz_mat(others.tolist())))
            for row, found in zip(W, solved, strict=True):
                for j, x in zip(rest, found, strict=True):
                    row[j] = x
        return W

    def columns(self) -> list[Vector]:
        """L[:, J], rows x r."""
        return self.matrix.take(range(self.matrix.shape[0]), self.pivots.columns).rows()
