"""LambdaMART of LightGBM and XGBoost, where they are installed (the extra `rivals`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from qstheory.errors import MissingExtra
from qstheory.learn.experiments.choice import Choice, Outcome
from qstheory.learn.experiments.measures import Measure
from qstheory.learn.experiments.protocol import Budget
from qstheory.learn.experiments.ranking_problem import RankingProblem
from qstheory.learn.kernels import Array
from qstheory.learn.queries import mean_query_loss

RATE = 0.05
Scores = Callable[[Array, int], Array]
"""The scores of documents after so many rounds."""


class BoostedTrees(ABC):
    """One fit for each number of leaves; each measure takes its own number of rounds of it."""

    name: str
    library: str

    @abstractmethod
    def fit(self, X: Array, relevance: Array, counts: Array, leaves: int, rounds: int) -> Scores:
        """Fitted to the documents of queries of these lengths, one after the other."""

    @property
    def installed(self) -> bool:
        return find_spec(self.library) is not None

    def require(self) -> None:
        """Raises MissingExtra where the library is not installed."""
        if not self.installed:
            raise MissingExtra(
                f"{self.name} needs {self.library}, which is not installed: pip install"
                " 'qstheory[rivals]'."
            )

    def run(
        self, problem: RankingProblem, measures: Sequence[Measure], budget: Budget
    ) -> list[Outcome]:
        X, relevance, query = problem.part(problem.fold.validation)
        decoders = [measure.decoder() for measure in measures]
        choices = [Choice() for _ in measures]
        for leaves in budget.boosted_leaves:
            scores = self._fitted(problem, problem.fold.train, leaves, budget)
            for rounds in budget.boosted_rounds:
                values = scores(X, rounds)
                for decoder, choice in zip(decoders, choices, strict=True):
                    loss = mean_query_loss(decoder, values, relevance, query)
                    choice.offer(loss, {"leaves": float(leaves), "rounds": float(rounds)})
        X, relevance, query = problem.part(problem.fold.test)
        refits: dict[int, Scores] = {}
        outcomes = []
        for measure, decoder, choice in zip(measures, decoders, choices, strict=True):
            leaves, rounds = int(choice.setting["leaves"]), int(choice.setting["rounds"])
            if leaves not in refits:
                both = problem.fold.train | problem.fold.validation
                refits[leaves] = self._fitted(problem, both, leaves, budget)
            loss = mean_query_loss(decoder, refits[leaves](X, rounds), relevance, query)
            outcomes.append(Outcome(measure.key, float(choice.loss), loss, choice.setting))
        return outcomes

    def _fitted(self, problem: RankingProblem, mask: Array, leaves: int, budget: Budget) -> Scores:
        X, relevance, query = problem.part(mask)
        order = np.argsort(query, kind="stable")
        counts = np.unique(query, return_counts=True)[1]
        return self.fit(X[order], relevance[order], counts, leaves, max(budget.boosted_rounds))


class LightGBM(BoostedTrees):
    """objective="lambdarank"."""

    name, library = "LightGBM", "lightgbm"

    def fit(self, X: Array, relevance: Array, counts: Array, leaves: int, rounds: int) -> Scores:
        from lightgbm import LGBMRanker

        model: Any = LGBMRanker(
            objective="lambdarank",
            n_estimators=rounds,
            num_leaves=leaves,
            learning_rate=RATE,
            n_jobs=1,
            random_state=0,
            verbose=-1,
        ).fit(X, relevance, group=counts)
        return lambda rows, end: np.asarray(model.booster_.predict(rows, num_iteration=end))


class XGBoost(BoostedTrees):
    """objective="rank:ndcg"."""

    name, library = "XGBoost", "xgboost"

    def fit(self, X: Array, relevance: Array, counts: Array, leaves: int, rounds: int) -> Scores:
        from xgboost import XGBRanker

        model: Any = XGBRanker(
            objective="rank:ndcg",
            n_estimators=rounds,
            max_leaves=leaves,
            grow_policy="lossguide",
            max_depth=0,
            learning_rate=RATE,
            n_jobs=1,
            random_state=0,
        ).fit(X, relevance, qid=np.repeat(np.arange(len(counts)), counts))
        return lambda rows, end: np.asarray(model.predict(rows, iteration_range=(0, end)))


def boosted_trees() -> tuple[BoostedTrees, ...]:
    """Both, installed or not."""
    return (LightGBM(), XGBoost())
