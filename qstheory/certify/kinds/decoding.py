"""Decoders: where a rule that compares linear scores picks a minimiser of sum_y alpha_y L(z, y).

Such a rule picks z where finitely many linear forms in the weights alpha are >= 0: a score that is
largest, a sign, an order. Weights of either sign are meant, as kernel ridge regression gives them;
for distributions alone, alpha_y >= 0 is a condition for every y.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import inner, rational_product_fault
from qstheory.certify.limits import require_evaluations, submatrix
from qstheory.certify.rules import Decision, Rule, Tools, proves_if, refutes_if, require
from qstheory.certify.theorems import FARKAS
from qstheory.certify.words import counted
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import Label, label

Form = tuple[Fraction, ...]
"""A linear form in alpha: its coefficients in the order of the observations."""


@dataclass(frozen=True)
class OptimalWherever:
    """z minimises sum_y alpha_y L(., y) for all real alpha at which every condition is >= 0."""

    loss: Reference
    prediction: Label
    conditions: tuple[Form, ...]

    def __str__(self) -> str:
        conditions = counted(len(self.conditions), "linear form")
        return (
            f"{self.loss}: {label(self.prediction)} is optimal where {conditions} of alpha are >= 0"
        )


@dataclass(frozen=True)
class ConeMultipliers:
    """For every prediction z' in order, numbers >= 0, one a condition: L(z', .) - L(z, .) is the
    sum of the conditions times these numbers.

    By Farkas' lemma the proposition is true exactly when there are such numbers.
    """

    multipliers: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Counterweights:
    """Weights in the order of the observations at which every condition is >= 0 although the
    prediction `better` has a smaller weighted loss."""

    weights: Form
    better: Label


def _require_conditions(loss: Loss, proposition: OptimalWherever) -> None:
    z, width = proposition.prediction, loss.observations.size
    require(z in loss.predictions, f"{z!r} is not a prediction of the loss")
    fit = all(len(condition) == width for condition in proposition.conditions)
    require(fit, "a condition does not have one coefficient for each observation")
    require_evaluations(loss, loss.predictions.size * width)


def _gains(loss: Loss, z: Label, others: Sequence[Label]) -> list[Form]:
    """L(z', .) - L(z, .) for each of the others."""
    own, *rest = submatrix(loss, (z, *others), tuple(loss.observations))
    return [tuple(x - y for x, y in zip(row, own, strict=True)) for row in rest]


def check_multipliers(
    proposition: OptimalWherever, given: ConeMultipliers, tools: Tools
) -> Decision:
    """Each difference of predictions is a combination of the conditions with numbers >= 0."""
    loss, conditions = resolve(proposition.loss), proposition.conditions
    _require_conditions(loss, proposition)
    each = len(given.multipliers) == loss.predictions.size
    require(each, "there is not one row of multipliers for each prediction")
    fit = all(len(row) == len(conditions) and min(row, default=0) >= 0 for row in given.multipliers)
    require(fit, "the multipliers are not one number >= 0 a condition")
    gains = _gains(loss, proposition.prediction, list(loss.predictions))
    # A form that is 0 beside the conditions, of which there may be none.
    zero = Fraction(0)
    left = [(*numbers, zero) for numbers in given.multipliers]
    right = [*conditions, (zero,) * loss.observations.size]
    bad = rational_product_fault(left, right, gains, tools.product_fault)
    return proves_if(bad is None, "the conditions do not combine to a difference")


def check_counterweights(
    proposition: OptimalWherever, given: Counterweights, tools: Tools
) -> Decision:
    """The conditions hold at the weights, and another prediction has a smaller weighted loss."""
    loss, weights = resolve(proposition.loss), given.weights
    _require_conditions(loss, proposition)
    fit = len(weights) == loss.observations.size and given.better in loss.predictions
    require(fit, "the weights or the better prediction do not fit the loss")
    hold = all(inner(weights, condition) >= 0 for condition in proposition.conditions)
    require(hold, "a condition is negative at the weights")
    [gain] = _gains(loss, proposition.prediction, (given.better,))
    return refutes_if(inner(weights, gain) < 0, "the other prediction has no smaller weighted loss")


RULES = (
    Rule(OptimalWherever, ConeMultipliers, check_multipliers, (FARKAS,)),
    Rule(OptimalWherever, Counterweights, check_counterweights),
)
