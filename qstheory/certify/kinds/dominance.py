"""Which predictions can be Bayes-optimal: dominated ones, optimal ones, and those that coincide."""

from dataclasses import dataclass

from qstheory.certify.arithmetic import integers
from qstheory.certify.certain import alone
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.limits import submatrix
from qstheory.certify.outcome import PROVES, REFUTES, Decision, invalid, refutes_if
from qstheory.certify.risks import risks_at
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import MIXTURES
from qstheory.certify.weights import (
    ListedWeights,
    Side,
    Weights,
    products,
    total,
    weight_at,
    weights_fault,
)
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.display import label
from qstheory.losses.spaces import Label


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
class EqualLines:
    """Which rows, or columns, are equal: for each in their order the first equal one, by index."""

    loss: Reference
    side: Side
    first: tuple[int, ...]

    def __str__(self) -> str:
        different = len(set(self.first))
        return f"{self.loss}: of {len(self.first)} {self.side} {different} have different losses"


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
class EveryLine:
    """The replay compares the rows, or columns."""


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


def check_alone(proposition: EveryPredictionAlone, _: Evaluation, tools: Tools) -> Decision:
    """The best predictions at certain observations that lead; this proves or refutes."""
    loss = resolve(proposition.loss)
    if loss.predictions.size < 2:
        return invalid("there is only one prediction")
    return PROVES if alone(loss) == loss.predictions.size else REFUTES


def check_equal(proposition: EqualLines, given: EveryLine, tools: Tools) -> Decision:
    """Look each line up among those before it; this proves or refutes."""
    loss = resolve(proposition.loss)
    lines = submatrix(loss, list(loss.predictions), list(loss.observations))
    if proposition.side == "observations":
        lines = list(map(list, zip(*lines, strict=True)))
    if len(proposition.first) != len(lines):
        return invalid("there is not one index for each label")
    numerators, _ = integers(lines)
    places: dict[tuple[int, ...], int] = {}
    found = (places.setdefault(tuple(line), k) for k, line in enumerate(numerators))
    return PROVES if tuple(found) == proposition.first else REFUTES


RULES = (
    Rule(NeverOptimal, Mixture, check_dominated, (MIXTURES,)),
    Rule(NeverOptimal, Distribution, check_optimal),
    Rule(NeverUniquelyOptimal, Mixture, check_weakly_dominated, (MIXTURES,)),
    Rule(NeverUniquelyOptimal, Distribution, check_uniquely_optimal),
    Rule(EveryPredictionAlone, Evaluation, check_alone),
    Rule(EqualLines, EveryLine, check_equal),
)
