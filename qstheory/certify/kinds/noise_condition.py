"""The p-noise condition P(gamma(X) <= t) = o(t^p), and whether a loss admits a positive margin."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.finite import Evaluated, FiniteProblem
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.limits import entries
from qstheory.certify.outcome import PROVES, REFUTES, Decision, invalid, proves_if
from qstheory.certify.risks import risks_at
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.weights import Weights
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class NoiseCondition:
    """P(m(X) <= t) = order(t^p) as t > 0 tends to 0, for m = gamma ("margin") or gamma+ ("gap").

    With finitely many inputs P(m <= t) = P(m = 0) for small t, so the condition says P(m = 0) = 0,
    except that O(t^0) says nothing.
    """

    problem: FiniteProblem
    p: Fraction
    order: Literal["o", "O"]
    measure: Literal["margin", "gap"]

    def __str__(self) -> str:
        margin = "gamma" if self.measure == "margin" else "gamma+"
        return f"{self.problem}: P({margin}(X) <= t) = {self.order}(t^{self.p}) as t tends to 0"


@dataclass(frozen=True)
class PositiveMarginExists:
    """For some distribution on the observations the margin is defined and positive."""

    loss: Reference

    def __str__(self) -> str:
        return f"{self.loss}: some distribution has a positive margin"


@dataclass(frozen=True)
class UniqueOptimum:
    """A distribution with one Bayes-optimal prediction among at least two."""

    distribution: Weights


@dataclass(frozen=True)
class Twins:
    """For each prediction in order another one of the same risk at every distribution.

    The rows are equal; empty when there is only one prediction.
    """

    twins: tuple[Label, ...]


def check_condition(proposition: NoiseCondition, _: Evaluation, tools: Tools) -> Decision:
    """Evaluate P(m(X) = 0)."""
    if proposition.p < 0:
        return invalid("p is negative")
    problem = Evaluated(proposition.problem, tools)
    measure = problem.margin if proposition.measure == "margin" else problem.gap
    positive = all(measure(x) != 0 for x in problem.inputs)
    trivial = proposition.order == "O" and proposition.p == 0
    return PROVES if positive or trivial else REFUTES


def check_unique(proposition: PositiveMarginExists, given: UniqueOptimum, tools: Tools) -> Decision:
    """The margin is positive where the optimum is unique."""
    loss = resolve(proposition.loss)
    if loss.predictions.size < 2:
        return invalid("there is only one prediction")
    found = risks_at(loss, given.distribution)
    return proves_if(found.optimal_count == 1, "several predictions are optimal")


def check_twins(proposition: PositiveMarginExists, given: Twins, tools: Tools) -> Decision:
    """With a twin for every prediction the margin is 0 everywhere; with |Z| = 1 it is undefined."""
    loss = resolve(proposition.loss)
    if loss.predictions.size == 1:
        return REFUTES
    predictions = list(loss.predictions)
    if len(given.twins) != len(predictions) or not set(given.twins) <= set(predictions):
        return invalid("there is not one prediction for each prediction")
    rows: dict[Label, list[Fraction]] = {z: [] for z in predictions}
    for z, _, value in entries(loss):
        rows[z].append(value)
    for z, twin in zip(predictions, given.twins, strict=True):
        if z == twin or rows[z] != rows[twin]:
            return invalid(f"{twin!r} is no other prediction with the row of {z!r}")
    return REFUTES


RULES = (
    Rule(NoiseCondition, Evaluation, check_condition),
    Rule(PositiveMarginExists, UniqueOptimum, check_unique),
    Rule(PositiveMarginExists, Twins, check_twins),
)
