"""The methods of the multilabel table: each tries its settings and reports one outcome a measure.

After the choice on the validation rows every method is fitted to training and validation rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from qstheory.learn.base import LossEstimator
from qstheory.learn.baselines.constant import ConstantPredictor
from qstheory.learn.baselines.threshold import (
    ThresholdFunction,
    ThresholdMarginals,
    best_thresholds,
)
from qstheory.learn.estimator import QuadraticSurrogate
from qstheory.learn.experiments.choice import Choice, Measure, Method, Outcome
from qstheory.learn.experiments.protocol import BOOSTED, Budget, Problem
from qstheory.learn.experiments.shared_fits import shared_fits
from qstheory.learn.experiments.shared_rankings import (
    BoostedTrees,
    RankingProblem,
    RankSVMMethod,
    boosted_trees,
)
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.queries import mean_query_loss, normalised_gains, pairs_per_query
from qstheory.learn.ranking import RankingSurrogate
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


class RankingMethod(Protocol):
    """A method of the ranking table."""

    @property
    def name(self) -> str: ...

    def run(
        self, problem: RankingProblem, measures: Sequence[Measure], budget: Budget
    ) -> list[Outcome]: ...


class RankingSurrogateMethod:
    """QS: normalised gains of the measure, Gaussian kernel, `ranking_landmarks` landmarks."""

    name = "QS"

    def run(
        self, problem: RankingProblem, measures: Sequence[Measure], budget: Budget
    ) -> list[Outcome]:
        X, relevance, query = problem.part(problem.fold.train)
        held_out = problem.part(problem.fold.validation)
        decoders = [measure.decoder() for measure in measures]
        gains = [normalised_gains(decoder, relevance, query) for decoder in decoders]
        solver = NystromSolver(budget.ranking_landmarks)
        lams = sorted(budget.ranking_lams, reverse=True)
        # The estimator's lambda is one a query, the solver's one a pair.
        per_pair = [lam / pairs_per_query(query) for lam in lams]
        choices = [Choice() for _ in measures]
        for gamma in width_grid(Kernel("gaussian"), X, budget.widths):
            path = solver.path(Kernel("gaussian", gamma), X, np.column_stack(gains))
            for lam, scores in zip(lams, path.scores(held_out[0], per_pair), strict=True):
                for column, (decoder, choice) in enumerate(zip(decoders, choices, strict=True)):
                    loss = mean_query_loss(decoder, scores[:, column], *held_out[1:])
                    choice.offer(loss, {"gamma": gamma, "lam": lam})
        outcomes = []
        for measure, choice in zip(measures, choices, strict=True):
            model = RankingSurrogate(
                measure.loss,
                loss_parameters=dict(measure.parameters),
                solver=solver,
                gamma=choice.setting["gamma"],
                alpha=choice.setting["lam"],
            ).fit(*problem.part(problem.fold.train | problem.fold.validation))
            loss = model.risk(*problem.part(problem.fold.test))
            outcomes.append(Outcome(measure.key, float(choice.loss), loss, choice.setting))
        return outcomes


def ranking_methods() -> tuple[RankingMethod, ...]:
    """QS, the paper's baseline, and boosted trees, installed or not."""
    return (RankingSurrogateMethod(), RankSVMMethod(), *boosted_trees())


def runs_here(method: RankingMethod) -> bool:
    """Whether the library of a method is installed."""
    return not isinstance(method, BoostedTrees) or method.installed
