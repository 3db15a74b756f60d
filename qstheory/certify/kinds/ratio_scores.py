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
from qstheory.certify.kinds.decomposition import NamedForm, form_fault, form_theorems
from qstheory.certify.kinds.rank_by_component import ByComponents, ranks_of
from qstheory.certify.kinds.span import Counted, ModularSpan, Span, bounds
from qstheory.certify.limits import require_evaluations
from qstheory.certify.outcome import Decision, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import COMPONENTS, RATIOS, SPANS, Theorem
from qstheory.certify.weights import ListedWeights, Weights, products, total, weights_fault
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import Label

RankAbove = Counted | Span | ModularSpan | ByComponents | NamedForm
"""What bounds the rank of the differences of predictions from above."""


@dataclass(frozen=True)
class RatioScores:
    """Weights w of sum 0 on the predictions with w^T L > 0, and what shows the rank d + 1."""

    weights: Weights
    upper: RankAbove


def differences_bound(reference: Reference, upper: RankAbove, tools: Tools) -> int:
    """The bound on the rank of the differences of predictions; raises InvalidParameter."""
    if isinstance(upper, ByComponents):
        return ranks_of(reference).prediction_differences
    if isinstance(upper, NamedForm):
        loss = resolve(reference)
        form = loss.closed_form(upper.form)
        fault = form_fault(loss, form, upper.by)
        if fault:
            raise InvalidParameter(f"The closed form does not hold: {fault}.")
        return form.dimension
    return bounds(reference, upper, tools).prediction_differences


def check(proposition: CalibrationDimensionAtMost, given: RatioScores, tools: Tools) -> Decision:
    """The sum of the weights, the sign of every mean, and the rank."""
    loss = resolve(proposition.loss)
    fault = weights_fault(loss, "predictions", given.weights)
    if fault:
        return invalid(fault)
    if proposition.d < 1 or total(given.weights):
        return invalid("there is no score, or the weights do not sum to 0")
    for y, value in products(loss, "predictions", given.weights):
        if value < 0 or (not value and not _indifferent(loss, y, given.weights)):
            return invalid(f"the weighted loss is not positive at {y!r}")
    bound = differences_bound(proposition.loss, given.upper, tools)
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


def theorems(given: RatioScores) -> tuple[Theorem, ...]:
    """The theorem on ratios, and that of the rank."""
    if isinstance(given.upper, NamedForm):
        return (*form_theorems(given.upper), RATIOS)
    return COMPONENTS if isinstance(given.upper, ByComponents) else SPANS, RATIOS


RULES = (Rule(CalibrationDimensionAtMost, RatioScores, check, theorems),)
