"""One score is too few where three cells of optimal predictions do not follow each other.

Let S_1, S_2, S_3 be the optimal predictions at p_1, p_2, p_3, and let no prediction of S_k be
optimal anywhere between the other two distributions. Were a convex surrogate f on the line
calibrated, with the prediction psi(u) for the score u: close to its infimum at p_k are the scores
of an open interval N_k, all with psi(u) in S_k, and these are disjoint. Say N_2 is between the
others, u in N_2. At each p between p_1 and p_3 psi(u) is not optimal, so f is smaller somewhere, by
convexity on one side of u alone: the left at p_1, the right at p_3. The p with either side form two
open sets that cover the segment: a contradiction. (Finite properties of one dimension are ordered:
Lambert 2018; Finocchiaro, Frongillo and Waggoner, Embedding dimension of polyhedral losses, 2020.)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.outcome import Decision, invalid, proves_if
from qstheory.certify.risks import risks_at
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import ORDERED
from qstheory.certify.weights import ListedWeights
from qstheory.losses import resolve

Risk = Mapping[Any, Fraction]
"""The risk of each prediction, by its label or its position."""


@dataclass(frozen=True)
class ThreeCells:
    """Three distributions, by the weights of observations that are listed."""

    distributions: tuple[ListedWeights, ListedWeights, ListedWeights]


def best(risk: Risk) -> list[Any]:
    """The predictions of least risk."""
    least = min(risk.values())
    return [z for z, value in risk.items() if value == least]


def between(first: Risk, second: Risk, z: Any) -> bool:
    """Whether z is optimal at a distribution between those of the risks."""
    low, high = Fraction(0), Fraction(1)
    for other in first:
        at, beyond = first[z] - first[other], second[z] - second[other]
        if at > 0 and beyond > 0:
            return False
        # (1 - t) at + t beyond <= 0
        if at > 0:
            low = max(low, at / (at - beyond))
        elif beyond > 0:
            high = min(high, at / (at - beyond))
    return low <= high


def unordered(risks: tuple[Risk, Risk, Risk]) -> bool:
    """Whether what is optimal at one of three distributions never is between the others."""
    one, two, three = risks
    return not any(
        between(first, second, z)
        for own, first, second in ((one, two, three), (two, one, three), (three, one, two))
        for z in best(own)
    )


def check(proposition: CalibrationDimensionAtLeast, given: ThreeCells, tools: Tools) -> Decision:
    """The three segments."""
    if proposition.d > 2:
        return invalid("three cells exclude one dimension, no more")
    loss = resolve(proposition.loss)
    at = (risks_at(loss, p) for p in given.distributions)
    one, two, three = ({z: Fraction(x, r.unit) for z, x in r.values.items()} for r in at)
    fits = unordered((one, two, three))
    return proves_if(fits, "what is optimal at one distribution is so between the other two")


RULES = (Rule(CalibrationDimensionAtLeast, ThreeCells, check, (ORDERED,)),)
