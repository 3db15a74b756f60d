"""Which predictions can be Bayes-optimal: dominated ones, optimal ones, and those that coincide."""

from dataclasses import dataclass

from qstheory.certify.limits import require_evaluations
from qstheory.certify.outcome import PROVES, Decision, invalid, proves_if, refutes_if
from qstheory.certify.risks import risks_at
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import MIXTURES
from qstheory.certify.weights import (
    ListedWeights,
    Weights,
    products,
    total,
    weight_at,
    weights_fault,
)
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class NeverOptimal:
    """For no distribution on the observations is z Bayes-optimal."""

    loss: Reference
    prediction: Label


@dataclass(frozen=True)
class NeverUniquelyOptimal:
    """For no distribution on the observations is z the only Bayes-optimal prediction."""

    loss: Reference
    prediction: Label


@dataclass(frozen=True)
class SamePrediction:
    """The rows of the predictions `first` and `second`, two labels, are equal."""

    loss: Reference
    first: Label
    second: Label


@dataclass(frozen=True)
class SameObservation:
    """The columns of the observations `first` and `second`, two labels, are equal."""

    loss: Reference
    first: Label
    second: Label


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


@dataclass(frozen=True)
class EveryLabel:
    """The replay compares the entries at every label of the other side."""


def mixture_fault(loss: Loss, prediction: Label, mixture: Mixture) -> str:
    """Why this is no mixture of predictions other than the given one, or ''."""
    weights = mixture.predictions
    fault = weights_fault(loss, "predictions", weights)
    if fault:
        return fault
    if prediction not in loss.predictions:
        return f"{prediction!r} is not a prediction of the loss"
    if total(weights) != 1 or any(weight < 0 for _, weight in weights.weights):
        return "the weights are not >= 0 with sum 1"
    own = weight_at(loss, "predictions", weights, prediction)
    return "the mixture includes the prediction itself" if own else ""


def check_dominated(proposition: NeverOptimal, mixture: Mixture, _: Tools) -> Decision:
    """The mixture is strictly below L(z, .) at every observation."""
    loss, z = resolve(proposition.loss), proposition.prediction
    fault = mixture_fault(loss, z, mixture)
    if fault:
        return invalid(fault)
    for y, value in products(loss, "predictions", mixture.predictions):
        if value >= loss.entry(z, y):
            return invalid(f"the mixture is not below the prediction at {y!r}")
    return PROVES


def check_weakly_dominated(
    proposition: NeverUniquelyOptimal, mixture: Mixture, _: Tools
) -> Decision:
    """The mixture is at most L(z, .) at every observation."""
    loss, z = resolve(proposition.loss), proposition.prediction
    fault = mixture_fault(loss, z, mixture)
    if fault:
        return invalid(fault)
    for y, value in products(loss, "predictions", mixture.predictions):
        if value > loss.entry(z, y):
            return invalid(f"the mixture is above the prediction at {y!r}")
    return PROVES


def check_optimal(proposition: NeverOptimal, given: Distribution, _: Tools) -> Decision:
    """z has the smallest risk at the distribution, which refutes that it never has."""
    loss, z = resolve(proposition.loss), proposition.prediction
    if z not in loss.predictions:
        return invalid(f"{z!r} is not a prediction of the loss")
    risks = risks_at(loss, given.observations)
    return refutes_if(risks.at(z) == risks.bayes, "another prediction has a smaller risk")


def check_uniquely_optimal(
    proposition: NeverUniquelyOptimal, given: Distribution, _: Tools
) -> Decision:
    """z alone has the smallest risk at the distribution, which refutes that it never does."""
    loss, z = resolve(proposition.loss), proposition.prediction
    if z not in loss.predictions:
        return invalid(f"{z!r} is not a prediction of the loss")
    risks = risks_at(loss, given.observations)
    alone = risks.at(z) == risks.bayes and risks.optimal_count == 1
    return refutes_if(alone, "another prediction has no larger risk")


def check_same(
    proposition: SamePrediction | SameObservation, _: EveryLabel, tools: Tools
) -> Decision:
    """The two rows agree at every observation, or the two columns at every prediction."""
    loss, labels = resolve(proposition.loss), (proposition.first, proposition.second)
    rows = isinstance(proposition, SamePrediction)
    here, there = loss.predictions, loss.observations
    if not rows:
        here, there = there, here
    if labels[0] == labels[1] or any(label not in here for label in labels):
        return invalid("these are not two labels of that side of the loss")
    require_evaluations(loss, there.size)
    first, second = (
        [loss.entry(label, other) if rows else loss.entry(other, label) for other in there]
        for label in labels
    )
    same = first == second
    return proves_if(same, "the two differ")


RULES = (
    Rule(NeverOptimal, Mixture, check_dominated, (MIXTURES,)),
    Rule(NeverOptimal, Distribution, check_optimal),
    Rule(NeverUniquelyOptimal, Mixture, check_weakly_dominated, (MIXTURES,)),
    Rule(NeverUniquelyOptimal, Distribution, check_uniquely_optimal),
    Rule(SamePrediction, EveryLabel, check_same),
    Rule(SameObservation, EveryLabel, check_same),
)
