"""Consistency in the dossier: a finding for each surrogate that is defined for the loss."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.quadratic_surrogate import (
    QuadraticConsistent,
    QuadraticOnScoresConsistent,
)
from qstheory.certify.outcome import Outcome
from qstheory.losses.base import Loss
from qstheory.losses.spaces import label
from qstheory.theory.closed_forms import by, named, replayable
from qstheory.theory.consistency.max_margin import MAX_MARGIN, max_margin_verdict, verdict_on
from qstheory.theory.consistency.surrogates import surrogate, surrogates
from qstheory.theory.consistency.verdict import Consistency, Failure
from qstheory.theory.effort import exact_later
from qstheory.theory.findings import Evidence, Finding, attempt, judged, not_attempted
from qstheory.theory.subject import Subject

MEANING = (
    "At every distribution every minimiser of the surrogate risk decodes, whatever the ties, to"
    " predictions of least risk."
)


def consistency_findings(subject: Subject) -> Iterator[Finding]:
    """The verdict on every surrogate; beyond the limit, what structure settles at every size."""
    loss = subject.loss
    entries = loss.predictions.size * loss.observations.size
    if entries > subject.budget.consistency:
        limit = exact_later("consistency", entries)
        words = "other surrogates"
        if subject.complete and entries <= subject.budget.intervals:
            yield from by_structure(subject)
        else:
            yield from by_form(subject)
        yield not_attempted("consistency", "consistency", words, limit, MEANING)
        return
    meaning = MEANING
    for each in surrogates().values():
        verdict = verdict_on(loss, each)
        if verdict.applicable:
            yield replace(_finding(verdict), meaning=meaning)
            meaning = ""


def by_form(subject: Subject) -> Iterator[Finding]:
    """The quadratic surrogate of the least closed form that holds without a look at entries."""
    loss = subject.loss
    for form in sorted(loss.closed_forms, key=lambda form: form.dimension):
        if by(loss, form) == "entries" or not replayable(subject, form):
            continue
        proposition = QuadraticConsistent(loss.reference, form.name)
        evidence = judged(proposition, named(subject, form))
        if evidence.proves:
            title = surrogate("quadratic").title
            statement = f"{title} of the {form.name} decomposition: consistent"
            key = "consistency:quadratic"
            yield Finding("consistency", key, statement, True, (evidence,), MEANING)
            return


def by_structure(subject: Subject) -> Iterator[Finding]:
    """Quadratic surrogates, which every loss has, and the max-margin one."""
    loss = subject.loss
    declared = list(by_form(subject))
    yield from declared or [_by_dimension(subject)]
    unconstrained = surrogate("quadratic-full-space")
    evidence = judged(QuadraticConsistent(subject.reference, None), EveryEntry())
    key, statement = f"consistency:{unconstrained.name}", f"{unconstrained.title}: consistent"
    yield Finding("consistency", key, statement, True, (evidence,))
    if list(loss.predictions) == list(loss.observations):
        max_margin = surrogate(MAX_MARGIN)
        key = f"consistency:{MAX_MARGIN}"
        yield attempt("consistency", key, lambda: _finding(verdict_on(loss, max_margin)))


def _by_dimension(subject: Subject) -> Finding:
    """A quadratic surrogate on as many scores as the affine dimension."""
    proposition = QuadraticOnScoresConsistent(subject.reference, subject.affine_dimension)
    evidence = judged(proposition, subject.counted("affine") or subject.span)
    statement = f"{surrogate('quadratic').title}: consistent"
    return Finding("consistency", "consistency:quadratic", statement, True, (evidence,), MEANING)


def _finding(found: Consistency) -> Finding:
    key = f"consistency:{found.surrogate.name}"
    statement = f"{found.surrogate.title}: consistent"
    if found.failure is None:
        evidence = () if found.evidence is None else (found.evidence,)
        value = True if evidence else None
        reason, limit = (found.reason, "") if found.attempted else ("", found.reason)
        return Finding("consistency", key, statement, value, evidence, reason=reason, limit=limit)
    statement = f"{found.surrogate.title}: not consistent; {what_fails(found, found.failure)}"
    return Finding("consistency", key, statement, False, tuple(against(found)))


def against(found: Consistency) -> Iterator[Evidence]:
    """What refutes it, and what is shown of other decoders."""
    if found.evidence is not None:
        yield replace(found.evidence, supports=Outcome.REFUTES)
    if found.some_decoder is not None:
        yield replace(found.some_decoder, supports=found.some_decoder.decision.outcome)


def what_fails(found: Consistency, failure: Failure) -> str:
    """What goes wrong, and whether another decoder would do."""
    loss = found.loss
    names = [label(z) for z in loss.predictions]
    places = zip(loss.observations, failure.distribution, strict=True)
    Pi = ", ".join(f"P({label(y)}) = {p}" for y, p in places if p)
    text = (
        f"at {Pi} a minimiser decodes to {names[failure.wrong]},"
        f" {names[failure.optimal[0]]} is optimal, excess risk {failure.excess}"
    )
    if found.some_decoder is None:
        return text
    return f"{text}; {'another' if found.some_decoder.proves else 'no'} decoder is consistent"


@dataclass(frozen=True)
class MaxMargin:
    """The answer, in words why, and what proves it or refutes consistency."""

    consistent: Literal["yes", "no", "undecided", "not defined"]
    reason: str
    evidence: tuple[Evidence, ...]


def max_margin_answer(loss: Loss) -> MaxMargin:
    """Yes or no wherever it is decided.

    >>> from qstheory import losses
    >>> answer = max_margin_answer(losses.make("multiclass", classes=3))
    >>> answer.consistent, len(answer.evidence)
    ('no', 2)
    """
    found = max_margin_verdict(loss, surrogate(MAX_MARGIN))
    if not found.applicable:
        return MaxMargin("not defined", "predictions and observations differ", ())
    if found.failure is not None:
        return MaxMargin("no", what_fails(found, found.failure), tuple(against(found)))
    if found.status == "consistent" and found.evidence is not None:
        words = "every minimiser decodes to predictions of least risk by the highest score"
        return MaxMargin("yes", words, (found.evidence,))
    return MaxMargin("undecided", found.reason, ())
