"""Rankers whose fits do not depend on the measure: the pairwise SVM and boosted trees.

One fit of a setting serves every measure; each measure takes the setting that is best for it on the
validation queries. LightGBM and XGBoost are run where they are installed (the extra `rivals`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from qstheory.errors import MissingExtra
from qstheory.learn.data.reading import RankingData
from qstheory.learn.decoders import Decoder
from qstheory.learn.decoders.arrays import BoolArray
from qstheory.learn.experiments.protocol import Budget, Measure, Setting, SharedFits
from qstheory.learn.kernels import Array
from qstheory.learn.queries import mean_query_loss, query_rows
from qstheory.learn.rankers import RankSVM

# The first query id of each of the parts S1..S5 (LETOR, Qin et al. 2010).
OHSUMED_PARTS = (1, 22, 43, 64, 85)


@dataclass(frozen=True, eq=False)
class Fold:
    """Masks over the pairs of a RankingData."""

    train: BoolArray
    validation: BoolArray
    test: BoolArray

    @property
    def both(self) -> BoolArray:
        """Training and validation pairs, on which the chosen setting is fitted."""
        return np.asarray(self.train | self.validation)


def ohsumed_folds(data: RankingData) -> tuple[Fold, ...]:
    """Fold f trains on the parts f, f+1, f+2, validates on f+3 and tests on f+4 (cyclically)."""
    return _folds(np.searchsorted(OHSUMED_PARTS, data.query, side="right") - 1, len(OHSUMED_PARTS))


def ranking_folds(data: RankingData) -> tuple[Fold, ...]:
    """LETOR's five folds for OHSUMED, else five parts of the queries in their order, used alike."""
    if data.name.lower() == "ohsumed":
        return ohsumed_folds(data)
    part = np.zeros(len(data.query), dtype=int)
    for index, members in enumerate(np.array_split(data.queries, 5)):
        part[np.isin(data.query, members)] = index
    return _folds(part, 5)


def _folds(part: Array, count: int) -> tuple[Fold, ...]:
    return tuple(
        Fold(
            train=np.isin(part, [(f + step) % count for step in range(3)]),
            validation=part == (f + 3) % count,
            test=part == (f + 4) % count,
        )
        for f in range(count)
    )


def scaled_by_query(data: RankingData) -> Array:
    """Each feature to [0, 1] within each query (LETOR's normalisation); constants become 0."""
    scaled = np.array(data.X, dtype=float)
    for rows in query_rows(data.query):
        low, high = scaled[rows].min(axis=0), scaled[rows].max(axis=0)
        scaled[rows] = (scaled[rows] - low) / np.where(high > low, high - low, 1.0)
    return scaled


@dataclass(frozen=True)
class RankingProblem:
    """One fold: scaled pairs, relevances and queries."""

    X: Array
    relevance: Array
    query: Array
    split: Fold

    def decoder(self, measure: Measure) -> Decoder:
        """The decoder of a measure."""
        return measure.decoder()

    def loss(self, decoder: Decoder, predicted: Array, mask: Array) -> float:
        """The mean loss over queries of the orders by these scores."""
        return mean_query_loss(decoder, predicted, *self.part(mask)[1:])

    def part(self, mask: Array) -> tuple[Array, Array, Array]:
        """X, relevance, query of the pairs in the mask."""
        return self.X[mask], self.relevance[mask], self.query[mask]


RATE = 0.05
"""The learning rate of the boosted trees; their number is chosen by validation."""
Scores = Callable[[Array, int], Array]
"""The scores of documents after so many rounds."""


class SharedRankings(SharedFits[RankingProblem]):
    """A fit scores documents after several numbers of rounds."""

    inner = "rounds"


class RankSVMMethod(SharedRankings):
    """SSVM: the pairwise hinge."""

    name = "SSVM"

    def settings(self, budget: Budget) -> list[Setting]:
        return [{"C": C} for C in budget.pair_Cs]

    def predictions(
        self, problem: RankingProblem, rows: Array, at: Array, setting: Setting, budget: Budget
    ) -> Mapping[float, Array]:
        model = RankSVM(C=setting["C"]).fit(*problem.part(rows))
        return {1.0: model.decision_function(problem.X[at])}


class BoostedTrees(SharedRankings):
    """One fit for each number of leaves, looked at after several numbers of rounds."""

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

    def settings(self, budget: Budget) -> list[Setting]:
        return [{"leaves": float(leaves)} for leaves in budget.boosted_leaves]

    def predictions(
        self, problem: RankingProblem, rows: Array, at: Array, setting: Setting, budget: Budget
    ) -> Mapping[float, Array]:
        X, relevance, query = problem.part(rows)
        order = np.argsort(query, kind="stable")
        counts = np.unique(query, return_counts=True)[1]
        most, leaves = max(budget.boosted_rounds), int(setting["leaves"])
        scored = self.fit(X[order], relevance[order], counts, leaves, most)
        return {float(rounds): scored(problem.X[at], rounds) for rounds in budget.boosted_rounds}


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
