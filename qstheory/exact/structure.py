"""The constant one relative to a matrix, and the minors of its differences that follow.

Let M = L[I, J] be a regular minor of the size of the rank and M x = 1, w^T M = 1^T. The constant
column 1 is in the column space exactly when L[:, J] x = 1, and then the differences of rows have
rank r - 1: on the rows I less one, taken as the reference, and on the columns J less one with
x_j != 0. Otherwise a row i with L[i, J] x != 1 is a reference that keeps M regular. The same holds
for columns with w. All of it is computed modulo one prime: it proposes, the certificates decide.
"""

from dataclasses import dataclass

import numpy as np

from qstheory.exact.modular import PRIME, Pivots, Residues, centre, multiply, solve


@dataclass(frozen=True)
class DifferenceMinor:
    """A regular minor of the differences from `base` (a row or a column)."""

    base: int
    pivots: Pivots

    @property
    def rank(self) -> int:
        """The rank of the differences."""
        return self.pivots.rank


@dataclass(frozen=True)
class Structure:
    """Pivots of L, minors of its differences, and whether some scalar shift lowers the rank."""

    pivots: Pivots
    rows: DifferenceMinor
    columns: DifferenceMinor
    shift_lowers: bool

    @property
    def affine_dimension(self) -> int:
        """min over c of rank(L - c 1 1^T)."""
        return self.pivots.rank - self.shift_lowers


def structure(pivots: Pivots, thin: Residues, wide: Residues, modulus: int = PRIME) -> Structure:
    """The structure from the pivots (I, J), thin = L[:, J] and wide = L[I, :], both residues."""
    square = thin[list(pivots.rows)]
    ones = np.ones(pivots.rank)
    x, w = solve(square, ones, modulus), solve(square.T.copy(), ones, modulus)
    rows = _differences(pivots, thin, x, modulus)
    flipped = Pivots(pivots.columns, pivots.rows)
    columns = _differences(flipped, wide.T, w, modulus)
    total = centre(x.sum(keepdims=True), modulus)
    inside = rows.rank < pivots.rank and columns.rank < pivots.rank
    return Structure(
        pivots,
        rows,
        DifferenceMinor(columns.base, Pivots(columns.pivots.columns, columns.pivots.rows)),
        bool(inside and total.any()),
    )


def _differences(pivots: Pivots, thin: Residues, x: Residues, modulus: int) -> DifferenceMinor:
    images = multiply(thin, x[:, None], modulus)[:, 0]
    outside = np.flatnonzero(centre(images - 1.0, modulus))
    if outside.size or not pivots.rank:
        return DifferenceMinor(int(outside[0]) if outside.size else 0, pivots)
    base, *rest = pivots.rows
    dropped = pivots.columns[int(np.flatnonzero(x)[0])]
    kept = tuple(j for j in pivots.columns if j != dropped)
    return DifferenceMinor(base, Pivots(tuple(rest), kept))
