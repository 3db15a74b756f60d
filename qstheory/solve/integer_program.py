"""Linear programs over the integers: min c . x subject to A x = b and x >= 0."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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
