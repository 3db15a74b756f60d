"""One score fewer than the differences of predictions have dimensions, by estimating ratios.

Let w have the sum 0 and a_y = sum_z w_z L(z, y) > 0 for every y at which not all predictions have
the same loss; at those a_y = 0, U_y = 0 and S = 0 below, and they matter to no difference of risks.
The differences of the rows of L have a basis a, U_1, ..., U_d, so that
L(z, .) - L(z_0, .) = alpha_z a + F_z U^T. The surrogate

    S(v, y) = a_y |v|^2 / 2 - U_y . v,      D(v) = argmin_z alpha_z + F_z . v     on R^d

is convex; at Pi its minimiser is v* = E U / E a, its excess E a |v - v*|^2 / 2, and
l(z) - l(z_0) = E a (alpha_z + F_z . v*). So with d + 1 the rank of the differences it is calibrated
for L. By the theorem of the alternative such a w exists if and only if no distribution whatever, of
full support or not, gives every prediction the same risk.
"""

from dataclasses import dataclass

from qstheory.certify.components import overlaps
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.dimension_bounds import Upper, bound_theorems, dimensions
from qstheory.certify.limits import require_evaluations
from qstheory.certify.outcome import Decision, proves_if, require
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import RATIOS, Theorem
from qstheory.certify.weights import ListedWeights, Weights, products, total, weights_fault
from qstheory.losses import resolve
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class RatioScores:
    """Weights w of sum 0 on the predictions with w^T L > 0, and what shows the rank d + 1."""

    weights: Weights
    upper: Upper


def check(proposition: CalibrationDimensionAtMost, given: RatioScores, tools: Tools) -> Decision:
    """The sum of the weights, the sign of every mean, and the rank."""
    loss = resolve(proposition.loss)
    fault = weights_fault(loss, "predictions", given.weights)
    require(not fault, fault)
    fit = proposition.d >= 1 and not total(given.weights)
    require(fit, "there is no score, or the weights do not sum to 0")
    positive = all(
        value > 0 or (not value and _indifferent(loss, y, given.weights))
        for y, value in products(loss, "predictions", given.weights)
    )
    require(positive, "the weighted loss is not positive everywhere")
    bound = dimensions(proposition.loss, given.upper, tools).prediction_differences
    return proves_if(bound <= proposition.d + 1, f"the differences have rank at most {bound}")


def _indifferent(loss: Loss, y: Label, weights: Weights) -> bool:
    """Whether all predictions have the same loss at y, or at each y of that size."""
    if loss.counts is not None and not isinstance(weights, ListedWeights):
        assert isinstance(y, int)
        counts = loss.counts
        sizes = counts.predictions.sizes
        values = {counts.entry(a, y, i) for a in sizes for i in overlaps(counts.m, a, y)}
    else:
        require_evaluations(loss, loss.predictions.size)
        values = {loss.entry(z, y) for z in loss.predictions}
    return len(values) == 1


def theorems(proposition: CalibrationDimensionAtMost, given: RatioScores) -> tuple[Theorem, ...]:
    """The theorem on ratios, and that of the rank."""
    return *bound_theorems(proposition, given.upper), RATIOS


RULES = (Rule(CalibrationDimensionAtMost, RatioScores, check, theorems),)
