"""Which certificate shows that the rows and columns found span the whole matrix."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from qstheory.certify.kinds.span import ModularSpan, Span, hadamard
from qstheory.certify.weights import Side
from qstheory.exact.basis import Basis
from qstheory.exact.integer_matrix import IntegerMatrix, bordered, transposed
from qstheory.exact.modular import Pivots
from qstheory.exact.span import (
    SmallCoefficients,
    Structure,
    enough_primes,
    regular_primes,
    small_coefficients,
)
from qstheory.losses.spaces import Label

LEVEL_DIGITS = 20_000
"""Most digits of all numbers of a level together; beyond, congruences are shorter."""
TRIED = 8
"""Columns that are looked at first: most matrices without small coefficients show it there."""


@dataclass(frozen=True)
class Spanned:
    """A matrix with its structure and the labels of its rows and columns."""

    matrix: IntegerMatrix
    structure: Structure
    predictions: Sequence[Label]
    observations: Sequence[Label]

    def proposals(self) -> Iterator[Span | ModularSpan]:
        """Certificates from the quickest to replay to the one that always exists."""
        pivots = self.structure.pivots
        rows, columns = self.matrix.shape
        if pivots.rank < min(rows, columns):
            sides: list[Side] = ["observations", "predictions"]
            for side in sides if columns <= rows else reversed(sides):
                span = self.by_coefficients(side)
                if span is not None:
                    yield span
                    break
        yield self.by_congruences()
        # One of the primes may divide the determinant of the minor.
        yield self.by_congruences(regular=True)

    def by_coefficients(self, side: Side) -> Span | None:
        """Small coefficients of all rows or of all columns, if there are such."""
        pivots, by_columns = self.structure.pivots, side == "observations"
        matrix = self.matrix if by_columns else transposed(self.matrix)
        chosen = pivots if by_columns else Pivots(pivots.columns, pivots.rows)
        small = _small(matrix, chosen)
        if small is None:
            return None
        labels = self.observations if by_columns else self.predictions
        level = self._level(by_columns)
        if level is None:
            return None
        scales = [1] * len(labels) if by_columns else self.matrix.denominators
        coefficients = _fractions(small, chosen, scales)
        return Span(side, tuple(labels[k] for k in chosen.columns), coefficients, level)

    def _level(self, by_columns: bool) -> tuple[Fraction, ...] | None:
        """The combination to the constant one, empty where there is none; None if it is long."""
        rank = self.structure.pivots.rank
        across = self.structure.rows if by_columns else self.structure.columns
        if across.rank == rank:
            return ()
        basis = Basis(self.matrix, self.structure.pivots)
        rows, columns = self.matrix.shape
        ones = [Fraction(1)] * (rows if by_columns else columns)
        level = basis.solve(ones) if by_columns else basis.solve_left(ones)
        if level is None:
            return ()
        bits = sum(x.numerator.bit_length() + x.denominator.bit_length() for x in level)
        return tuple(level) if bits <= 3 * LEVEL_DIGITS else None

    def by_congruences(self, *, regular: bool = False) -> ModularSpan:
        """Congruences modulo primes, as many as the size of the entries asks for."""
        pivots = self.structure.pivots
        rows, columns = self.matrix.shape
        square = pivots.rank == rows == columns
        matrix = bordered(self.matrix)
        bound = 1 if square else hadamard(matrix.tolist(), pivots.rows, pivots.columns)
        return ModularSpan(
            tuple(self.predictions[i] for i in pivots.rows),
            tuple(self.observations[j] for j in pivots.columns),
            regular_primes(matrix, pivots, bound) if regular else enough_primes(bound),
        )


def _small(matrix: IntegerMatrix, chosen: Pivots) -> SmallCoefficients | None:
    """Small coefficients, when a few columns that are not chosen have such."""
    taken = set(chosen.columns)
    others = [j for j in range(matrix.shape[1]) if j not in taken]
    if len(others) > TRIED:
        tried = [*chosen.columns, *others[:: len(others) // TRIED]]
        corner = Pivots(tuple(range(chosen.rank)), tuple(range(chosen.rank)))
        if small_coefficients(matrix.take(chosen.rows, tried).values, corner) is None:
            return None
    return small_coefficients(matrix.values, chosen)


def _fractions(
    small: SmallCoefficients, chosen: Pivots, scales: Sequence[int]
) -> tuple[tuple[Fraction, ...], ...]:
    """One vector for each column: X[k, j] / d[j] * scales[J_k] / scales[j], equal ones shared."""

    @lru_cache(maxsize=1 << 16)
    def ratio(numerator: int, denominator: int) -> Fraction:
        return Fraction(numerator, denominator)

    weights = [scales[k] for k in chosen.columns]
    columns = zip(small.numerators.T.tolist(), small.denominators.tolist(), scales, strict=True)
    return tuple(
        tuple([ratio(x * w, d * scale) for x, w in zip(column, weights, strict=True)])
        for column, d, scale in columns
    )
