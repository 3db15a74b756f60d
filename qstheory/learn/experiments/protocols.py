"""A printed number that is not reached: eight ways to split, scale and choose, each tried.

The paper says 60/20/20 and a Gaussian kernel, not how the rows were drawn, how inputs were scaled
or how lambda was chosen. Each protocol here answers these; all have the widths and lambdas of the
table's budget. For each the mean test loss, its standard error, and where one more test part would
lie with probability 0.95 stand beside the printed number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import joblib
import numpy as np
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.preprocessing import StandardScaler

from qstheory.errors import InvalidParameter
from qstheory.learn.data.reading import STRICT, MultilabelData, Reading
from qstheory.learn.estimator import QuadraticSurrogateCV
from qstheory.learn.experiments.protocol import ZERO_ONE, Budget, Measure, split_rows
from qstheory.learn.experiments.records import load, printed_cells
from qstheory.learn.experiments.summary import Cell
from qstheory.learn.experiments.tables import json_lines
from qstheory.learn.kernels import Array
from qstheory.work.records import to_data

FILE = "protocols.json"
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
    (output_dir / FILE).write_text(document, encoding="utf-8")
    return found
