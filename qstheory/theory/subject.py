"""A loss under analysis: its window, its integer matrix, exact bases of L and its differences."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.kinds.rank import Minor, View
from qstheory.exact.basis import Basis
from qstheory.exact.integer_matrix import (
    IntegerMatrix,
    observation_differences,
    prediction_differences,
)
from qstheory.exact.loss_matrix import loss_matrix
from qstheory.exact.modular import PRIME
from qstheory.exact.sketch import independent
from qstheory.losses.base import Loss, Reference
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.spaces import Label
from qstheory.theory.budget import Budget
from qstheory.theory.window import Window, labels_at, window


@dataclass(frozen=True, eq=False)
class Subject:
    """A loss with an exact entry, and what is computed of it once and used by several findings."""

    loss: Loss
    budget: Budget

    @property
    def reference(self) -> Reference:
        """How certificates name the loss."""
        return self.loss.reference

    @cached_property
    def window(self) -> Window:
        """The rows and columns looked at."""
        return window(self.loss, self.budget)

    @cached_property
    def matrix(self) -> IntegerMatrix:
        """L on the window."""
        return loss_matrix(self.loss, self.window.predictions, self.window.observations)

    def view(self, view: View) -> IntegerMatrix:
        """L, or its differences from the first row or column, on the window."""
        if view == "prediction-differences":
            return prediction_differences(self.matrix)
        if view == "observation-differences":
            return observation_differences(self.matrix)
        return self.matrix

    @cached_property
    def basis(self) -> Basis:
        """L on the window through its rank many rows and columns."""
        return Basis(self.matrix, independent(self.matrix))

    @cached_property
    def row_basis(self) -> Basis:
        """The differences of predictions."""
        return self._basis("prediction-differences")

    @cached_property
    def column_basis(self) -> Basis:
        """The differences of observations."""
        return self._basis("observation-differences")

    def _basis(self, view: View) -> Basis:
        differences = self.view(view)
        return Basis(differences, independent(differences))

    def basis_of(self, view: View) -> Basis:
        """The basis of a view."""
        bases = {
            "loss": lambda: self.basis,
            "prediction-differences": lambda: self.row_basis,
            "observation-differences": lambda: self.column_basis,
        }
        return bases[view]()

    def minor(self, view: View) -> Minor:
        """The regular minor of a view that its basis gives."""
        chosen = self.basis_of(view).pivots
        rows, columns = self.window.predictions, self.window.observations
        base: Label | None = None
        if view == "prediction-differences":
            base, rows = rows[0], rows[1:]
        elif view == "observation-differences":
            base, columns = columns[0], columns[1:]
        return Minor(labels_at(rows, chosen.rows), labels_at(columns, chosen.columns), PRIME, base)

    @cached_property
    def level_columns(self) -> Sequence[Fraction] | None:
        """x on the columns of the basis with L x = 1 on the window, or None."""
        return self.basis.solve([Fraction(1)] * self.matrix.shape[0])

    @cached_property
    def level_rows(self) -> Sequence[Fraction] | None:
        """w on the rows of the basis with w^T L = 1^T on the window, or None."""
        return self.basis.solve_left([Fraction(1)] * self.matrix.shape[1])

    @property
    def lowering_shift(self) -> Fraction | None:
        """The scalar c with rank(L - c 1 1^T) = rank L - 1 on the window, or None.

        There is one exactly when L x = 1 and w^T L = 1^T are solvable and 1^T x is not 0;
        then c = 1 / 1^T x.
        """
        if self.level_columns is None or self.level_rows is None:
            return None
        total = sum(self.level_columns, Fraction(0))
        return 1 / total if total else None

    @property
    def affine_dimension(self) -> int:
        """min over c of rank(L - c 1 1^T) on the window."""
        return self.basis.rank - (self.lowering_shift is not None)

    def fits_factors(self, rank: int) -> bool:
        """Whether an explicit decomposition of that size is within the budget."""
        rows, columns = self.matrix.shape
        return self.window.complete and rows * columns * max(rank, 1) <= self.budget.factors

    def forms_of_dimension(self, dimension: int) -> list[ClosedForm]:
        """The declared closed forms of that dimension."""
        return [form for form in self.loss.closed_forms if form.dimension == dimension]
