"""The methods of the ranking table on query-document pairs, tuned on the validation queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from qstheory.learn.experiments.choice import Choice, Outcome
from qstheory.learn.experiments.measures import Measure
from qstheory.learn.experiments.protocol import Budget
from qstheory.learn.experiments.ranking_problem import RankingProblem
from qstheory.learn.experiments.shared_rankings import BoostedTrees, RankSVMMethod, boosted_trees
from qstheory.learn.kernels import Kernel
from qstheory.learn.queries import mean_query_loss, normalised_gains, pairs_per_query
from qstheory.learn.ranking import RankingSurrogate
from qstheory.learn.selection import width_grid
from qstheory.learn.solvers import NystromSolver


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
