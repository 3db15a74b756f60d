"""The methods of the multilabel table: each tries its settings and reports one outcome a measure.

After the choice on the validation rows every method is fitted to training and validation rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from qstheory.learn.base import LossEstimator
from qstheory.learn.baselines.constant import ConstantPredictor
from qstheory.learn.baselines.threshold import (
    ThresholdFunction,
    ThresholdMarginals,
    best_thresholds,
)
from qstheory.learn.estimator import QuadraticSurrogate
from qstheory.learn.experiments.choice import Choice, Method, Outcome
from qstheory.learn.experiments.measures import Measure
from qstheory.learn.experiments.protocol import BOOSTED, Budget, Problem
from qstheory.learn.experiments.shared_fits import shared_fits
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.selection import mean_loss, width_grid
from qstheory.learn.solvers import ExactSolver, NystromSolver, RidgePath, Solver


def _solver(budget: Budget, n_rows: int) -> Solver:
    large = n_rows > budget.exact_rows
    return NystromSolver(budget.landmarks) if large else ExactSolver()


def _paths(problem: Problem, U: Array, budget: Budget) -> Iterator[tuple[float, RidgePath]]:
    train = problem.inputs(problem.split.train)
    kernel = Kernel("gaussian")
    for gamma in width_grid(kernel, train, budget.widths):
        solver = _solver(budget, len(U))
        weights = problem.weights_of(problem.split.train)
        yield gamma, solver.path(Kernel("gaussian", gamma), train, U, weights)


def _final(estimator: LossEstimator, problem: Problem, measure: Measure, choice: Choice) -> Outcome:
    both, test = problem.split.both, problem.split.test
    fitted = estimator.fit(problem.inputs(both), problem.Y[both], problem.weights_of(both))
    loss = fitted.risk(problem.inputs(test), problem.Y[test], problem.weights_of(test))
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
        held_out, weights = problem.Y[validation], problem.weights_of(validation)
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
                    loss = mean_loss(decoder, decoder.decode(own), held_out, weights)
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
                        held_out,
                        best_thresholds(held_out, labels, decoder),
                        problem.weights_of(train),
                    )
                    loss = mean_loss(
                        decoder,
                        cut.predict(marginals),
                        problem.Y[validation],
                        problem.weights_of(validation),
                    )
                    choice.offer(loss, {"gamma": gamma, "lam": lam})
        return _finals(ThresholdMarginals, problem, measures, choices, budget)


class ConstantMethod:
    """The best prediction without x; nothing to choose."""

    name = "constant"

    def run(self, problem: Problem, measures: Sequence[Measure], budget: Budget) -> list[Outcome]:
        train, validation = problem.split.train, problem.split.validation
        outcomes = []
        for measure in measures:
            estimator = ConstantPredictor(measure.loss, loss_parameters=dict(measure.parameters))
            estimator.fit(problem.inputs(train), problem.Y[train], problem.weights_of(train))
            held_out = problem.inputs(validation), problem.Y[validation]
            choice = Choice()
            choice.offer(estimator.risk(*held_out, problem.weights_of(validation)), {})
            outcomes.append(_final(estimator, problem, measure, choice))
        return outcomes


METHODS = (
    "QS",
    "THBM",
    "SSVM",
    "logistic",
    "logistic-cut",
    "LP-trees",
    "BR-trees",
    *BOOSTED,
    "constant",
)
"""All methods, in the order of the tables."""


def multilabel_methods() -> tuple[Method, ...]:
    """QS first, then the paper's two baselines, then others, the best constant last."""
    return (SurrogateMethod(), ThresholdMethod(), *shared_fits(), ConstantMethod())
