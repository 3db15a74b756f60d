"""Declared closed forms: whether each is the loss, by counts where possible, and its constants."""

from fractions import Fraction
from typing import Literal

from qstheory.certify.kinds.constants import ConstantIs, Quantity
from qstheory.certify.kinds.decomposition import (
    BadEntry,
    ClosedFormHolds,
    EveryCount,
    EveryEntry,
    NamedForm,
)
from qstheory.losses.base import CountStructure, Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.spaces import Label
from qstheory.theory.constants import Constants, of_counts, of_labels
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.subject import Subject


def by(loss: Loss, form: ClosedForm) -> Literal["entries", "counts"]:
    """How a replay goes through loss and form."""
    return "counts" if loss.counts is not None and form.counts is not None else "entries"


def replayable(subject: Subject, form: ClosedForm) -> bool:
    """Whether a replay of the form is within the budget."""
    return by(subject.loss, form) == "counts" or subject.window.complete


def named(subject: Subject, form: ClosedForm) -> NamedForm:
    """The form as a certificate."""
    return NamedForm(form.name, by(subject.loss, form))


def bad_entry(subject: Subject, form: ClosedForm) -> BadEntry | None:
    """The first pair at which the form is not the loss, of smallest total size by counts."""
    loss = subject.loss
    if loss.counts is not None and form.counts is not None:
        for a, b, both in sorted(loss.counts.triples(), key=sum):
            if form.counts.product(a, b, both) + form.constant != loss.counts.entry(a, b, both):
                return BadEntry(*witness(loss.counts, a, b, both))
        return None
    for z in subject.window.predictions:
        for y in subject.window.observations:
            if form.value(z, y) != loss.entry(z, y):
                return BadEntry(z, y)
    return None


def witness(counts: CountStructure, a: int, b: int, both: int) -> tuple[Label, Label]:
    """Label sets z, y with |z| = a, |y| = b, |z & y| = both."""
    z = tuple(int(j < a) for j in range(counts.m))
    y = tuple(int(a - both <= j < a - both + b) for j in range(counts.m))
    return z, y


def holds(subject: Subject, form: ClosedForm) -> tuple[Evidence, BadEntry | None]:
    """The judged certificate that the form is the loss, or that it is not."""
    proposition = ClosedFormHolds(subject.reference, form.name)
    every = EveryCount() if by(subject.loss, form) == "counts" else EveryEntry()
    bad = bad_entry(subject, form) if _may_be_searched(subject, form) else None
    return judged(proposition, bad or every), bad


def _may_be_searched(subject: Subject, form: ClosedForm) -> bool:
    counts = subject.loss.counts
    return counts is None or form.counts is None or counts.m <= 64


def constants(subject: Subject, form: ClosedForm) -> tuple[Constants, tuple[Evidence, ...]]:
    """The constants of the form and the judged certificates for each."""
    loss = subject.loss
    if loss.counts is not None and form.counts is not None:
        found, every = of_counts(loss.counts, form), EveryCount()
        return found, _evidence(subject, form.name, found, every)
    found = of_labels(form, subject.window.predictions, subject.window.observations)
    return found, _evidence(subject, form.name, found, EveryEntry())


def _evidence(
    subject: Subject, form: str, found: Constants, every: EveryCount | EveryEntry
) -> tuple[Evidence, ...]:
    values: tuple[tuple[Quantity, Fraction], ...] = found.quantities()
    return tuple(
        judged(ConstantIs(subject.reference, form, quantity, "=", value), every)
        for quantity, value in values
    )
