"""Convex functions h(t) = max_i (slope_i t - drop_i) with h(0) = 0, at two points."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.outcome import PROVES, REFUTES, Decision, invalid
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.words import counted


@dataclass(frozen=True)
class ConvexComparison:
    """h(y) <relation> factor h(x) for 0 <= y <= x, 0 < x; pieces are pairs (slope, drop)."""

    pieces: tuple[tuple[Fraction, Fraction], ...]
    y: Fraction
    x: Fraction
    relation: Literal["<=", "<"]
    factor: Fraction

    def __str__(self) -> str:
        pieces = counted(len(self.pieces), "piece")
        return f"h({self.y}) {self.relation} {self.factor} h({self.x}) for a convex h of {pieces}"


def check_comparison(proposition: ConvexComparison, _: Evaluation, tools: Tools) -> Decision:
    """Evaluate both sides."""
    pieces, x, y = proposition.pieces, proposition.x, proposition.y
    if not pieces or min(drop for _, drop in pieces) != 0:
        return invalid("the function is not 0 at 0")
    if not 0 <= y <= x or x == 0:
        return invalid("the points are not 0 <= y <= x, 0 < x")
    at_y, at_x = (max(slope * t - drop for slope, drop in pieces) for t in (y, x))
    right = proposition.factor * at_x
    holds = at_y <= right if proposition.relation == "<=" else at_y < right
    return PROVES if holds else REFUTES


RULES = (Rule(ConvexComparison, Evaluation, check_comparison),)
