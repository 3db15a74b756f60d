"""The methods of the multilabel table: each tries its settings and reports one outcome a measure.

After the choice on the validation rows every method is fitted to training and validation rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from qstheory.learn.base import LossEstimator
from qstheory.learn.baselines.binary_relevance import BinaryRelevance, LogisticRelevance, UnarySVM
from qstheory.learn.baselines.constant import ConstantPredictor
from qstheory.learn.baselines.threshold import (
    ThresholdFunction,
    ThresholdMarginals,
    best_thresholds,
)
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.estimator import QuadraticSurrogate
from qstheory.learn.experiments.measures import Measure
from qstheory.learn.experiments.protocol import Budget, Problem
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.selection import mean_loss, width_grid
from qstheory.learn.solvers import ExactSolver, NystromSolver, RidgePath, Solver


@dataclass(frozen=True)
class Outcome:
    """The least validation loss, the test loss after the final fit, and the chosen setting."""

    measure: str
    validation: float
    test: float
    setting: dict[str, float]


class Method(Protocol):
    """A method of the table."""

    @property
    def name(self) -> str: ...

    def run(
        self, problem: Problem, measures: Sequence[Measure], budget: Budget
    ) -> list[Outcome]: ...


class Choice:
    """The best setting so far for one measure; of equal losses, the first."""

    def __init__(self) -> None:
        self.loss = np.inf
        self.setting: dict[str, float] = {}

    def offer(self, loss: float, setting: dict[str, float]) -> None:
        if loss < self.loss:
            self.loss, self.setting = loss, setting


def _solver(budget: Budget, n_rows: int) -> Solver:
    large = n_rows > budget.exact_rows
    return NystromSolver(budget.landmarks) if large else ExactSolver()


def _paths(problem: Problem, U: Array, budget: Budget) -> Iterator[tuple[float, RidgePath]]:
    train = problem.inputs(problem.split.train)
    kernel = Kernel("gaussian")
    for gamma in width_grid(kernel, train, budget.widths):
        yield gamma, _solver(budget, len(U)).path(Kernel("gaussian", gamma), train, U)


def _final(estimator: LossEstimator, problem: Problem, measure: Measure, choice: Choice) -> Outcome:
    both, test = problem.split.both, problem.split.test
    fitted = estimator.fit(problem.inputs(both), problem.Y[both])
    loss = fitted.risk(problem.inputs(test), problem.Y[test])
    return Outcome(measure.key, float(choice.loss), loss, choice.setting)


def _finals(
    estimator: type[QuadraticSurrogate] | type[ThresholdMarginals],
    problem: Problem,
    measures: Sequence[Measure],
    choices: Sequence[Choice],
    budget: Budget,
) -> list[Outcome]:
    """The kernel method fitted and tested at the chosen setting of each measure."""
    solver = _solver(budget, len(problem.split.both))
    outcomes = []
    for measure, choice in zip(measures, choices, strict=True):
        model = estimator(
            measure.loss,
            loss_parameters=dict(measure.parameters),
            solver=solver,
            gamma=choice.setting["gamma"],
            alpha=choice.setting["lam"],
        )
        outcomes.append(_final(model, problem, measure, choice))
    return outcomes


class SurrogateMethod:
    """QS, trained for the measure that it is judged by; Gaussian kernel."""

    name = "QS"

    def run(self, problem: Problem, measures: Sequence[Measure], budget: Budget) -> list[Outcome]:
        train, validation = problem.split.train, problem.split.validation
        decoders = [measure.decoder().fit(problem.Y[train]) for measure in measures]
        features = [decoder.observation_features(problem.Y[train]) for decoder in decoders]
        ends = np.cumsum([block.shape[1] for block in features])
        choices = [Choice() for _ in measures]
        lams = sorted(budget.lams, reverse=True)
        for gamma, path in _paths(problem, np.nan_to_num(np.hstack(features)), budget):
            scores = path.scores(problem.inputs(validation), lams)
            for lam, joint in zip(lams, scores, strict=True):
                for decoder, end, block, choice in zip(
                    decoders, ends, features, choices, strict=True
                ):
                    own = joint[:, end - block.shape[1] : end]
                    loss = mean_loss(decoder, decoder.decode(own), problem.Y[validation])
                    choice.offer(loss, {"gamma": gamma, "lam": lam})
        return _finals(QuadraticSurrogate, problem, measures, choices, budget)


class ThresholdMethod:
    """THBM: marginals with the same kernel and grid, threshold learned for the measure."""

    name = "THBM"

    def run(self, problem: Problem, measures: Sequence[Measure], budget: Budget) -> list[Outcome]:
        train, validation = problem.split.train, problem.split.validation
        labels = problem.Y[train]
        decoders = [measure.decoder().fit(labels) for measure in measures]
        choices = [Choice() for _ in measures]
        lams = sorted(budget.lams, reverse=True)
        for gamma, path in _paths(problem, labels.astype(float), budget):
            scores = path.scores(problem.inputs(validation), lams)
            for lam, marginals in zip(lams, scores, strict=True):
                held_out = path.leave_one_out(lam)
                for decoder, choice in zip(decoders, choices, strict=True):
                    cut = ThresholdFunction.fit(
                        held_out, best_thresholds(held_out, labels, decoder)
                    )
                    loss = mean_loss(decoder, cut.predict(marginals), problem.Y[validation])
                    choice.offer(loss, {"gamma": gamma, "lam": lam})
        return _finals(ThresholdMarginals, problem, measures, choices, budget)


@dataclass(frozen=True)
class RelevanceMethod:
    """One linear classifier a label; the fit is shared by all measures, the choice of C is not."""

    name: str
    estimator: type[BinaryRelevance]

    def run(self, problem: Problem, measures: Sequence[Measure], budget: Budget) -> list[Outcome]:
        train, validation = problem.split.train, problem.split.validation
        decoders: list[Decoder] = [m.decoder().fit(problem.Y[train]) for m in measures]
        choices = [Choice() for _ in measures]
        for C in budget.Cs:
            fitted = self.estimator(C=C).fit(problem.inputs(train), problem.Y[train])
            predicted = fitted.predict(problem.inputs(validation))
            for decoder, choice in zip(decoders, choices, strict=True):
                loss = mean_loss(decoder, predicted, problem.Y[validation])
                choice.offer(loss, {"C": C})
        outcomes: list[Outcome] = []
        test = problem.split.test
        refits: dict[float, Any] = {}
        for measure, decoder, choice in zip(measures, decoders, choices, strict=True):
            C = choice.setting["C"]
            if C not in refits:
                both = problem.split.both
                model = self.estimator(C=C).fit(problem.inputs(both), problem.Y[both])
                refits[C] = model.predict(problem.inputs(test))
            loss = mean_loss(decoder, refits[C], problem.Y[test])
            outcomes.append(Outcome(measure.key, float(choice.loss), loss, choice.setting))
        return outcomes


class ConstantMethod:
    """The best prediction without x; nothing to choose."""

    name = "constant"

    def run(self, problem: Problem, measures: Sequence[Measure], budget: Budget) -> list[Outcome]:
        train, validation = problem.split.train, problem.split.validation
        outcomes = []
        for measure in measures:
            estimator = ConstantPredictor(measure.loss, loss_parameters=dict(measure.parameters))
            estimator.fit(problem.inputs(train), problem.Y[train])
            choice = Choice()
            choice.offer(estimator.risk(problem.inputs(validation), problem.Y[validation]), {})
            outcomes.append(_final(estimator, problem, measure, choice))
        return outcomes


METHODS = ("QS", "THBM", "SSVM", "logistic", "constant")


def multilabel_methods() -> tuple[Method, ...]:
    """QS first, then the paper's two baselines, then two more."""
    return (
        SurrogateMethod(),
        ThresholdMethod(),
        RelevanceMethod("SSVM", UnarySVM),
        RelevanceMethod("logistic", LogisticRelevance),
        ConstantMethod(),
    )
