"""Declared closed forms: whether each is the loss, by counts where possible, and its constants.

These are r, ||F||_inf, U_max and A = sqrt(r) ||F||_inf U_max.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from qstheory.certify.components import overlaps
from qstheory.certify.kinds.constants import ConstantIs, Quantity, measures
from qstheory.certify.kinds.decomposition import (
    BadEntry,
    By,
    ClosedFormHolds,
    EveryCount,
    EveryEntry,
    NamedForm,
)
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import Label, LabelSets
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.subject import Subject
from qstheory.theory.window import few_sizes

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
    found = measures(loss, form, "counts" if counted else "entries")
    return Constants(found.r, found.F, found.largest)


def of_matrices(F: Sequence[Sequence[Fraction]], U: Sequence[Sequence[Fraction]]) -> Constants:
    """The constants of explicit F and U, one row for each label."""
    norms = (sum((x * x for x in row), Fraction(0)) for row in F)
    entries = (abs(x) for row in U for x in row)
    return Constants(len(F[0]), max(norms), max(entries, default=Fraction(0)))


SEARCHED = 64
"""Most labels for which all sizes are searched: about m^3 / 6 triples, 50,000 for 64 labels."""


def by(loss: Loss, form: ClosedForm) -> By:
    """How a replay goes through loss and form."""
    if loss.by_counts is not None and form.counts is not None:
        return "counts"
    polynomial = loss.polynomial is not None and form.polynomial is not None
    return "coefficients" if polynomial else "entries"


def replayable(subject: Subject, form: ClosedForm) -> bool:
    """Whether a replay of the form is within the budget."""
    loss, way = subject.loss, by(subject.loss, form)
    counts = loss.by_counts
    if way == "coefficients":
        return True
    if way == "entries" or counts is None or form.counts is None:
        entries = loss.predictions.size * loss.observations.size
        return subject.complete and entries * form.dimension <= subject.budget.factors
    if isinstance(counts.entry, AffineEntry):
        return True
    pairs = len(counts.predictions.sizes) * len(counts.observations.sizes)
    products = pairs * (4 * form.counts.blocks + form.counts.extras)
    return few_sizes(counts) and products <= subject.budget.counted


def named(subject: Subject, form: ClosedForm) -> NamedForm:
    """The form as a certificate."""
    return NamedForm(form.name, by(subject.loss, form))


def bad_entry(subject: Subject, form: ClosedForm) -> BadEntry | None:
    """A pair at which the form is not the loss: the first by total size where they go by counts.

    For more than SEARCHED labels only sizes next to 0 and m are searched.
    """
    loss = subject.loss
    if loss.counts is not None and form.counts is not None and _of_sets(loss):
        for a, b, both in searched_triples(loss.counts):
            if form.counts.product(a, b, both) + form.constant != loss.counts.value(a, b, both):
                return BadEntry(*witness(loss.counts, a, b, both))
        return None
    for z in subject.window.predictions:
        for y in subject.window.observations:
            if form.value(z, y) != loss.entry(z, y):
                return BadEntry(z, y)
    return None


def _of_sets(loss: Loss) -> bool:
    """Whether the labels are the label sets themselves."""
    return isinstance(loss.predictions, LabelSets) and isinstance(loss.observations, LabelSets)


def searched_triples(counts: CountStructure) -> list[tuple[int, int, int]]:
    """Triples (|z|, |y|, |z & y|) in the order of their sum."""
    if counts.m <= SEARCHED:
        return sorted(counts.triples(), key=sum)
    extremes = {*range(4), *range(counts.m - 3, counts.m + 1)}
    found = [
        (a, b, both)
        for a in counts.predictions.sizes
        if a in extremes
        for b in counts.observations.sizes
        if b in extremes
        for both in overlaps(counts.m, a, b)
    ]
    return sorted(found, key=sum)


def witness(counts: CountStructure, a: int, b: int, both: int) -> tuple[Label, Label]:
    """Label sets z, y with |z| = a, |y| = b, |z & y| = both."""
    z = tuple(int(j < a) for j in range(counts.m))
    y = tuple(int(a - both <= j < a - both + b) for j in range(counts.m))
    return z, y


def holds(subject: Subject, form: ClosedForm) -> tuple[Evidence, BadEntry | None]:
    """The judged certificate that the form is the loss, or that it is not."""
    proposition = ClosedFormHolds(subject.reference, form.name)
    evidence = judged(proposition, named(subject, form))
    bad = None if evidence.proves else bad_entry(subject, form)
    return (evidence if bad is None else judged(proposition, bad)), bad


def constants(subject: Subject, form: ClosedForm) -> tuple[Constants, tuple[Evidence, ...]]:
    """The constants of the form and the judged certificates for each."""
    found = of_form(subject.loss, form)
    every = EveryCount() if by(subject.loss, form) == "counts" else EveryEntry()
    values: tuple[tuple[Quantity, Fraction], ...] = found.quantities()
    return found, tuple(
        judged(ConstantIs(subject.reference, form.name, quantity, "=", value), every)
        for quantity, value in values
    )
