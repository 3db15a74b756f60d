"""The methods of the tables: each tries its settings and reports one outcome a measure.

Each measure takes the setting that is best for it on the validation rows, with which the method is
then fitted to training and validation rows. Where fits do not depend on the measure, those of
linear classifiers and forests, one of a setting serves every measure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.ensemble import ExtraTreesClassifier

from qstheory.learn.base import LossEstimator
from qstheory.learn.baselines import (
    BinaryRelevance,
    ConstantPredictor,
    LogisticRelevance,
    ThresholdFunction,
    ThresholdMarginals,
    UnarySVM,
    best_thresholds,
)
from qstheory.learn.decoders import Decoder
from qstheory.learn.estimator import QuadraticSurrogate
from qstheory.learn.experiments.protocol import (
    BOOSTED,
    Budget,
    Choice,
    Measure,
    Method,
    Outcome,
    Problem,
    Setting,
    SharedFits,
)
from qstheory.learn.experiments.shared_rankings import (
    BoostedTrees,
    RankingProblem,
    RankSVMMethod,
    boosted_trees,
)
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.queries import normalised_gains, pairs_per_query
from qstheory.learn.ranking import RankingSurrogate
from qstheory.learn.selection import width_grid
from qstheory.learn.solvers import ExactSolver, NystromSolver, RidgePath, Solver


def _solver(budget: Budget, n_rows: int) -> Solver:
    large = n_rows > budget.exact_rows
    return NystromSolver(budget.landmarks) if large else ExactSolver()


def _scored(
    problem: Problem, U: Array, budget: Budget
) -> Iterator[tuple[Setting, RidgePath, Array]]:
    """Each width and lambda, the path of the width, and the scores of the validation rows."""
    train, lams = problem.inputs(problem.split.train), sorted(budget.lams, reverse=True)
    weights, solver = problem.weights_of(problem.split.train), _solver(budget, len(U))
    for gamma in width_grid(Kernel("gaussian"), train, budget.widths):
        path = solver.path(Kernel("gaussian", gamma), train, U, weights)
        found = path.scores(problem.inputs(problem.split.validation), lams)
        for lam, scores in zip(lams, found, strict=True):
            yield {"gamma": gamma, "lam": lam}, path, scores


def _final(estimator: LossEstimator, problem: Problem, measure: Measure, choice: Choice) -> Outcome:
    fitted = estimator.fit(*problem.part(problem.split.both))
    loss = fitted.risk(*problem.part(problem.split.test))
    return Outcome(measure.key, float(choice.loss), loss, choice.setting)


class KernelMethod(ABC):
    """A Gaussian kernel whose width and lambda the validation rows choose for each measure."""

    name: str
    estimator: type[QuadraticSurrogate] | type[ThresholdMarginals]

    @abstractmethod
    def tried(
        self, problem: Problem, decoders: Sequence[Decoder], budget: Budget
    ) -> Iterator[tuple[Setting, list[Array]]]:
        """The settings, and what each predicts at the validation rows for each measure."""

    def run(self, problem: Problem, measures: Sequence[Measure], budget: Budget) -> list[Outcome]:
        decoders = [problem.decoder(measure) for measure in measures]
        choices = [Choice() for _ in measures]
        for setting, predicted in self.tried(problem, decoders, budget):
            for decoder, sets, choice in zip(decoders, predicted, choices, strict=True):
                choice.offer(problem.loss(decoder, sets, problem.split.validation), setting)
        solver = _solver(budget, len(problem.split.both))
        outcomes = []
        for measure, choice in zip(measures, choices, strict=True):
            model = self.estimator(
                measure.loss,
                loss_parameters=dict(measure.parameters),
                solver=solver,
                gamma=choice.setting["gamma"],
                alpha=choice.setting["lam"],
            )
            outcomes.append(_final(model, problem, measure, choice))
        return outcomes


class SurrogateMethod(KernelMethod):
    """QS, trained for the measure that it is judged by."""

    name, estimator = "QS", QuadraticSurrogate

    def tried(
        self, problem: Problem, decoders: Sequence[Decoder], budget: Budget
    ) -> Iterator[tuple[Setting, list[Array]]]:
        observed = problem.Y[problem.split.train]
        features = [decoder.observation_features(observed) for decoder in decoders]
        ends = np.cumsum([block.shape[1] for block in features])[:-1]
        for setting, _, joint in _scored(problem, np.nan_to_num(np.hstack(features)), budget):
            own = zip(decoders, np.split(joint, ends, axis=1), strict=True)
            yield setting, [decoder.decode(scores) for decoder, scores in own]


class ThresholdMethod(KernelMethod):
    """THBM: marginals with the same kernel and grid, threshold learned for the measure."""

    name, estimator = "THBM", ThresholdMarginals

    def tried(
        self, problem: Problem, decoders: Sequence[Decoder], budget: Budget
    ) -> Iterator[tuple[Setting, list[Array]]]:
        labels = problem.Y[problem.split.train]
        weights = problem.weights_of(problem.split.train)
        for setting, path, marginals in _scored(problem, labels.astype(float), budget):
            held_out = path.leave_one_out(setting["lam"])
            best = (best_thresholds(held_out, labels, decoder) for decoder in decoders)
            cuts = (ThresholdFunction.fit(held_out, cut, weights) for cut in best)
            yield setting, [cut.predict(marginals) for cut in cuts]


class ConstantMethod:
    """The best prediction without x; nothing to choose."""

    name = "constant"

    def run(self, problem: Problem, measures: Sequence[Measure], budget: Budget) -> list[Outcome]:
        train, validation = problem.split.train, problem.split.validation
        outcomes = []
        for measure in measures:
            estimator = ConstantPredictor(measure.loss, loss_parameters=dict(measure.parameters))
            estimator.fit(*problem.part(train))
            choice = Choice()
            choice.offer(estimator.risk(*problem.part(validation)), {})
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


def multilabel_methods() -> tuple[Method[Problem], ...]:
    """QS first, then the paper's two baselines, then others, the best constant last."""
    return (SurrogateMethod(), ThresholdMethod(), *shared_fits(), ConstantMethod())


class RankingSurrogateMethod:
    """QS: normalised gains of the measure, Gaussian kernel, `ranking_landmarks` landmarks."""

    name = "QS"

    def run(
        self, problem: RankingProblem, measures: Sequence[Measure], budget: Budget
    ) -> list[Outcome]:
        X, relevance, query = problem.part(problem.split.train)
        validation = problem.split.validation
        decoders = [problem.decoder(measure) for measure in measures]
        gains = [normalised_gains(decoder, relevance, query) for decoder in decoders]
        solver = NystromSolver(budget.ranking_landmarks)
        lams = sorted(budget.ranking_lams, reverse=True)
        # The estimator's lambda is one a query, the solver's one a pair.
        per_pair = [lam / pairs_per_query(query) for lam in lams]
        choices = [Choice() for _ in measures]
        for gamma in width_grid(Kernel("gaussian"), X, budget.widths):
            path = solver.path(Kernel("gaussian", gamma), X, np.column_stack(gains))
            for lam, scores in zip(lams, path.scores(problem.X[validation], per_pair), strict=True):
                for column, (decoder, choice) in enumerate(zip(decoders, choices, strict=True)):
                    loss = problem.loss(decoder, scores[:, column], validation)
                    choice.offer(loss, {"gamma": gamma, "lam": lam})
        outcomes = []
        for measure, choice in zip(measures, choices, strict=True):
            model = RankingSurrogate(
                measure.loss,
                loss_parameters=dict(measure.parameters),
                solver=solver,
                gamma=choice.setting["gamma"],
                alpha=choice.setting["lam"],
            ).fit(*problem.part(problem.split.both))
            loss = model.risk(*problem.part(problem.split.test))
            outcomes.append(Outcome(measure.key, float(choice.loss), loss, choice.setting))
        return outcomes


def ranking_methods() -> tuple[Method[RankingProblem], ...]:
    """QS, the paper's baseline, and boosted trees, installed or not."""
    return (RankingSurrogateMethod(), RankSVMMethod(), *boosted_trees())


def runs_here(method: Method[RankingProblem]) -> bool:
    """Whether the library of a method is installed."""
    return not isinstance(method, BoostedTrees) or method.installed


HALF = 0.5
"""The threshold of methods that have no other."""
CUTS = tuple(np.linspace(0.05, 0.95, 19).round(2).tolist())


@dataclass(frozen=True)
class RelevanceMethod(SharedFits[Problem]):
    """One linear classifier a label."""

    name: str
    estimator: type[BinaryRelevance]

    def settings(self, budget: Budget) -> list[Setting]:
        return [{"C": C} for C in budget.Cs]

    def predictions(
        self, problem: Problem, rows: Array, at: Array, setting: Setting, budget: Budget
    ) -> Mapping[float, Array]:
        model = self.estimator(C=setting["C"]).fit(*problem.part(rows))
        return {HALF: model.predict(problem.inputs(at))}


class CutProbabilities(SharedFits[Problem]):
    """One logistic regression a label, and one cut of all probabilities, tuned for the measure."""

    name = "logistic-cut"

    def settings(self, budget: Budget) -> list[Setting]:
        return [{"C": C} for C in budget.Cs]

    def predictions(
        self, problem: Problem, rows: Array, at: Array, setting: Setting, budget: Budget
    ) -> Mapping[float, Array]:
        model = LogisticRelevance(C=setting["C"])
        model.fit(*problem.part(rows))
        probabilities = model.predict_proba(problem.inputs(at))
        return {cut: (probabilities > cut).astype(np.int8) for cut in CUTS}


class Forests(SharedFits[Problem]):
    """Extremely randomised trees, of several least sizes of a leaf (P. Geurts et al., 2006)."""

    def settings(self, budget: Budget) -> list[Setting]:
        return [{"leaf": float(leaf)} for leaf in budget.leaves]

    def predictions(
        self, problem: Problem, rows: Array, at: Array, setting: Setting, budget: Budget
    ) -> Mapping[float, Array]:
        forest = ExtraTreesClassifier(
            budget.trees, min_samples_leaf=int(setting["leaf"]), random_state=0
        )
        return {HALF: self.sets(forest, problem, rows, at)}

    @abstractmethod
    def sets(self, forest: ExtraTreesClassifier, problem: Problem, rows: Array, at: Array) -> Array:
        """Label sets, from forests of that kind."""


class PowersetForest(Forests):
    """One forest whose classes are the label sets that were observed."""

    name = "LP-trees"

    def sets(self, forest: ExtraTreesClassifier, problem: Problem, rows: Array, at: Array) -> Array:
        known, codes = np.unique(problem.Y[rows], axis=0, return_inverse=True)
        forest.fit(problem.inputs(rows), codes.ravel(), problem.weights_of(rows))
        return np.asarray(known[forest.predict(problem.inputs(at))])


class RelevanceForests(Forests):
    """One forest a label."""

    name = "BR-trees"

    def sets(self, forest: ExtraTreesClassifier, problem: Problem, rows: Array, at: Array) -> Array:
        labels = problem.Y[rows]
        found = np.repeat(labels[:1], len(at), axis=0)
        for j in np.flatnonzero(labels.min(axis=0) != labels.max(axis=0)):
            forest.fit(problem.inputs(rows), labels[:, j], problem.weights_of(rows))
            found[:, j] = forest.predict(problem.inputs(at))
        return found


def shared_fits() -> tuple[SharedFits[Problem], ...]:
    """The paper's SSVM, then what it does not compare with."""
    return (
        RelevanceMethod("SSVM", UnarySVM),
        RelevanceMethod("logistic", LogisticRelevance),
        CutProbabilities(),
        PowersetForest(),
        RelevanceForests(),
    )
