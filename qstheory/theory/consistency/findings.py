"""Consistency in the dossier: a finding for each surrogate that is defined for the loss.

Max-margin surrogates at a distribution have exact certificates from linear programs. The dual of
min_w W(w) is the largest E_q L(y', y) over q >= 0 with first marginal Pi and unchanged mean
features; within the cell of a prediction z the mean may move along Phi(z) - Phi(y).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.arithmetic import Vector, Vectors, inner
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.dimension_bounds import QuadraticConsistent, QuadraticOnScoresConsistent
from qstheory.certify.kinds.max_margin import MaxMarginConsistent, MaxMarginFailure, PointsOnALine
from qstheory.certify.limits import matrix, submatrix
from qstheory.certify.rules import Outcome
from qstheory.errors import InvalidParameter, Undecided
from qstheory.exact.integer_matrix import INT64_MAX, common, loss_matrix, magnitude
from qstheory.exact.linear_program import ExactOptimum, StandardProgram, solve
from qstheory.losses.base import Loss
from qstheory.losses.spaces import label
from qstheory.theory.consistency.surrogates import Surrogate, require_square, surrogate, surrogates
from qstheory.theory.consistency.verdict import MOST, Consistency, Failure, consistency, failure_at
from qstheory.theory.decompositions import by, named, replayable
from qstheory.theory.effort import exact_later
from qstheory.theory.findings import Evidence, Finding, attempt, judged, not_attempted
from qstheory.theory.merging import first_equal_rows
from qstheory.theory.subject import Subject

ZERO = Fraction(0)


def _program(L: Sequence[Vector], Pi: Vector, z: int | None) -> StandardProgram:
    """Columns: q by rows of the support, then the multipliers of the cell of z if there is one."""
    n = len(Pi)
    extra = 0 if z is None else n
    pairs = [(y, other) for y in range(n) if Pi[y] for other in range(n)]
    rows, right = [], []
    for y in range(n):
        if Pi[y]:
            rows.append((*(Fraction(y == own) for own, _ in pairs), *[ZERO] * extra))
            right.append(Pi[y])
    for k in range(n):
        tilt = (Fraction((other == k) - (y == k)) for y, other in pairs)
        cone = [] if z is None else [Fraction((y == k) - (z == k)) for y in range(n)]
        rows.append((*tilt, *cone))
        right.append(ZERO)
    costs = [*(-L[other][y] for y, other in pairs), *[ZERO] * extra]
    return StandardProgram(tuple(rows), tuple(right), tuple(costs))


def _coupling(found: ExactOptimum, Pi: Vector) -> Vectors:
    n = len(Pi)
    values = iter(found.x)
    return tuple(tuple(next(values) if p else ZERO for _ in range(n)) for p in Pi)


def failure_at_distribution(loss: Loss, Pi: Vector) -> MaxMarginFailure | None:
    """A minimiser at Pi that decodes to a prediction which is not optimal; None if none does.

    Raises InvalidParameter unless Z = Y, Undecided when a program cannot be rebuilt.
    """
    if list(loss.predictions) != list(loss.observations):
        raise InvalidParameter("A max-margin surrogate needs the same predictions as observations.")
    L = matrix(loss)
    best = solve(_program(L, Pi, None))
    size = sum(map(bool, Pi))
    risks = [inner(row, Pi) for row in L]
    for z, risk in enumerate(risks):
        if risk > min(risks):
            found = solve(_program(L, Pi, z))
            if found.value == best.value:
                return MaxMarginFailure(Pi, tuple(found.y[size:]), _coupling(best, Pi), z)
    return None


def failure_at_few(loss: Loss, labels: Sequence[int]) -> MaxMarginFailure | None:
    """A failure at equal shares of a few labels, with a score for each of all labels, or None.

    The mean of the scores is unchanged, so q couples these labels with themselves; a label k beside
    them and z matters only by w_k <= min over y of max_y' (L(y', y) + w_y') - L(k, y) and w_k <=
    w_z. Programs of one label more than the few are enough, one for all z with equal entries there.
    """
    names = list(loss.observations)
    n, chosen = len(names), [names[y] for y in labels]
    rows = [tuple(row) for row in submatrix(loss, names, chosen)]
    risks = [sum(row, ZERO) for row in rows]
    shares = (Fraction(1, len(labels)),) * len(labels)
    here = [rows[y] for y in labels]
    best = solve(_program(here, shares, None))
    least = min(risks)
    worse = [z for z, risk in enumerate(risks) if risk > least]
    first = {(rows[z], z if z in labels else -1): z for z in reversed(worse)}
    for z in sorted(first.values(), key=lambda z: (z not in labels, z)):
        among = list(labels) if z in labels else [*labels, z]
        # What stands in the columns of labels of no share is not looked at.
        L = [(*rows[k], *[ZERO] * (len(among) - len(labels))) for k in among]
        Pi = (*shares, *[ZERO] * (len(among) - len(labels)))
        found = solve(_program(L, Pi, among.index(z)))
        if found.value != best.value:
            continue
        known = dict(zip(among, found.y[len(labels) :], strict=True))
        highest = [max(rows[k][y] + w for k, w in known.items()) for y in range(len(labels))]
        weights = tuple(
            known[k]
            if k in known
            else min(known[z], *(u - x for u, x in zip(highest, rows[k], strict=True)))
            for k in range(n)
        )
        small = _coupling(best, shares)
        nothing = (ZERO,) * n
        coupling = [nothing] * n
        for y, row in zip(labels, small, strict=True):
            spread = dict(zip(labels, row, strict=True))
            coupling[y] = tuple(spread.get(k, ZERO) for k in range(n))
        share = dict(zip(labels, shares, strict=True))
        Pi = tuple(share.get(k, ZERO) for k in range(n))
        return MaxMarginFailure(Pi, weights, tuple(coupling), z)
    return None


MAX_MARGIN = "crammer-singer"
LABELS, SMALL = 24, 8
"""Most labels for the search for polyhedral surrogates, and for that of the smallest failure."""
TRIPLES = 12
"""Most triples of labels that are tried."""


def max_margin_verdict(loss: Loss, surrogate: Surrogate) -> Consistency:
    """The verdict on the max-margin surrogate; not applicable unless Z = Y.

    >>> from qstheory import losses
    >>> from qstheory.theory.consistency.surrogates import surrogate
    >>> [
    ...     max_margin_verdict(losses.parse(name), surrogate("crammer-singer")).status
    ...     for name in ("ordinal-absolute:classes=50", "multiclass:classes=50")
    ... ]
    ['consistent', 'inconsistent']
    """
    if list(loss.predictions) != list(loss.observations):
        return consistency(loss, surrogate)
    size = require_square(loss)
    labels = tuple(loss.observations)
    values = common(loss_matrix(loss, labels, labels)).values
    wide = values.astype(object) if magnitude(values) > INT64_MAX // 4 else values
    if is_line(wide):
        end = matrix(loss)[int(wide[0].argmax())]
        evidence = judged(MaxMarginConsistent(loss.reference), PointsOnALine(end))
        return Consistency(loss, surrogate, evidence)
    if size <= LABELS:
        found = consistency(loss, surrogate, MOST if size <= SMALL else 0)
        if found.status != "undecided":
            return found
    return _at_few(loss, surrogate, wide)


def verdict_on(loss: Loss, surrogate: Surrogate) -> Consistency:
    """The verdict on any surrogate of the catalogue, or a user's."""
    decide = max_margin_verdict if surrogate.name == MAX_MARGIN else consistency
    return decide(loss, surrogate)


def is_line(L: NDArray[Any]) -> bool:
    """Whether L(z, y) = |x_z - x_y| for different x, which are then the distances from an end.

    >>> is_line(np.array([[0, 3, 1], [3, 0, 2], [1, 2, 0]]))
    True
    """
    x = L[L[0].argmax()]
    return len(set(x.tolist())) == len(x) and bool((abs(x[:, None] - x[None, :]) == L).all())


def triples(L: NDArray[Any]) -> Iterator[tuple[int, int, int]]:
    """Three labels a < b < c none of which is between the others, L read as a distance.

    x is between y and z when L(y, x) + L(x, z) = L(y, z).
    """
    size = len(L)
    for a in range(size):
        for b in range(a + 1, size):
            c = np.arange(b + 1, size)
            apart = (
                (L[a, b] + L[b, c] != L[a, c])
                & (L[b, a] + L[a, c] != L[b, c])
                & (L[a, c] + L[c, b] != L[a, b])
            )
            yield from ((a, b, int(k)) for k in c[apart])


def few_labels(L: NDArray[Any]) -> Iterator[tuple[int, ...]]:
    """Labels at whose equal shares a failure is likely.

    Two that are mistaken for each other at different costs: all differences of their scores
    between the costs are minimisers. Then three none of which is between the others, and the two
    of them that are farthest apart: where the scores that make all terms equal are a minimiser
    too, they decode to the third.
    """
    a, b = np.unravel_index(int((L != L.T).argmax()), L.shape)
    if L[a, b] != L[b, a]:
        yield int(a), int(b)
    for three in islice(triples(L), TRIPLES):
        yield three
        yield max(combinations(three, 2), key=lambda pair: L[pair])


def _at_few(loss: Loss, surrogate: Surrogate, L: NDArray[Any]) -> Consistency:
    """A failure at equal shares of two or three labels, or that none was found."""
    labels = sorted(set(first_equal_rows(np.ascontiguousarray(np.hstack([L, L.T])))))
    for few in few_labels(L[np.ix_(labels, labels)]):
        try:
            found = failure_at_few(loss, [labels[k] for k in few])
        except Undecided:
            continue
        if found is not None:
            return _refuted(loss, surrogate, found)
    words = "no failure at equal shares of two or three labels was found; others not tried"
    return Consistency(loss, surrogate, reason=words, attempted=False)


def _refuted(loss: Loss, surrogate: Surrogate, found: MaxMarginFailure) -> Consistency:
    costs = [-score for score in found.scores]
    failure = failure_at(matrix(loss), found.distribution, found.scores, costs, found.prediction)
    evidence = judged(MaxMarginConsistent(loss.reference), found)
    return Consistency(loss, surrogate, evidence, failure=replace(failure, smallest=False))


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
