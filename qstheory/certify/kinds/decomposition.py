"""L = F U^T + c: a printed or derived closed form holds for every entry, or fails at one."""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.limits import entries
from qstheory.certify.outcome import PROVES, Decision, invalid, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class ClosedFormHolds:
    """The loss's closed form of that name satisfies F_z . U_y + c = L(z, y) for all z, y."""

    loss: Reference
    form: str


@dataclass(frozen=True)
class DecompositionHolds:
    """The explicit F (|Z| x r), U (|Y| x r) and c satisfy F U^T + c = L."""

    loss: Reference
    F: tuple[tuple[Fraction, ...], ...]
    U: tuple[tuple[Fraction, ...], ...]
    c: Fraction


@dataclass(frozen=True)
class EveryEntry:
    """The replay compares every entry."""


@dataclass(frozen=True)
class EveryCount:
    """The replay compares every feasible (|z|, |y|, |z & y|).

    Loss and form are functions of these counts by construction, so nothing is left out.
    """


@dataclass(frozen=True)
class BadEntry:
    """A pair at which the two sides differ."""

    prediction: Label
    observation: Label


def check_closed_form(proposition: ClosedFormHolds, _: EveryEntry, tools: Tools) -> Decision:
    """Compare entry by entry."""
    loss = resolve(proposition.loss)
    form = loss.closed_form(proposition.form)
    for z, y, value in entries(loss):
        if form.value(z, y) != value:
            return invalid(f"the form fails at {z!r}, {y!r}")
    return PROVES


def check_closed_form_counts(proposition: ClosedFormHolds, _: EveryCount, tools: Tools) -> Decision:
    """Compare count by count."""
    loss = resolve(proposition.loss)
    form = loss.closed_form(proposition.form)
    if loss.counts is None or form.counts is None or form.counts.m != loss.counts.m:
        return invalid("the loss or the form is not declared by counts")
    for a, b, both in loss.counts.triples():
        if form.counts.product(a, b, both) + form.constant != loss.counts.entry(a, b, both):
            return invalid(f"the form fails for |z|={a}, |y|={b}, |z & y|={both}")
    return PROVES


def check_closed_form_bad(proposition: ClosedFormHolds, bad: BadEntry, tools: Tools) -> Decision:
    """One entry where the form differs refutes it."""
    loss = resolve(proposition.loss)
    z, y = bad.prediction, bad.observation
    if z not in loss.predictions or y not in loss.observations:
        return invalid("the pair is not a prediction and an observation of the loss")
    form = loss.closed_form(proposition.form)
    return refutes_if(form.value(z, y) != loss.entry(z, y), "the form agrees at that entry")


def _shape_fault(proposition: DecompositionHolds, rows: int, columns: int) -> str:
    F, U = proposition.F, proposition.U
    width = len(F[0]) if F else 0
    fits = (
        len(F) == rows
        and len(U) == columns
        and all(len(row) == width for row in F)
        and all(len(row) == width for row in U)
    )
    return "" if fits else "F and U do not have the shapes |Z| x r and |Y| x r"


def _inner(left: tuple[Fraction, ...], right: tuple[Fraction, ...]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def check_explicit(proposition: DecompositionHolds, _: EveryEntry, tools: Tools) -> Decision:
    """Compare entry by entry."""
    loss = resolve(proposition.loss)
    width = loss.observations.size
    fault = _shape_fault(proposition, loss.predictions.size, width)
    if fault:
        return invalid(fault)
    for index, (z, y, value) in enumerate(entries(loss)):
        F_z, U_y = proposition.F[index // width], proposition.U[index % width]
        if _inner(F_z, U_y) + proposition.c != value:
            return invalid(f"the decomposition fails at {z!r}, {y!r}")
    return PROVES


def check_explicit_bad(proposition: DecompositionHolds, bad: BadEntry, tools: Tools) -> Decision:
    """One entry where the decomposition differs refutes it."""
    loss = resolve(proposition.loss)
    fault = _shape_fault(proposition, loss.predictions.size, loss.observations.size)
    if fault:
        return invalid(fault)
    predictions, observations = list(loss.predictions), list(loss.observations)
    if bad.prediction not in predictions or bad.observation not in observations:
        return invalid("the pair is not a prediction and an observation of the loss")
    F_z = proposition.F[predictions.index(bad.prediction)]
    U_y = proposition.U[observations.index(bad.observation)]
    value = loss.entry(bad.prediction, bad.observation)
    return refutes_if(_inner(F_z, U_y) + proposition.c != value, "it agrees at that entry")


RULES = (
    Rule(ClosedFormHolds, EveryEntry, check_closed_form),
    Rule(ClosedFormHolds, EveryCount, check_closed_form_counts),
    Rule(ClosedFormHolds, BadEntry, check_closed_form_bad),
    Rule(DecompositionHolds, EveryEntry, check_explicit),
    Rule(DecompositionHolds, BadEntry, check_explicit_bad),
)
