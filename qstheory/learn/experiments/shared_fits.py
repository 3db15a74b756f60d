"""Methods whose fits do not depend on the measure: linear classifiers and forests, label by label.

One fit of a setting serves every measure; each measure takes the setting that is best for it on the
validation rows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.ensemble import ExtraTreesClassifier

from qstheory.learn.baselines.binary_relevance import BinaryRelevance, LogisticRelevance, UnarySVM
from qstheory.learn.experiments.choice import Choice, Measure, Outcome
from qstheory.learn.experiments.protocol import Budget, Problem
from qstheory.learn.kernels import Array
from qstheory.learn.selection import mean_loss

HALF = 0.5
"""The threshold of methods that have no other."""
CUTS = tuple(np.linspace(0.05, 0.95, 19).round(2).tolist())
Setting = dict[str, float]


class SharedFits(ABC):
    """A subclass says what is tried and what a fit predicts, for each cut of its probabilities."""

    name: str

    @abstractmethod
    def settings(self, budget: Budget) -> list[Setting]:
        """Each costs one fit."""

    @abstractmethod
    def predictions(
        self, problem: Problem, rows: Array, at: Array, setting: Setting, budget: Budget
    ) -> Mapping[float, Array]:
        """Fitted to some rows, the label sets predicted at others, by the cut."""

    def run(self, problem: Problem, measures: Sequence[Measure], budget: Budget) -> list[Outcome]:
        train, validation, test = vars(problem.split).values()
        decoders = [measure.decoder().fit(problem.Y[train]) for measure in measures]
        choices = [Choice() for _ in measures]
        for setting in self.settings(budget):
            predicted = self.predictions(problem, train, validation, setting, budget)
            for cut, sets in predicted.items():
                for decoder, choice in zip(decoders, choices, strict=True):
                    loss = mean_loss(
                        decoder, sets, problem.Y[validation], problem.weights_of(validation)
                    )
                    choice.offer(loss, {**setting, "cut": cut})
        outcomes = []
        refits: dict[tuple[float, ...], Mapping[float, Array]] = {}
        for measure, decoder, choice in zip(measures, decoders, choices, strict=True):
            setting = {name: value for name, value in choice.setting.items() if name != "cut"}
            key = tuple(setting.values())
            if key not in refits:
                both = problem.split.both
                refits[key] = self.predictions(problem, both, test, setting, budget)
            sets = refits[key][choice.setting["cut"]]
            loss = mean_loss(decoder, sets, problem.Y[test], problem.weights_of(test))
            outcomes.append(Outcome(measure.key, float(choice.loss), loss, choice.setting))
        return outcomes


@dataclass(frozen=True)
class RelevanceMethod(SharedFits):
    """One linear classifier a label."""

    name: str
    estimator: type[BinaryRelevance]

    def settings(self, budget: Budget) -> list[Setting]:
        return [{"C": C} for C in budget.Cs]

    def predictions(
        self, problem: Problem, rows: Array, at: Array, setting: Setting, budget: Budget
    ) -> Mapping[float, Array]:
        model = self.estimator(C=setting["C"])
        model.fit(problem.inputs(rows), problem.Y[rows], problem.weights_of(rows))
        return {HALF: model.predict(problem.inputs(at))}


class CutProbabilities(SharedFits):
    """One logistic regression a label, and one cut of all probabilities, tuned for the measure."""

    name = "logistic-cut"

    def settings(self, budget: Budget) -> list[Setting]:
        return [{"C": C} for C in budget.Cs]

    def predictions(
        self, problem: Problem, rows: Array, at: Array, setting: Setting, budget: Budget
    ) -> Mapping[float, Array]:
        model = LogisticRelevance(C=setting["C"])
        model.fit(problem.inputs(rows), problem.Y[rows], problem.weights_of(rows))
        probabilities = model.predict_proba(problem.inputs(at))
        return {cut: (probabilities > cut).astype(np.int8) for cut in CUTS}


class Forests(SharedFits):
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


def shared_fits() -> tuple[SharedFits, ...]:
    """The paper's SSVM, then what it does not compare with."""
    return (
        RelevanceMethod("SSVM", UnarySVM),
        RelevanceMethod("logistic", LogisticRelevance),
        CutProbabilities(),
        PowersetForest(),
        RelevanceForests(),
    )
