"""Which predictions can be Bayes-optimal, alone or with others, and by what margin.

    gamma(Pi) = min over z other than one optimal z* of l(z) - l(z*),   l(z) = sum_y Pi_y L(z, y).

Mixtures q_z of predictions other than z, one for each z, bound it from above everywhere: at Pi with
the optimal prediction z some member of q_z has at most the mean risk of q_z, so that

    gamma(Pi) <= sum_y Pi_y (sum_z' q_z(z') L(z', y) - L(z, y)) <= max_y of the bracket.

By linear programming duality the best mixtures attain the largest margin.

Where L is a distance of sets, the bracket is at most sum_z' q_z(z') L(z', z) by the triangle
inequality, as much at y = z. Where L is a polynomial in which only z meets powers above the first
of y, it is affine in y, and most at the first or the last class.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from operator import ge, gt, mul, sub
from typing import Literal

from qstheory.certify.arithmetic import integers, over_common_denominator
from qstheory.certify.certain import LISTED, alone, distance
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.limits import submatrix
from qstheory.certify.risks import risks_at
from qstheory.certify.rules import (
    Decision,
    Rule,
    Tools,
    from_above,
    from_below,
    proves_if,
    refutes_if,
    require,
    settled,
)
from qstheory.certify.theorems import MIXTURES
from qstheory.certify.weights import (
    ListedWeights,
    Weights,
    products,
    require_probabilities,
    weight_at,
)
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import Label, label


@dataclass(frozen=True)
class NeverOptimal:
    """For no distribution on the observations is z Bayes-optimal."""

    loss: Reference
    prediction: Label

    def __str__(self) -> str:
        return f"{self.loss}: {label(self.prediction)} is optimal at no distribution"


@dataclass(frozen=True)
class NeverUniquelyOptimal:
    """For no distribution on the observations is z the only Bayes-optimal prediction."""

    loss: Reference
    prediction: Label

    def __str__(self) -> str:
        return f"{self.loss}: {label(self.prediction)} is the only optimum at no distribution"


@dataclass(frozen=True)
class EveryPredictionAlone:
    """Each prediction is the only Bayes-optimal one where some observation is certain."""

    loss: Reference

    def __str__(self) -> str:
        return f"{self.loss}: each prediction is the only optimum at some certain observation"


@dataclass(frozen=True)
class Mixture:
    """Weights q >= 0 of sum 1 on predictions other than z, with q^T L below L(z, .) everywhere.

    q^T L < L(z, .) everywhere: at any distribution the mean risk of the mixture, hence the risk of
    one of its members, is below that of z. q^T L <= L(z, .): one of its members is at most z's.
    """

    predictions: ListedWeights


@dataclass(frozen=True)
class Distribution:
    """Weights Pi >= 0 of sum 1 on the observations, at which the prediction is optimal."""

    observations: Weights


def require_mixture(loss: Loss, prediction: Label, mixture: Mixture) -> None:
    """Check that this is a mixture of predictions other than the given one."""
    weights = mixture.predictions
    require(prediction in loss.predictions, f"{prediction!r} is not a prediction of the loss")
    require_probabilities(loss, "predictions", weights)
    own = weight_at(loss, "predictions", weights, prediction)
    require(not own, "the mixture includes the prediction itself")


def check_dominated(
    proposition: NeverOptimal | NeverUniquelyOptimal, mixture: Mixture, _: Tools
) -> Decision:
    """The mixture is below L(z, .) at every observation; for the second no more than it."""
    loss, z = resolve(proposition.loss), proposition.prediction
    strictly = isinstance(proposition, NeverOptimal)
    require_mixture(loss, z, mixture)
    above = gt if strictly else ge
    both = products(loss, "predictions", mixture.predictions)
    below = all(above(loss.entry(z, y), value) for y, value in both)
    return proves_if(below, "the mixture is not below the prediction everywhere")


def check_optimal(
    proposition: NeverOptimal | NeverUniquelyOptimal, given: Distribution, _: Tools
) -> Decision:
    """z has the smallest risk at the distribution, for the second alone: it is not never so."""
    loss, z = resolve(proposition.loss), proposition.prediction
    require(z in loss.predictions, f"{z!r} is not a prediction of the loss")
    risks = risks_at(loss, given.observations)
    enough = isinstance(proposition, NeverOptimal) or risks.optimal_count == 1
    found = risks.at(z) == risks.bayes and enough
    return refutes_if(found, "another prediction has a smaller risk, or no larger one")


def check_alone(proposition: EveryPredictionAlone, _: Evaluation, tools: Tools) -> Decision:
    """The best predictions at certain observations that lead; this proves or refutes."""
    loss = resolve(proposition.loss)
    require(loss.predictions.size > 1, "there is only one prediction")
    return settled(alone(loss) == loss.predictions.size)


@dataclass(frozen=True)
class LargestMargin:
    """max over all distributions Pi of gamma(Pi) is <= value, or >= value."""

    loss: Reference
    relation: Literal["<=", ">="]
    value: Fraction

    def __str__(self) -> str:
        return f"{self.loss}: the largest margin of a distribution is {self.relation} {self.value}"


@dataclass(frozen=True)
class Mixtures:
    """A mixture of other predictions for each prediction, in the order of the predictions."""

    mixtures: tuple[Mixture, ...]


def check_distribution(proposition: LargestMargin, given: Distribution, tools: Tools) -> Decision:
    """gamma at the distribution; no minimum over no prediction."""
    loss = resolve(proposition.loss)
    require(loss.predictions.size > 1, "the margin is a minimum over no prediction: |Z| = 1")
    found = risks_at(loss, given.observations)
    unique = found.optimal_count == 1
    margin = found.second - found.bayes if unique else Fraction(0)
    return from_below(proposition.relation, margin, proposition.value)


def check_mixtures(proposition: LargestMargin, given: Mixtures, tools: Tools) -> Decision:
    """The largest mean excess of a mixture."""
    loss = resolve(proposition.loss)
    fit = 2 <= loss.predictions.size == len(given.mixtures)
    require(fit, "there is not one mixture for each of at least two predictions")
    predictions = list(loss.predictions)
    excess = declared_excess(loss) or _listed_excess(loss, predictions)
    bounds = []
    for z, mixture in zip(predictions, given.mixtures, strict=True):
        require_mixture(loss, z, mixture)
        bounds.append(excess(z, mixture))
    return from_above(proposition.relation, max(bounds), proposition.value)


Excess = Callable[[Label, Mixture], Fraction]
"""max_y sum_z' q(z') L(z', y) - L(z, y)."""


def declared_excess(loss: Loss) -> Excess | None:
    """By what is declared of a loss of many entries."""
    if loss.predictions.size * loss.observations.size <= LISTED:
        return None
    corners: list[Label] = []
    if distance(loss) is None:
        if loss.polynomial is None or any(len(row) > 2 for row in loss.polynomial.rows[1:]):
            return None
        classes = [y for y in loss.observations if isinstance(y, int)]
        corners = [min(classes), max(classes)]

    def excess(z: Label, mixture: Mixture) -> Fraction:
        return max(
            sum((w * loss.entry(k, y) for k, w in mixture.predictions.weights), -loss.entry(z, y))
            for y in corners or [z]
        )

    return excess


def _listed_excess(loss: Loss, predictions: list[Label]) -> Excess:
    """By all entries."""
    place = {z: k for k, z in enumerate(predictions)}
    rows, shared = integers(submatrix(loss, predictions, list(loss.observations)))

    def excess(z: Label, mixture: Mixture) -> Fraction:
        labels, weights = zip(*mixture.predictions.weights, strict=True)
        scale, factors = over_common_denominator(weights)
        chosen, own = [rows[place[k]] for k in labels], rows[place[z]]
        if factors == [1]:
            return Fraction(max(map(sub, chosen[0], own)), shared)
        columns = zip(*chosen, strict=True)
        bound = max(
            sum(map(mul, factors, column)) - scale * x
            for column, x in zip(columns, own, strict=True)
        )
        return Fraction(bound, scale * shared)

    return excess


RULES = (
    Rule(NeverOptimal, Mixture, check_dominated, (MIXTURES,)),
    Rule(NeverOptimal, Distribution, check_optimal),
    Rule(NeverUniquelyOptimal, Mixture, check_dominated, (MIXTURES,)),
    Rule(NeverUniquelyOptimal, Distribution, check_optimal),
    Rule(EveryPredictionAlone, Evaluation, check_alone),
    Rule(LargestMargin, Distribution, check_distribution),
    Rule(LargestMargin, Mixtures, check_mixtures, (MIXTURES,)),
)
