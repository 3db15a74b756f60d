"""Whether some decoder makes a sum of maxima S consistent for a loss, whatever it is.

A function d(v) serves all distributions exactly when for every v there is a prediction z that is
optimal at every Pi of which v is a minimiser. By the theorem of `polyhedral`, applied to one v, it
is for these Pi if and only if for every z' there is a direction w with

    S'(v; w, y) <= L(z', y) - L(z, y)   for every y.
"""

from dataclasses import dataclass

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import (
    Vector,
)
from qstheory.certify.kinds.polyhedral import (
    Multipliers,
    Piece,
    Terms,
    activity,
    bounds_fault,
    direction_fault,
    exclusion_fault,
    matrix,
    minimum_fault,
    steep,
    terms_fault,
    terms_words,
)
from qstheory.certify.outcome import Decision, invalid, proves_if, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import POLYHEDRAL
from qstheory.losses import resolve
from qstheory.losses.base import Reference


@dataclass(frozen=True)
class SomeDecoderConsistent:
    """Each S(., y) is bounded below, and some d(v) is optimal at every Pi that v minimises."""

    loss: Reference
    terms: Terms

    def __str__(self) -> str:
        return f"{self.loss}: {terms_words(self.terms)} is consistent with some decoder"


@dataclass(frozen=True)
class Minimised:
    """A distribution and its q, as in WrongMinimiser."""

    distribution: Vector
    multipliers: Multipliers


@dataclass(frozen=True)
class NoDecision:
    """A v, and for each prediction a Pi minimised at v for which that prediction is not optimal."""

    scores: Vector
    against: tuple[Minimised, ...]


@dataclass(frozen=True)
class Step:
    """A direction w with levels t_yg, sum_g t_yg <= L(z', y) - L(z, y)."""

    direction: Vector
    levels: tuple[Vector, ...]


@dataclass(frozen=True)
class Decided:
    """z, by index, serves every v at which no piece with a . w > t of any step is active.

    There is a step for each other prediction in order, and a branch for each of these pieces in
    order, which treats the v at which the piece is active as well.
    """

    prediction: int
    steps: tuple[Step, ...]
    branches: tuple["Choice", ...]


@dataclass(frozen=True)
class Excluded:
    """No v has the active pieces of the branch: multipliers as in Unreachable."""

    active: tuple[Vector, ...]


Choice = Decided | Excluded


@dataclass(frozen=True)
class Decisions:
    """Bounds as in Descents, and a tree that covers every v."""

    bounds: Multipliers
    tree: Decided


def check_no_decision(
    proposition: SomeDecoderConsistent, given: NoDecision, tools: Tools
) -> Decision:
    """One v that minimises W at distributions which no prediction serves."""
    loss, terms = resolve(proposition.loss), proposition.terms
    fault = terms_fault(terms, loss.observations.size)
    if fault or len(given.against) != loss.predictions.size:
        return invalid(fault or "there is not a distribution for each prediction")
    L = matrix(loss)
    for z, case in enumerate(given.against):
        fault = minimum_fault(terms, case.distribution, given.scores, case.multipliers)
        if fault:
            return invalid(fault)
        risks = [inner(row, case.distribution) for row in L]
        if risks[z] == min(risks):
            return invalid("a prediction is optimal at the distribution against it")
    return refutes_if(True, "")


def _choice_fault(L: list[Vector], terms: Terms, active: tuple[Piece, ...], choice: Choice) -> str:
    """Why the choice does not serve the v with these active pieces."""
    if isinstance(choice, Excluded):
        return exclusion_fault([activity(terms, piece) for piece in active], choice.active)
    if not 0 <= choice.prediction < len(L):
        return "there is no such prediction"
    mine = L[choice.prediction]
    others = [row for z, row in enumerate(L) if z != choice.prediction]
    if len(choice.steps) != len(others):
        return "there is not a step for each other prediction"
    failing: set[Piece] = set()
    for row, step in zip(others, choice.steps, strict=True):
        gains = tuple(a - b for a, b in zip(row, mine, strict=True))
        fault = direction_fault(terms, gains, step.direction, step.levels)
        if fault:
            return fault
        failing |= set(steep(terms, step.direction, step.levels))
    if len(failing) != len(choice.branches):
        return "there is not one branch for each piece at which a step fails"
    for piece, child in zip(sorted(failing), choice.branches, strict=True):
        fault = _choice_fault(L, terms, (*active, piece), child)
        if fault:
            return fault
    return ""


def check_decisions(proposition: SomeDecoderConsistent, given: Decisions, tools: Tools) -> Decision:
    """Replay the bounds and the tree."""
    loss, terms = resolve(proposition.loss), proposition.terms
    fault = terms_fault(terms, loss.observations.size) or bounds_fault(terms, given.bounds)
    if fault:
        return invalid(fault)
    fault = _choice_fault(matrix(loss), terms, (), given.tree)
    return proves_if(not fault, fault)


RULES = (
    Rule(SomeDecoderConsistent, NoDecision, check_no_decision, (POLYHEDRAL,)),
    Rule(SomeDecoderConsistent, Decisions, check_decisions, (POLYHEDRAL,)),
)
