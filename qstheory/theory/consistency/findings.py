"""Consistency in the dossier: a finding for each surrogate that is defined for the loss."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.kinds.quadratic_surrogate import (
    ColumnsAsTargets,
    QuadraticFormConsistent,
    UnconstrainedConsistent,
)
from qstheory.certify.outcome import Outcome
from qstheory.exact.integer_matrix import INT64_MAX, common, magnitude
from qstheory.losses.display import label
from qstheory.theory.closed_forms import by, named, replayable
from qstheory.theory.consistency.catalogue import surrogate, surrogates
from qstheory.theory.consistency.max_margin import failure_at_few
from qstheory.theory.consistency.verdict import Consistency, Failure, consistency
from qstheory.theory.effort import exact_later
from qstheory.theory.findings import Evidence, Finding, attempt, judged, not_attempted
from qstheory.theory.merging import first_equal_rows
from qstheory.theory.subject import Subject

MEANING = (
    "At every distribution every minimiser of the surrogate risk decodes, whatever the ties, to"
    " predictions of least risk."
)
KEPT = 1 << 27
"""Entries of tables of betweenness that are kept at a time."""


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
        verdict = consistency(loss, each)
        if verdict.applicable:
            yield replace(_finding(verdict), meaning=meaning)
            meaning = ""


def by_form(subject: Subject) -> Iterator[Finding]:
    """The quadratic surrogate of the least closed form that holds without a look at entries."""
    loss = subject.loss
    for form in sorted(loss.closed_forms, key=lambda form: form.dimension):
        if by(loss, form) == "entries" or not replayable(subject, form):
            continue
        proposition = QuadraticFormConsistent(loss.reference, form.name)
        evidence = judged(proposition, named(subject, form))
        if evidence.proves:
            title = surrogate("quadratic").title
            statement = f"{title} of the {form.name} decomposition: consistent"
            key = "consistency:quadratic"
            yield Finding("consistency", key, statement, True, (evidence,), MEANING)
            return


def by_structure(subject: Subject) -> Iterator[Finding]:
    """Quadratic surrogates, which every loss has, and the max-margin one on three labels."""
    loss = subject.loss
    declared = list(by_form(subject))
    yield from declared or [_finding(consistency(loss, surrogate("quadratic")))]
    unconstrained = surrogate("quadratic-full-space")
    evidence = judged(UnconstrainedConsistent(subject.reference), ColumnsAsTargets())
    key, statement = f"consistency:{unconstrained.name}", f"{unconstrained.title}: consistent"
    yield Finding("consistency", key, statement, True, (evidence,))
    if list(loss.predictions) == list(loss.observations):
        yield attempt("consistency", "consistency:crammer-singer", lambda: _triples(subject))


def _triples(subject: Subject) -> Finding:
    """The max-margin surrogate with a score for each label, on three labels in equal shares."""
    loss = subject.loss
    key, title = "consistency:crammer-singer", surrogate("crammer-singer").title
    labels = list(loss.observations)
    triple = triple_without_median(common(subject.matrix).values)
    words = f"{title}: whether it is consistent"
    if triple is None:
        limit = "every three labels have a median; larger sets are not tried"
        return not_attempted("consistency", key, words, limit)
    shown = ", ".join(f"P({label(labels[y])}) = 1/3" for y in triple)
    found = failure_at_few(loss, triple)
    if found is None:
        limit = f"it is at {shown}; other distributions are not tried"
        return not_attempted("consistency", key, words, limit)
    evidence = judged(*found, Outcome.REFUTES)
    return Finding("consistency", key, f"{title}: not consistent at {shown}", False, (evidence,))


def triple_without_median(L: NDArray[Any]) -> tuple[int, int, int] | None:
    """The first a < b < c without a median, L read as a distance.

    x is between y and z when L(y, x) + L(x, z) = L(y, z); a median is between any two of the three,
    itself included. The metric of all nodes of a tree has one for every three, and max-margin
    surrogates are consistent only for such losses (Nowak-Vila, Rudi and Bach 2021).
    """
    labels = sorted(set(first_equal_rows(np.ascontiguousarray(np.hstack([L, L.T])))))
    L = L[np.ix_(labels, labels)]
    wide = L.astype(object) if magnitude(L) > INT64_MAX // 2 else L
    size = len(labels)

    @lru_cache(maxsize=KEPT // size**2 + 1)
    def between(a: int) -> NDArray[np.bool_]:
        """Whether x is between a and b, a row for each b."""
        return np.asarray(wide[a] + wide.T == wide[a][:, None])

    for a in range(size):
        for b in range(a + 1, size):
            medians = between(a)[b] & between(a)[b + 1 :] & between(b)[b + 1 :]
            without = np.flatnonzero(~medians.any(axis=1))
            if len(without):
                return labels[a], labels[b], labels[b + 1 + int(without[0])]
    return None


def _finding(found: Consistency) -> Finding:
    key = f"consistency:{found.surrogate.name}"
    statement = f"{found.surrogate.title}: consistent"
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
