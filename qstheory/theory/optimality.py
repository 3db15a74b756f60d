"""The equal-risk condition: does some Pi > 0 give every prediction the same risk?"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists, SignVector
from qstheory.certify.outcome import Outcome
from qstheory.certify.weights import SizeWeights, UniformWeights, Weights
from qstheory.losses.base import AffineEntry
from qstheory.losses.spaces import LabelSets
from qstheory.solve.equal_risk import positive_point, sign_vector
from qstheory.theory.findings import Evidence, Finding, judged, skipped
from qstheory.theory.orbits import averaged, quotient
from qstheory.theory.size_weights import SIZE_LIMIT, size_matrix
from qstheory.theory.subject import Subject
from qstheory.theory.weights import listed_weights

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
    reason: str = ""


def equal_risk(subject: Subject) -> EqualRisk:
    """An equal-risk point, or a vector that excludes one, by orbits where they are known."""
    proposition = EqualRiskPointExists(subject.reference)
    loss = subject.loss
    counts = loss.counts
    too_many = EqualRisk(None, None, f"more than {SIZE_LIMIT} labels")
    many = counts is not None and counts.m > SIZE_LIMIT
    if counts is not None and many and not isinstance(counts.entry, AffineEntry):
        return too_many
    if subject.complete or counts is not None:
        uniform = judged(proposition, EqualRiskPoint(UniformWeights()))
        if uniform.proves:
            return EqualRisk(uniform, UniformWeights())
    if many:
        return too_many
    if counts is not None:
        return _by_size(subject, proposition)
    if not subject.complete:
        return EqualRisk(None, None, "the loss is too large to enumerate within the budget")
    return _by_orbit(subject, proposition)


def _by_size(subject: Subject, proposition: EqualRiskPointExists) -> EqualRisk:
    counts = subject.loss.counts
    assert counts is not None
    B = size_matrix(subject.loss)
    volumes = [LabelSets(counts.m, s, s).size for s in counts.observations.sizes]
    w = sign_vector(B)
    if w is not None:
        chosen = SizeWeights(_pairs(counts.predictions.sizes, w))
        return EqualRisk(judged(proposition, SignVector(chosen)), None)
    point = positive_point(B, volumes)
    if point is not None:
        found = SizeWeights(_pairs(counts.observations.sizes, point))
        return EqualRisk(judged(proposition, EqualRiskPoint(found)), found)
    return EqualRisk(None, None, "neither linear program could be rebuilt exactly")


def _pairs(sizes: range, weights: tuple[Fraction, ...]) -> tuple[tuple[int, Fraction], ...]:
    return tuple((s, w) for s, w in zip(sizes, weights, strict=True) if w)


def _by_orbit(subject: Subject, proposition: EqualRiskPointExists) -> EqualRisk:
    found_orbits = quotient(subject)
    rows, columns = found_orbits.predictions, found_orbits.observations
    if (len(rows.members) + len(columns.members)) * len(columns.members) > subject.budget.program:
        return EqualRisk(None, None, "the linear program exceeds the budget")
    B = averaged(subject, rows, columns)
    point = positive_point(B, [len(orbit) for orbit in columns.members])
    if point is not None:
        found = listed_weights(subject.window.observations, columns.spread(point))
        return EqualRisk(judged(proposition, EqualRiskPoint(found)), found)
    w = sign_vector(B)
    if w is not None:
        chosen = listed_weights(subject.window.predictions, rows.spread(w))
        return EqualRisk(judged(proposition, SignVector(chosen)), None)
    return EqualRisk(None, None, "neither linear program could be rebuilt exactly")


def equal_risk_finding(subject: Subject, found: EqualRisk) -> Finding:
    """The condition as a line of the dossier: proved with Pi, refuted with w."""
    if found.evidence is None:
        return skipped("optimality", "equal-risk", STATEMENT, found.reason, MEANING)
    exists = found.evidence.decision.outcome is Outcome.PROVES
    return Finding("optimality", "equal-risk", STATEMENT, exists, (found.evidence,), MEANING)
