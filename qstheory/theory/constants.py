"""The constants of a decomposition: r, ||F||_inf, U_max and A = sqrt(r) ||F||_inf U_max."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from qstheory.certify.kinds.constants import Quantity
from qstheory.losses.base import CountStructure
from qstheory.losses.closed_forms import ClosedForm, Sparse
from qstheory.losses.spaces import Label

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


def _norm(features: Sparse) -> Fraction:
    return sum((v * v for v in features.values()), Fraction(0))


def _largest(features: Iterable[Sparse]) -> Fraction:
    return max((abs(v) for vector in features for v in vector.values()), default=Fraction(0))


def of_labels(
    form: ClosedForm, predictions: Sequence[Label], observations: Sequence[Label]
) -> Constants:
    """The constants of a closed form over these labels."""
    return Constants(
        form.dimension,
        max(_norm(form.prediction_features(z)) for z in predictions),
        _largest(map(form.observation_features, observations)),
    )


def of_counts(counts: CountStructure, form: ClosedForm) -> Constants:
    """The constants of a closed form by counts: one label set of each size stands for all."""
    m = counts.m
    return of_labels(
        form,
        [tuple(int(j < s) for j in range(m)) for s in counts.predictions.sizes],
        [tuple(int(j < s) for j in range(m)) for s in counts.observations.sizes],
    )


def of_matrices(F: Sequence[Sequence[Fraction]], U: Sequence[Sequence[Fraction]]) -> Constants:
    """The constants of explicit F and U."""
    return Constants(
        len(F[0]) if F else 0,
        max((sum((x * x for x in row), Fraction(0)) for row in F), default=Fraction(0)),
        max((abs(x) for row in U for x in row), default=Fraction(0)),
    )
