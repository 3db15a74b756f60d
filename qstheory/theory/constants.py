"""The constants of a decomposition: r, ||F||_inf, U_max and A = sqrt(r) ||F||_inf U_max."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from qstheory.certify.kinds.constants import Quantity, counted_measures, enumerated_measures
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm

DIGITS = 12


@dataclass(frozen=True)
class Constants:
    """r, ||F||_inf^2 = max_z |F_z|^2 and U_max = max |U_yk|, all exact."""

    dimension: int
    squared_row_norm: Fraction
    largest_entry: Fraction

    @property
    def squared_constant(self) -> Fraction:
        """A^2 = r ||F||_inf^2 U_max^2."""
        return self.dimension * self.squared_row_norm * self.largest_entry**2

    def quantities(self) -> tuple[tuple[Quantity, Fraction], ...]:
        """Each with the name that propositions give it."""
        return (
            ("dimension", Fraction(self.dimension)),
            ("squared-row-norm", self.squared_row_norm),
            ("largest-entry", self.largest_entry),
            ("squared-constant", self.squared_constant),
        )

    def details(self) -> tuple[tuple[str, int | Fraction | str], ...]:
        """Rows for a report."""
        return (
            ("r", self.dimension),
            ("||F||_inf^2", self.squared_row_norm),
            ("U_max", self.largest_entry),
            ("A^2", self.squared_constant),
            ("A", square_root(self.squared_constant)),
        )


def square_root(value: Fraction, digits: int = DIGITS) -> str:
    """The square root to that many significant digits, rounded; exact when it is rational.

    >>> square_root(Fraction(1, 4)), square_root(Fraction(2), 5)
    ('0.5', '1.4142')
    """
    with localcontext() as context:
        context.prec = digits + 20
        root = (Decimal(value.numerator) / Decimal(value.denominator)).sqrt()
        context.prec = digits
        return f"{(+root).normalize():f}"


def of_form(loss: Loss, form: ClosedForm) -> Constants:
    """The constants of a closed form, by counts where loss and form are declared so."""
    counted = loss.by_counts is not None and form.counts is not None
    return Constants(*(counted_measures if counted else enumerated_measures)(loss, form))


def of_matrices(F: Sequence[Sequence[Fraction]], U: Sequence[Sequence[Fraction]]) -> Constants:
    """The constants of explicit F and U, one row for each label."""
    norms = (sum((x * x for x in row), Fraction(0)) for row in F)
    entries = (abs(x) for row in U for x in row)
    return Constants(len(F[0]), max(norms), max(entries, default=Fraction(0)))
