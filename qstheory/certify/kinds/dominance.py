"""Which predictions can be Bayes-optimal, alone or with others, and which are dominated."""

from dataclasses import dataclass
from operator import ge, gt

from qstheory.certify.certain import alone
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.outcome import PROVES, REFUTES, Decision, proves_if, refutes_if, require
from qstheory.certify.risks import risks_at
from qstheory.certify.rules import Rule, Tools
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


def check_mixture(
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
    return PROVES if alone(loss) == loss.predictions.size else REFUTES


RULES = (
    Rule(NeverOptimal, Mixture, check_mixture, (MIXTURES,)),
    Rule(NeverOptimal, Distribution, check_optimal),
    Rule(NeverUniquelyOptimal, Mixture, check_mixture, (MIXTURES,)),
    Rule(NeverUniquelyOptimal, Distribution, check_optimal),
    Rule(EveryPredictionAlone, Evaluation, check_alone),
)
