"""Table 2 again: every method on every split, resumable and in parallel.

A printed number that is not reached is tried in eight ways to split, scale and choose: the paper
says 60/20/20 and a Gaussian kernel, not how the rows were drawn, how inputs were scaled or how
lambda was chosen. Each protocol here answers these; all have the widths and lambdas of the table's
budget. For each the mean test loss, its standard error, and where one more test part would lie with
probability 0.95 stand beside the printed number.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import joblib
import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.preprocessing import StandardScaler

from qstheory.errors import InvalidParameter
from qstheory.learn.data import STRICT, Reading
from qstheory.learn.data.reading import MultilabelData, RankingData
from qstheory.learn.estimator import QuadraticSurrogateCV
from qstheory.learn.experiments.methods import multilabel_methods, ranking_methods, runs_here
from qstheory.learn.experiments.protocol import (
    F_CONVENTIONS,
    MULTILABEL,
    RANKING,
    ZERO_ONE,
    Budget,
    Measure,
    Outcome,
    Problem,
    split_rows,
)
from qstheory.learn.experiments.records import RecordStore, Run, dataset_names, load, printed_cells
from qstheory.learn.experiments.shared_rankings import (
    RankingProblem,
    boosted_trees,
    ranking_folds,
    scaled_by_query,
)
from qstheory.learn.experiments.summary import Cell
from qstheory.learn.experiments.tables import json_lines, write_report
from qstheory.learn.kernels import Array
from qstheory.learn.queries import pairs_per_query
from qstheory.work.files import to_data
from qstheory.work.terminal import progress_bar

SMALL_SEEDS = 3
"""Splits of the data that ship: they show that all runs, and settle nothing."""


@dataclass(frozen=True)
class Task:
    """One run that is still to be made."""

    dataset: str
    seed: int
    method: str
    reading: str = ""


def multilabel_measures(data: MultilabelData) -> tuple[Measure, ...]:
    """The three measures, and the other F conventions where label sets are empty."""
    has_empty = bool((data.Y.sum(axis=1) == 0).any())
    return (*MULTILABEL, *F_CONVENTIONS) if has_empty else MULTILABEL


def run_task(data: MultilabelData | RankingData, task: Task, budget: Budget) -> Run:
    """Tune, fit and test one method on one split (for ranking the seed is the fold's number)."""
    started = time.perf_counter()
    with warnings.catch_warnings():
        # The grids hold settings too weak for liblinear to converge; validation passes them over.
        warnings.simplefilter("ignore", ConvergenceWarning)
        # Label sets as classes: there are many.
        warnings.filterwarnings("ignore", "The number of unique classes")
        n, m, outcomes = _outcomes(data, task, budget)
    seconds = time.perf_counter() - started
    ranking = isinstance(data, RankingData)
    protocol = budget.fingerprint(task.method, n, ranking=ranking, reading=task.reading)
    made = task.dataset, n, m, task.seed, task.method, protocol, seconds, tuple(outcomes)
    return Run(*made, task.reading)


def _outcomes(
    data: MultilabelData | RankingData, task: Task, budget: Budget
) -> tuple[int, int, list[Outcome]]:
    if isinstance(data, RankingData):
        fold = ranking_folds(data)[task.seed]
        ranking = RankingProblem(scaled_by_query(data), data.relevance, data.query, fold)
        ranker = {method.name: method for method in ranking_methods()}[task.method]
        outcomes = ranker.run(ranking, RANKING, budget)
        return len(data.queries), round(pairs_per_query(data.query)), outcomes
    problem = Problem.draw(data.X, data.Y, task.seed, data.weights)
    method = {method.name: method for method in multilabel_methods()}[task.method]
    return data.n, data.m, method.run(problem, multilabel_measures(data), budget)


def tasks_for(
    name: str, data: MultilabelData | RankingData, seeds: int, reading: str = ""
) -> list[Task]:
    """All runs of one data set, split by split so that a stopped experiment has whole splits.

    Methods whose library is not installed are left out.
    """
    if isinstance(data, RankingData):
        splits = range(len(ranking_folds(data)))
        names = [method.name for method in ranking_methods() if runs_here(method)]
    else:
        splits, names = range(seeds), [m.name for m in multilabel_methods()]
    return [Task(name, split, method, reading) for split in splits for method in names]


def finished(store: RecordStore, tasks: Sequence[Task], budget: Budget) -> dict[Task, Run]:
    """The tasks whose runs lie in the store, made under this budget."""
    found = {task: store.load(task.dataset, task.seed, task.method) for task in tasks}
    return {
        task: run
        for task, run in found.items()
        if run is not None and run.follows(budget) and run.reading == task.reading
    }


def run_table2(
    data_dir: Path | str | None = None,
    seeds: int | None = None,
    output_dir: Path | str | None = None,
    *,
    jobs: int = 1,
    datasets: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
    budget: Budget | None = None,
    reading: Reading = STRICT,
    progress: bool | str = "auto",
) -> list[Run]:
    """Every method on every split of every data set; the runs, in that order.

    `data_dir` is a folder of MULAN or LETOR data or a folder of such folders, all of which are
    taken unless `datasets` names some; `reading` says what is done with texts, missing values and
    weights of rows. Without `data_dir` it runs on data that scikit-learn ships or generates.

    Runs that lie in `output_dir` under the same settings are not repeated; the tables and the plots
    of all of them are written there. `seeds` random splits are made of each multilabel data set, 10
    by default (3 without `data_dir`); ranking data bring their folds. `jobs` processes share the
    work.

    Raises
    ------
    InvalidParameter
        For a data set or method that there is not.
    MissingExtra
        For a method of `methods` whose library is not installed.
    UnreadableInput
        For malformed data or records.
    """
    count = seeds if seeds is not None else (SMALL_SEEDS if data_dir is None else 10)
    if count < 1:
        raise InvalidParameter(f"seeds={count!r} must be at least 1.")
    settings = Budget() if budget is None else budget
    settings.check()
    known = {m.name for m in multilabel_methods()} | {m.name for m in ranking_methods()}
    if methods is not None and not set(methods) <= known:
        raise InvalidParameter(f"The methods are {', '.join(sorted(known))}.")
    for rival in boosted_trees():
        if methods is not None and rival.name in methods:
            rival.require()
    store = None if output_dir is None else RecordStore(Path(output_dir) / "records")
    runs: list[Run] = []
    for name in datasets if datasets is not None else dataset_names(data_dir):
        data = load(data_dir, name, reading)
        tasks = tasks_for(name, data, count, reading.described)
        tasks = [task for task in tasks if methods is None or task.method in methods]
        done: dict[Task, Run] = {} if store is None else finished(store, tasks, settings)
        missing = [task for task in tasks if task not in done]
        with progress_bar(len(missing), name, progress) as advance:
            workers = joblib.Parallel(n_jobs=jobs, return_as="generator")
            calls = (joblib.delayed(run_task)(data, task, settings) for task in missing)
            for task, run in zip(missing, workers(calls), strict=True):
                if store is not None:
                    store.save(run)
                done[task] = run
                advance(name)
        runs += [done[task] for task in tasks]
    if output_dir is not None:
        report_table2(output_dir, settings)
    return runs


def report_table2(output_dir: Path | str, budget: Budget | None = None) -> None:
    """Write the tables and the plot from all the records in `output_dir` of these settings."""
    store = RecordStore(Path(output_dir) / "records")
    settings = Budget() if budget is None else budget
    write_report([run for run in store.all() if run.follows(settings)], Path(output_dir))


PROTOCOLS_FILE = "protocols.json"
RANDOM_SPLITS = 10
"""As many as a full run of the table has."""
METHOD = "QS"


@dataclass(frozen=True)
class Protocol:
    """How test parts are drawn, inputs scaled, and lambda and the width chosen.

    `parts` is "60/20/20" for random splits, or the number of folds, stratified by label set or not;
    `choice` is a fraction of the training rows held out, "leave-one-out", or a number of folds.
    """

    parts: Literal["60/20/20"] | int
    kernel: Literal["gaussian", "linear"]
    choice: float | int | Literal["leave-one-out"]
    standardised: bool = False
    stratified: bool = False

    @property
    def name(self) -> str:
        """In words.

        >>> Protocol(5, "linear", "leave-one-out", stratified=True).name
        '5 stratified folds, linear kernel, inputs as they are, lambda by leave-one-out'
        """
        drawn = f"{self.parts}, {RANDOM_SPLITS} times"
        if isinstance(self.parts, int):
            drawn = f"{self.parts} {'stratified ' * self.stratified}folds"
        inputs = "standardised inputs" if self.standardised else "inputs as they are"
        by = "a held-out part" if isinstance(self.choice, float) else f"{self.choice}"
        by = f"{by} folds" if isinstance(self.choice, int) else by
        return f"{drawn}, {self.kernel} kernel, {inputs}, lambda by {by}"

    def splits(self, Y: Array) -> Iterator[tuple[Array, Array]]:
        """Rows to learn from (training and validation) and test rows."""
        if not isinstance(self.parts, int):
            for seed in range(RANDOM_SPLITS):
                split = split_rows(len(Y), seed)
                yield split.both, split.test
            return
        sets = np.unique(Y, axis=0, return_inverse=True)[1].ravel()
        kind = StratifiedKFold if self.stratified else KFold
        yield from kind(self.parts, shuffle=True, random_state=0).split(Y, sets)

    def loss(self, data: MultilabelData, measure: Measure, rows: Array, test: Array) -> float:
        """The test loss of QS fitted to `rows`, its lambda and width chosen within them."""
        X = data.X
        if self.standardised:
            X = StandardScaler(with_mean=isinstance(X, np.ndarray)).fit(X[rows]).transform(X)
        budget = Budget()
        model = QuadraticSurrogateCV(
            measure.loss,
            loss_parameters=dict(measure.parameters),
            kernel=self.kernel,
            alphas=budget.lams,
            cv=self.choice,
            progress=False,
        )
        return model.fit(X[rows], data.Y[rows]).risk(X[test], data.Y[test])


HELD_OUT = 0.25
"""Of the 80 % that are not tested on: 20 % of all."""
PROTOCOLS = (
    Protocol("60/20/20", "gaussian", HELD_OUT),
    Protocol("60/20/20", "gaussian", HELD_OUT, standardised=True),
    Protocol("60/20/20", "linear", HELD_OUT),
    Protocol(5, "gaussian", "leave-one-out"),
    Protocol(10, "gaussian", "leave-one-out"),
    Protocol(10, "gaussian", "leave-one-out", standardised=True),
    Protocol(10, "linear", "leave-one-out", stratified=True),
    Protocol(10, "gaussian", 5, stratified=True),
)


def tried(data: MultilabelData, protocol: Protocol, jobs: int = 1) -> Cell:
    """The protocol as a cell of the table, beside the printed number where there is one."""
    measure = ZERO_ONE
    calls = (
        joblib.delayed(protocol.loss)(data, measure, rows, test)
        for rows, test in protocol.splits(data.Y)
    )
    losses = np.array(joblib.Parallel(n_jobs=jobs)(calls))
    printed = printed_cells().get((data.name, measure.key, METHOD))
    good = None if printed is None else int((losses <= printed.value + printed.rounding).sum())
    error = float(losses.std(ddof=1) / np.sqrt(len(losses)))
    return Cell(
        data.name, measure.key, protocol.name, float(losses.mean()), error, len(losses), printed,
        good,
    )  # fmt: skip


@dataclass(frozen=True)
class ProtocolsRecord:
    """QS under other protocols than that of the table: the method of a cell is its protocol."""

    FORMAT: ClassVar[str] = "qstheory-protocols/1"
    cells: tuple[Cell, ...]


def run_protocols(
    data_dir: Path | str | None,
    output_dir: Path,
    *,
    datasets: list[str] | None,
    jobs: int = 1,
    reading: Reading = STRICT,
) -> list[Cell]:
    """Every protocol on every named data set; written to `protocols.json` in `output_dir`.

    Raises
    ------
    InvalidParameter
        Where no data set is named, or one is a ranking.
    """
    if not datasets:
        raise InvalidParameter("Name the data sets with --datasets, such as medical.")
    found = []
    for name in datasets:
        data = load(data_dir, name, reading)
        if not isinstance(data, MultilabelData):
            raise InvalidParameter(f"{name} is no multilabel data set.")
        found += [tried(data, protocol, jobs) for protocol in PROTOCOLS]
    output_dir.mkdir(parents=True, exist_ok=True)
    document = json_lines(to_data(ProtocolsRecord(tuple(found))))
    (output_dir / PROTOCOLS_FILE).write_text(document, encoding="utf-8")
    return found
