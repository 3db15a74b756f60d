"""The equal-risk condition: does some Pi > 0 give every prediction the same risk?"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists, SignVector
from qstheory.certify.outcome import Outcome
from qstheory.certify.ranking_components import renames_items
from qstheory.certify.sets import declared_places
from qstheory.certify.weights import ListedWeights, SizeWeights, UniformWeights, Weights
from qstheory.exact.integer_matrix import common, from_fractions
from qstheory.losses.counts import AffineEntry
from qstheory.losses.spaces import Label
from qstheory.solve.equal_risk import SignWeights, equal_risk_alternative
from qstheory.theory.effort import later
from qstheory.theory.findings import Evidence, Finding, judged, not_attempted
from qstheory.theory.orbits import quotient, summed
from qstheory.theory.size_weights import SIZE_LIMIT, few_sizes, listed_weights, size_matrix
from qstheory.theory.subject import Subject

MEANING = (
    "With such a Pi no consistent convex surrogate can have a dimension below the affine dimension"
    " of the differences of predictions (Ramaswamy and Agarwal 2016, Theorem 18 and its proof)."
)
STATEMENT = "some Pi > 0 gives every prediction the same risk"


@dataclass(frozen=True)
class EqualRisk:
    """The judged evidence and, when there is one, the equal-risk point."""

    evidence: Evidence | None
    point: Weights | None
    limit: str = ""


def equal_risk(subject: Subject) -> EqualRisk:
    """An equal-risk point, or a vector that excludes one, by orbits where they are known."""
    proposition = EqualRiskPointExists(subject.reference)
    loss = subject.loss
    counts = loss.counts
    too_many = EqualRisk(None, None, f"{counts.m if counts else 0} labels, limit {SIZE_LIMIT}")
    many = counts is not None and not few_sizes(counts)
    if counts is not None and many and not isinstance(counts.entry, AffineEntry):
        return too_many
    if subject.complete or counts is not None or renames_items(loss):
        uniform = judged(proposition, EqualRiskPoint(UniformWeights()))
        if uniform.proves:
            return EqualRisk(uniform, UniformWeights())
    if many:
        return too_many
    if counts is not None:
        return _by_size(subject, proposition)
    line = declared_places(loss) if subject.declared is not None else None
    if line is not None and len(line) > 2:
        return EqualRisk(judged(proposition, SignVector(_second_difference(line))), None)
    entries = loss.predictions.size * loss.observations.size
    if not subject.complete or entries > subject.budget.program:
        return EqualRisk(None, None, later("optimality", entries))
    return _by_orbit(subject, proposition)


def _second_difference(line: Sequence[tuple[Label, int]]) -> ListedWeights:
    """w on three places a < b < c of a line: L(a) (c - b) + L(c) (b - a) - L(b) (c - a).

    It is >= 0 where every column is convex, and positive where one bends at b.
    """
    (x, a), (y, b), (z, c) = line[:3]
    weights = ((x, c - b), (y, a - c), (z, b - a))
    return ListedWeights(tuple((label, Fraction(w)) for label, w in weights))


def _by_size(subject: Subject, proposition: EqualRiskPointExists) -> EqualRisk:
    counts = subject.loss.counts
    assert counts is not None
    found = equal_risk_alternative(common(from_fractions(size_matrix(subject.loss))).values)
    if isinstance(found, SignWeights):
        w = SizeWeights(_pairs(counts.predictions.sizes, found.weights))
        return EqualRisk(judged(proposition, SignVector(w)), None)
    point = SizeWeights(_pairs(counts.observations.sizes, found.weights))
    return EqualRisk(judged(proposition, EqualRiskPoint(point)), point)


def _pairs(sizes: range, weights: tuple[Fraction, ...]) -> tuple[tuple[int, Fraction], ...]:
    return tuple((s, w) for s, w in zip(sizes, weights, strict=True) if w)


def _by_orbit(subject: Subject, proposition: EqualRiskPointExists) -> EqualRisk:
    found_orbits = quotient(subject)
    rows, columns = found_orbits.predictions, found_orbits.observations
    found = equal_risk_alternative(summed(subject, rows, columns))
    if isinstance(found, SignWeights):
        w = listed_weights(subject.window.predictions, rows.spread(found.weights))
        return EqualRisk(judged(proposition, SignVector(w)), None)
    total = sum(
        (len(orbit) * w for orbit, w in zip(columns.members, found.weights, strict=True)),
        Fraction(0),
    )
    shares = [
        len(orbit) * w / total for orbit, w in zip(columns.members, found.weights, strict=True)
    ]
    point = listed_weights(subject.window.observations, columns.spread(shares))
    return EqualRisk(judged(proposition, EqualRiskPoint(point)), point)


def equal_risk_finding(subject: Subject, found: EqualRisk) -> Finding:
    """The condition as a line of the dossier: proved with Pi, refuted with w."""
    if found.evidence is None:
        return not_attempted("optimality", "equal-risk", STATEMENT, found.limit, MEANING)
    exists = found.evidence.decision.outcome is Outcome.PROVES
    return Finding("optimality", "equal-risk", STATEMENT, exists, (found.evidence,), MEANING)
