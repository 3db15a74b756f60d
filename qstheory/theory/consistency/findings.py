"""Consistency in the dossier: a finding for each surrogate that is defined for the loss."""

from collections.abc import Iterator
from dataclasses import replace

from qstheory.certify.outcome import Outcome
from qstheory.losses.display import label
from qstheory.theory.consistency.catalogue import surrogates
from qstheory.theory.consistency.verdict import Consistency, Failure, consistency
from qstheory.theory.findings import Evidence, Finding, not_attempted, over
from qstheory.theory.subject import Subject

MEANING = (
    "At every distribution every minimiser of the surrogate risk decodes, whatever the ties, to"
    " predictions of least risk."
)


def consistency_findings(subject: Subject) -> list[Finding]:
    """The verdict on every surrogate, or one finding that says why there is none."""
    loss = subject.loss
    entries = loss.predictions.size * loss.observations.size
    if entries > subject.budget.consistency:
        reason = over(entries, subject.budget.consistency, "consistency")
        return [
            not_attempted("consistency", "consistency", "consistent surrogates", reason, MEANING)
        ]
    verdicts = (consistency(loss, surrogate) for surrogate in surrogates().values())
    first, *others = (_finding(verdict) for verdict in verdicts if verdict.applicable)
    return [replace(first, meaning=MEANING), *others]


def _finding(found: Consistency) -> Finding:
    surrogate = found.surrogate
    key, statement = f"consistency:{surrogate.name}", f"{surrogate.title}: consistent"
    if found.failure is None:
        evidence = () if found.evidence is None else (found.evidence,)
        value = True if evidence else None
        reason, limit = (found.reason, "") if found.attempted else ("", found.reason)
        return Finding("consistency", key, statement, value, evidence, reason=reason, limit=limit)
    failed = _failed(found, found.failure)
    return Finding("consistency", key, failed, False, tuple(_against(found)))


def _against(found: Consistency) -> Iterator[Evidence]:
    if found.evidence is not None:
        yield replace(found.evidence, supports=Outcome.REFUTES)
    if found.some_decoder is not None:
        yield replace(found.some_decoder, supports=found.some_decoder.decision.outcome)


def _failed(found: Consistency, failure: Failure) -> str:
    loss = found.loss
    names = [label(z) for z in loss.predictions]
    places = zip(loss.observations, failure.distribution, strict=True)
    Pi = ", ".join(f"P({label(y)}) = {p}" for y, p in places if p)
    text = (
        f"{found.surrogate.title}: not consistent; at {Pi} a minimiser decodes to"
        f" {names[failure.wrong]}, {names[failure.optimal[0]]} is optimal, excess risk"
        f" {failure.excess}"
    )
    if found.some_decoder is None:
        return text
    return f"{text}; {'another' if found.some_decoder.proves else 'no'} decoder is consistent"
