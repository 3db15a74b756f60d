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
from qstheory.certify.kinds.rank_by_size import overlaps
from qstheory.losses.base import AffineEntry, CountStructure, Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.spaces import Label
from qstheory.theory.constants import Constants, of_form
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.size_weights import SIZE_LIMIT
from qstheory.theory.subject import Subject

SEARCHED = 64


def by(loss: Loss, form: ClosedForm) -> Literal["entries", "counts"]:
    """How a replay goes through loss and form."""
    return "counts" if loss.counts is not None and form.counts is not None else "entries"


def replayable(subject: Subject, form: ClosedForm) -> bool:
    """Whether a replay of the form is within the budget."""
    counts = subject.loss.counts
    if counts is None or form.counts is None:
        return subject.complete
    if isinstance(counts.entry, AffineEntry):
        return True
    products = (counts.m + 1) ** 2 * (4 * form.counts.blocks + form.counts.extras)
    return counts.m <= SIZE_LIMIT and products <= subject.budget.counted


def named(subject: Subject, form: ClosedForm) -> NamedForm:
    """The form as a certificate."""
    return NamedForm(form.name, by(subject.loss, form))


def bad_entry(subject: Subject, form: ClosedForm) -> BadEntry | None:
    """A pair at which the form is not the loss: the first by total size where they go by counts.

    For more than SEARCHED labels only sizes next to 0 and m are searched.
    """
    loss = subject.loss
    if loss.counts is not None and form.counts is not None:
        for a, b, both in searched_triples(loss.counts):
            if form.counts.product(a, b, both) + form.constant != loss.counts.entry(a, b, both):
                return BadEntry(*witness(loss.counts, a, b, both))
        return None
    for z in subject.window.predictions:
        for y in subject.window.observations:
            if form.value(z, y) != loss.entry(z, y):
                return BadEntry(z, y)
    return None


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
    every = EveryCount() if by(subject.loss, form) == "counts" else EveryEntry()
    evidence = judged(proposition, every)
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
