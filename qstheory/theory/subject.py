"""A loss under analysis: its window, its matrix there, exact bases of L and its differences, and
which certificate shows that these rows and columns span the whole matrix.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

from qstheory.certify.kinds.declared_ranks import CoefficientRanks, IndependentSets
from qstheory.certify.kinds.dimension_bounds import dimensions
from qstheory.certify.kinds.rank import Minor, View
from qstheory.certify.kinds.rank_by_component import ByComponents
from qstheory.certify.kinds.span import Counted, ModularSpan, Span, hadamard
from qstheory.certify.ranking_components import renames_items
from qstheory.certify.weights import Side
from qstheory.errors import InvalidParameter, Undecided
from qstheory.exact.integer_matrix import (
    IntegerMatrix,
    bordered,
    loss_matrix,
    observation_differences,
    prediction_differences,
    transposed,
)
from qstheory.exact.modular import PRIME, Basis, Pivots, independent, loss_residues, pivots
from qstheory.exact.span import (
    FLINT,
    SmallCoefficients,
    Structure,
    enough_primes,
    regular_primes,
    small_coefficients,
    structure,
)
from qstheory.losses.base import Reference
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.spaces import Label
from qstheory.theory.window import (
    Looked,
    WholeStructure,
    component_structure,
    labels_at,
    polynomial_structure,
    set_structure,
)

Lower = Minor | ByComponents | IndependentSets | CoefficientRanks
Upper = ByComponents | CoefficientRanks
SOLVED = 1000
"""Most rows and columns of a system that is solved over the rationals: of 1,000, 1 s for distances
on a tree and 4 s for numbers of four random digits; 0.3 s for 400 of these."""


@dataclass(frozen=True, eq=False)
class Subject(Looked):
    """A loss with an exact entry, and what is computed of it once and used by several findings.

    On a complete window everything is exact over the rationals. On a sample only residues modulo
    one prime are used, and what holds for the whole loss is left to closed forms.
    """

    @property
    def reference(self) -> Reference:
        """How certificates name the loss."""
        return self.loss.reference

    @cached_property
    def matrix(self) -> IntegerMatrix:
        """L on the window."""
        return loss_matrix(self.loss, self.window.predictions, self.window.observations)

    @cached_property
    def structure(self) -> Structure:
        """Where L and its differences are regular, and whether a scalar shift lowers the rank."""
        predictions, observations = self.window.predictions, self.window.observations
        found = self._pivots()
        columns = labels_at(observations, found.columns)
        rows = labels_at(predictions, found.rows)
        return structure(
            found,
            loss_residues(self.loss, predictions, columns, PRIME),
            loss_residues(self.loss, rows, observations, PRIME),
        )

    def _pivots(self) -> Pivots:
        if self.complete:
            return independent(self.matrix)
        predictions, observations = self.window.predictions, self.window.observations
        return pivots(loss_residues(self.loss, predictions, observations, PRIME))

    @cached_property
    def declared(self) -> WholeStructure | None:
        """What settles the dimensions of a named loss without a look at its entries, if large."""
        loss = self.loss
        if loss.predictions.size * loss.observations.size <= self.budget.listed:
            return None
        if loss.counts is not None or renames_items(loss):
            return component_structure(loss)
        if loss.polynomial is not None:
            return polynomial_structure(loss)
        return None if loss.some_counts is None else set_structure(loss)

    @property
    def rank(self) -> int:
        """The rank of L."""
        return self.rank_of("loss")

    def rank_of(self, view: View) -> int:
        """The rank of L or of its differences, on the window unless it goes by size."""
        if self.declared is not None:
            return self.declared.rank(view)
        return len(self.minor(view).predictions)

    def lower(self, view: View) -> Lower:
        """What shows the rank of L or of its differences from below."""
        return self.minor(view) if self.declared is None else self.declared.certificate

    def declared_upper(self, view: View) -> Upper | None:
        """What shows that rank from above by what is declared."""
        return None if self.declared is None else self.declared.upper(view)

    def minor(self, view: View) -> Minor:
        """A regular minor of L or of its differences on the window, as large as there is."""
        predictions, observations = self.window.predictions, self.window.observations
        base: Label | None = None
        chosen = self.structure.pivots
        if view == "prediction-differences":
            base, chosen = predictions[self.structure.rows.base], self.structure.rows.pivots
        elif view == "observation-differences":
            base, chosen = observations[self.structure.columns.base], self.structure.columns.pivots
        return Minor(
            labels_at(predictions, chosen.rows),
            labels_at(observations, chosen.columns),
            PRIME,
            base,
        )

    @cached_property
    def span(self) -> Span | ModularSpan:
        """What shows from above that the rows and columns found on a complete window span all."""
        window = self.window
        found = Spanned(self.matrix, self.structure, window.predictions, window.observations)
        for proposal in found.proposals():
            try:
                dimensions(self.reference, proposal, FLINT)
            except InvalidParameter:
                continue
            return proposal
        raise Undecided("The rows and columns found do not span the matrix; this is a defect.")

    @cached_property
    def basis(self) -> Basis:
        """L on a complete window through its rank many rows and columns."""
        return Basis(self.matrix, self.structure.pivots)

    def difference_basis(self, view: View) -> Basis:
        """L, or its differences from the first row or column, on a complete window."""
        if view == "loss":
            return self.basis
        differences = (
            prediction_differences(self.matrix)
            if view == "prediction-differences"
            else observation_differences(self.matrix)
        )
        return Basis(differences, independent(differences))

    @cached_property
    def level_columns(self) -> Sequence[Fraction] | None:
        """x on the columns of the basis with L x = 1, or None."""
        return self.basis.solve([Fraction(1)] * self.matrix.shape[0])

    @cached_property
    def lowering_shift(self) -> Fraction | None:
        """The scalar c with rank(L - c 1 1^T) = rank L - 1 on a complete window, or None.

        c = 1 / 1^T x with M x = 1; also None where M is too large to be solved exactly.
        """
        if self.declared is not None:
            return self.declared.lowering_shift
        if not self.shift_lowers or self.rank > SOLVED:
            return None
        x = self.basis.solve_square([Fraction(1)] * self.rank)
        return 1 / sum(x, Fraction(0))

    @property
    def shift_lowers(self) -> bool:
        """Whether some scalar c has rank(L - c 1 1^T) < rank L."""
        return (self.declared or self.structure).shift_lowers

    @property
    def affine_dimension(self) -> int:
        """min over c of rank(L - c 1 1^T)."""
        return self.rank - self.shift_lowers

    def counted(self, view: View | Literal["affine"]) -> Counted | None:
        """The numbers of rows and columns, where a dimension is as large as they allow."""
        found = self.affine_dimension if view == "affine" else self.rank_of(view)
        counted = dimensions(self.reference, Counted(), FLINT)
        return Counted() if counted.of(view) == found else None

    def fits_factors(self, rank: int) -> bool:
        """Whether an explicit decomposition of that size is within the budget."""
        if not self.complete:
            return False
        count = self.loss.predictions.size * self.loss.observations.size
        return count * max(rank, 1) <= self.budget.factors

    def forms_of_dimension(self, dimension: int) -> list[ClosedForm]:
        """The declared closed forms of that dimension."""
        return [form for form in self.loss.closed_forms if form.dimension == dimension]


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
        if across.pivots.rank == rank:
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
