"""Convex calibration dimensions from above: surrogates on fewer scores than differences have rank.

Abstaining: classes as corners of a cube, abstaining at its centre. Let L(z, y) = s 1(z != y) for
classes z and s c for one that abstains, 0 <= c <= 1/2, s > 0. Give each class k a different corner
b_k of {-1, 1}^d. With t_y(v) = max_j -b_yj v_j the surrogate

    S(v, y) = s max(0, c + c t_y(v), c + (1 - c) t_y(v))

is convex, as the function of t_y is convex (c <= 1 - c) and increasing. It embeds L, with b_k for k
and 0 for abstaining: t_y is -1 at b_y, 0 at 0 and 1 at all other corners. And it is never smaller:
two classes y and k differ in some j, so t_y + t_k >= -b_yj v_j + b_yj v_j = 0, and t_y < 0 for at
most one class. If there is none, S >= s c. If t_k = -u < 0, all others have t_y >= u, and
W / s >= p_k max(0, c - c u) + (1 - p_k) (c + (1 - c) u), which is linear on 0 <= u <= 1 with the
values c and 1 - p_k at its ends, and increases beyond.

For c = 1/2 these are the binary encoded predictions of Ramaswamy, Tewari and Agarwal, Consistent
algorithms for multiclass classification with an abstain option, EJS 12 (2018).

Estimating ratios: one score fewer than the differences of predictions have dimensions. Let w have
the sum 0 and a_y = sum_z w_z L(z, y) > 0 for every y at which not all predictions have the same
loss; at those a_y = 0, U_y = 0 and S = 0 below, and they matter to no difference of risks. The
differences of the rows of L have a basis a, U_1, ..., U_d, so that L(z, .) - L(z_0, .) = alpha_z a
+ F_z U^T. The surrogate

    S(v, y) = a_y |v|^2 / 2 - U_y . v,      D(v) = argmin_z alpha_z + F_z . v     on R^d

is convex; at Pi its minimiser is v* = E U / E a, its excess E a |v - v*|^2 / 2, and
l(z) - l(z_0) = E a (alpha_z + F_z . v*). So with d + 1 the rank of the differences it is calibrated
for L. By the theorem of the alternative such a w exists if and only if no distribution whatever, of
full support or not, gives every prediction the same risk.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.components import overlaps
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.dimension_bounds import Upper, bound_theorems, dimensions
from qstheory.certify.limits import entries, require_evaluations
from qstheory.certify.rules import Decision, Rule, Tools, proves_if, refuse, require
from qstheory.certify.theorems import BINARY_ENCODING, RATIOS, Theorem
from qstheory.certify.weights import ListedWeights, Weights, products, total, weights_fault
from qstheory.losses import resolve
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class BinaryEncoding:
    """A corner of the cube for every class: as many scores as log2 of the number of classes."""


def require_abstaining(loss: Loss) -> None:
    """Check that the loss is that of classes and of abstaining at a cost of at most a half."""
    counts, several = loss.counts, "the predictions are not the classes and one that abstains"
    if counts is not None and counts.observations.sizes == range(1, 2):
        require(counts.predictions.sizes == range(2), several)
        entry = counts.entry
        _require_costs(entry(1, 1, 0), {entry(1, 1, 1)}, {entry(0, 1, 0)})
        return
    require(loss.predictions.size == loss.observations.size + 1, several)
    rows: dict[Label, list[Fraction]] = {}
    values: set[Fraction] = set()
    for z, _, value in entries(loss):
        values.add(value)
        # 0, an error and abstaining: large losses end here.
        require(len(values) <= 3, "the classes do not have the 0-1 loss")
        rows.setdefault(z, []).append(value)
    constant = [row for row in rows.values() if len(set(row)) == 1]
    require(len(constant) == 1, several)
    classes = [row for row in rows.values() if len(set(row)) > 1]
    wrong = max(map(max, classes))
    right = [row.index(Fraction(0)) for row in classes if row.count(Fraction(0)) == 1]
    alike = {x for row in classes for x in row} == {0, wrong}
    each = sorted(right) == [*range(loss.observations.size)]
    require(alike and each, "the classes do not have the 0-1 loss")
    _require_costs(wrong, {Fraction(0)}, set(constant[0]))


def _require_costs(wrong: Fraction, right: set[Fraction], abstain: set[Fraction]) -> None:
    fits = right == {0} and wrong > 0 and len(abstain) == 1 and 0 <= 2 * min(abstain) <= wrong
    require(fits, "abstaining does not cost between 0 and half of an error")


def check_encoding(
    proposition: CalibrationDimensionAtMost, _: BinaryEncoding, tools: Tools
) -> Decision:
    """The entries, and the number of corners."""
    loss = resolve(proposition.loss)
    require_abstaining(loss)
    require(proposition.d >= 1, "there is no score")
    # 2^d may be too large to be written.
    enough = proposition.d >= (loss.observations.size - 1).bit_length()
    return proves_if(enough, "there are fewer corners than classes")


@dataclass(frozen=True)
class RatioScores:
    """Weights w of sum 0 on the predictions with w^T L > 0, and what shows the rank d + 1."""

    weights: Weights
    upper: Upper


def check_ratios(
    proposition: CalibrationDimensionAtMost, given: RatioScores, tools: Tools
) -> Decision:
    """The sum of the weights, the sign of every mean, and the rank."""
    loss = resolve(proposition.loss)
    refuse(weights_fault(loss, "predictions", given.weights))
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


def ratio_theorems(
    proposition: CalibrationDimensionAtMost, given: RatioScores
) -> tuple[Theorem, ...]:
    """The theorem on ratios, and that of the rank."""
    return *bound_theorems(proposition, given.upper), RATIOS


RULES = (
    Rule(CalibrationDimensionAtMost, BinaryEncoding, check_encoding, (BINARY_ENCODING,)),
    Rule(CalibrationDimensionAtMost, RatioScores, check_ratios, ratio_theorems),
)
