"""The equal-risk condition: a distribution of full support at which all predictions are equal.

Label Theorem B.1 in the paper; Theorem 18 of Ramaswamy and Agarwal, Convex calibration dimension
for multiclass loss matrices, JMLR 17 (2016).
"""

from dataclasses import dataclass
from typing import Any

from qstheory.certify.ranking_components import renames_items, renaming_theorems
from qstheory.certify.rules import (
    PROVES,
    Decision,
    Rule,
    Tools,
    invalid,
    refuse,
    refutes_if,
    require,
)
from qstheory.certify.theorems import ALTERNATIVE, Theorem
from qstheory.certify.weights import (
    UniformWeights,
    Weights,
    least,
    products,
    risk_values,
    total,
    weights_fault,
)
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference


@dataclass(frozen=True)
class EqualRiskPointExists:
    """Some Pi > 0 on all observations, of sum 1, and some c have L Pi = c 1."""

    loss: Reference

    def __str__(self) -> str:
        return f"{self.loss}: some positive distribution gives every prediction the same risk"


@dataclass(frozen=True)
class EqualRiskPoint:
    """The Pi: positive on all observations, of sum 1, with the same risk for all predictions."""

    observations: Weights


@dataclass(frozen=True)
class SignVector:
    """w on the predictions with sum 0 and w^T L >= 0, not all zero.

    Then w^T L Pi > 0 for every Pi > 0, whereas L Pi = c 1 would give c 1^T w = 0.
    """

    predictions: Weights


def require_equal_risk(loss: Loss, point: EqualRiskPoint) -> None:
    """Check that Pi is positive with sum 1 and gives all predictions the same risk.

    Renaming the items takes any ranking to any other and leaves the uniform distribution.
    """
    weights = point.observations
    refuse(weights_fault(loss, "observations", weights))
    if isinstance(weights, UniformWeights) and renames_items(loss):
        return
    positive = total(weights) == 1 and least(loss, "observations", weights) > 0
    require(positive, "the weights are not positive on all observations with sum 1")
    risks = risk_values(loss, weights)
    _, level = next(risks)
    other = next((z for z, risk in risks if risk != level), None)
    require(other is None, f"the prediction {other!r} has another risk than the first")


def point_theorems(proposition: Any, point: EqualRiskPoint) -> tuple[Theorem, ...]:
    """What uniform weights rest on where there are too many rankings to look at."""
    uniform = isinstance(point.observations, UniformWeights)
    return renaming_theorems(resolve(proposition.loss)) if uniform else ()


def check_point(proposition: EqualRiskPointExists, point: EqualRiskPoint, _: Tools) -> Decision:
    """Pi is positive, sums to 1 and gives every prediction the same risk."""
    require_equal_risk(resolve(proposition.loss), point)
    return PROVES


def check_sign_vector(proposition: EqualRiskPointExists, given: SignVector, _: Tools) -> Decision:
    """w sums to 0 and w^T L is >= 0 and not 0."""
    loss = resolve(proposition.loss)
    weights = given.predictions
    refuse(weights_fault(loss, "predictions", weights))
    require(total(weights) == 0, "the weights do not sum to 0")
    positive = False
    for label, value in products(loss, "predictions", weights):
        if value < 0:
            return invalid(f"the weighted sum of L is negative at {label!r}")
        positive = positive or value > 0
    return refutes_if(positive, "the weighted sum of L is zero everywhere")


RULES = (
    Rule(EqualRiskPointExists, EqualRiskPoint, check_point, point_theorems),
    Rule(EqualRiskPointExists, SignVector, check_sign_vector, (ALTERNATIVE,)),
)
