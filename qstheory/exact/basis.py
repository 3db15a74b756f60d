"""Exact linear algebra with a matrix of low rank through r of its rows and columns.

With M = L[I, J] regular and rank L = r = |I| = |J|: L = L[:, J] M^-1 L[I, :], so every question
about L is one about M and is answered by solving with M and checking all rows.

Independent rows and columns of a large matrix of low rank, found by random projection.

L T for a random T with a few more columns than the rank keeps the rank; its independent rows I and
then the independent columns J of the thin L[I, :] give a regular minor of L. One pass over L costs
O(n^2 r) in matrix products and no elimination ever touches all of L. Randomness only proposes: the
minor is checked by whoever relies on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpz_mat

from qstheory.exact.integer_matrix import IntegerMatrix, from_flint, magnitude, to_flint, transposed
from qstheory.exact.modular import PRIME, Pivots, Residues, centre, pivots, unscaled_residues

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


FIRST_WIDTH = 192
"""Columns of the first sketch; a rank beyond takes a second one, four times as wide."""
SLACK = 8
"""Columns that a sketch has beyond the rank: with fewer, chance might hide a part of it."""
SMALL = 127
"""Largest entry of a direction: small enough that products with most losses stay below 2^53."""
CHUNK_ROWS = 256
"""Rows that are turned into floats at a time, so that no second copy of the matrix is kept."""


def independent(matrix: IntegerMatrix, modulus: int = PRIME, seed: int = 0) -> Pivots:
    """Rows and columns on which the matrix is regular modulo the prime.

    Their number is the rank modulo the prime except with tiny probability, and never more than
    the rank. The denominators of the rows do not matter to it.
    """
    rows, columns = matrix.shape
    if columns > rows:
        flipped = independent(transposed(matrix), modulus, seed)
        return Pivots(flipped.columns, flipped.rows)
    random = np.random.default_rng(seed)
    width, sketch = FIRST_WIDTH, np.zeros((rows, 0))
    while width + SLACK < columns:
        fresh = width - sketch.shape[1]
        directions = random.integers(-SMALL, SMALL + 1, (columns, fresh)).astype(np.float64)
        sketch = np.hstack([sketch, _projected(matrix, directions, modulus)])
        found = pivots(sketch, modulus)
        if found.rank <= width - SLACK:
            thin = unscaled_residues(matrix.values[list(found.rows)], modulus)
            across = pivots(np.ascontiguousarray(thin.T), modulus)
            return Pivots(tuple(found.rows[i] for i in across.columns), across.rows)
        width *= 4
    return pivots(unscaled_residues(matrix.values, modulus), modulus)


def _projected(matrix: IntegerMatrix, directions: Residues, modulus: int) -> Residues:
    """values @ directions modulo the prime, a block of rows at a time.

    The values go in as they are when every sum stays below 2^53, otherwise as residues.
    """
    values = matrix.values
    rows, columns = matrix.shape
    product = np.empty((rows, directions.shape[1]))
    exact = magnitude(values) * SMALL * columns < 2**53
    step = columns if exact else 2**53 // ((modulus // 2 + 2) * SMALL) - 1
    for top in range(0, rows, CHUNK_ROWS):
        block = values[top : top + CHUNK_ROWS]
        part = block.astype(np.float64) if exact else unscaled_residues(block, modulus)
        total = np.zeros((len(block), directions.shape[1]))
        for left in range(0, columns, step):
            total += centre(part[:, left : left + step] @ directions[left : left + step], modulus)
        product[top : top + CHUNK_ROWS] = centre(total, modulus)
    return product
