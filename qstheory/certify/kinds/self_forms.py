"""L(z, y) = <phi(z), V psi(y)> in one Hilbert space H = R^h, as the definition of SELF asks."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.kinds.decomposition import BadEntry, EveryEntry, Vectors
from qstheory.certify.limits import entries
from qstheory.certify.outcome import REFUTES, Decision, invalid, proves_if, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class SelfDecomposition:
    """phi(z) and psi(y) lie in R^h, V is h x h, and L(z, y) = <phi(z), V psi(y)> for all z, y.

    Then l(z) = <phi(z), V g> for g = sum_y a_y psi(y) and l(z) = sum_y a_y L(z, y), whatever the
    real weights a, be they probabilities or not: both sides are linear in a.
    """

    loss: Reference
    dimension: int
    phi: Vectors
    V: Vectors
    psi: Vectors

    def __str__(self) -> str:
        return f"{self.loss}: L(z, y) = <phi(z), V psi(y)> in dimension {self.dimension}"


@dataclass(frozen=True)
class OutsideSpace:
    """A vector that does not lie in R^h, or a row of V that does not: its place in the order."""

    member: Literal["phi", "V", "psi"]
    index: int


def _value(left: Vector, V: Vectors, right: Vector) -> Fraction:
    image = [sum((a * b for a, b in zip(row, right, strict=True)), Fraction(0)) for row in V]
    return sum((a * b for a, b in zip(left, image, strict=True)), Fraction(0))


def _shape_fault(loss: Loss, given: SelfDecomposition) -> str:
    h = given.dimension
    if len(given.phi) != loss.predictions.size or len(given.psi) != loss.observations.size:
        return "there is not one phi for each prediction and one psi for each observation"
    if len(given.V) != h or any(len(v) != h for v in (*given.phi, *given.V, *given.psi)):
        return "a vector does not lie in the space"
    return ""


def check_entries(proposition: SelfDecomposition, _: EveryEntry, tools: Tools) -> Decision:
    """Compare entry by entry."""
    loss = resolve(proposition.loss)
    fault = _shape_fault(loss, proposition)
    if not fault:
        phi = dict(zip(loss.predictions, proposition.phi, strict=True))
        psi = dict(zip(loss.observations, proposition.psi, strict=True))
        bad = (
            f"the form fails at {z!r}, {y!r}"
            for z, y, value in entries(loss)
            if _value(phi[z], proposition.V, psi[y]) != value
        )
        fault = next(bad, "")
    return proves_if(not fault, fault)


def check_bad_entry(proposition: SelfDecomposition, bad: BadEntry, tools: Tools) -> Decision:
    """One entry where the two sides differ refutes it."""
    loss = resolve(proposition.loss)
    fault = _shape_fault(loss, proposition)
    if fault:
        return invalid(fault)
    if bad.prediction not in loss.predictions or bad.observation not in loss.observations:
        return invalid("the pair is not a prediction and an observation of the loss")
    phi = proposition.phi[list(loss.predictions).index(bad.prediction)]
    psi = proposition.psi[list(loss.observations).index(bad.observation)]
    differs = _value(phi, proposition.V, psi) != loss.entry(bad.prediction, bad.observation)
    return refutes_if(differs, "the form agrees at that entry")


def check_outside(proposition: SelfDecomposition, place: OutsideSpace, tools: Tools) -> Decision:
    """A vector of another length than h refutes it."""
    resolve(proposition.loss)
    members = {"phi": proposition.phi, "V": proposition.V, "psi": proposition.psi}[place.member]
    if not 0 <= place.index < len(members):
        return invalid("there is no such vector")
    if len(members[place.index]) == proposition.dimension:
        return invalid("the vector lies in the space")
    return REFUTES


RULES = (
    Rule(SelfDecomposition, EveryEntry, check_entries),
    Rule(SelfDecomposition, BadEntry, check_bad_entry),
    Rule(SelfDecomposition, OutsideSpace, check_outside),
)
