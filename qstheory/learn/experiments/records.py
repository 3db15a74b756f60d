"""Finished runs, one file each, the data they come from, and the numbers of Table 2 beside them.

Data lie in a folder of benchmark data, or are scikit-learn's own. Multilabel measures are losses
for 0-1 and Hamming and a score for F; every entry is as printed, but for the QS Hamming entry of
enron, printed 8.6-2 and read as 8.6e-2.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits, make_multilabel_classification

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.learn.data import STRICT, Reading
from qstheory.learn.data.loading import available, load_dataset
from qstheory.learn.data.reading import MultilabelData, RankingData
from qstheory.learn.experiments.methods import METHODS
from qstheory.learn.experiments.protocol import Budget, Outcome
from qstheory.learn.kernels import Array
from qstheory.work.files import write_whole

DATASETS = (
    "bibtex",
    "birds",
    "cal500",
    "corel5k",
    "enron",
    "mediamill",
    "medical",
    "scene",
    "yeast",
)


@dataclass(frozen=True)
class PrintedCell:
    """One entry: the value, and half a unit of its last digit."""

    value: float
    rounding: float


def _cell(text: str) -> PrintedCell:
    digits, _, exponent = text.partition("e")
    decimals = len(digits.partition(".")[2])
    return PrintedCell(float(text), 0.5 * 10.0 ** (int(exponent or 0) - decimals))


_ROWS = {
    ("zero-one", "THBM"): "0.82 0.57 1.0 0.99 0.92 0.93 0.31 0.49 0.93",
    ("zero-one", "SSVM"): "0.91 0.53 1.0 0.99 0.90 1.0 0.35 0.51 0.95",
    ("zero-one", "QS"): "0.78 0.52 1.0 0.95 0.86 0.86 0.29 0.34 0.76",
    ("hamming", "THBM"): "1.3e-2 7.9e-2 0.14 1.1e-2 5.9e-2 3.1e-2 9.4e-3 0.11 0.26",
    ("hamming", "SSVM"): "1.3e-2 6.4e-2 0.13 1.0e-2 7.1e-2 8.7e-2 1.07e-2 0.11 0.40",
    ("hamming", "QS"): "1.3e-2 4.9e-2 0.14 9.4e-3 8.6e-2 3.1e-2 9.6e-3 0.11 0.42",
    ("f-score", "THBM"): "0.44 0.25 0.46 0.25 0.51 0.56 0.80 0.63 0.48",
    ("f-score", "SSVM"): "0.19 0.16 0.33 0.11 0.49 0.40 0.74 0.57 0.48",
    ("f-score", "QS"): "0.47 0.28 0.47 0.26 0.52 0.56 0.83 0.68 0.47",
}

_RANKING_ROWS = {
    ("ndcg@3", "SSVM"): "0.47",
    ("ndcg@3", "QS"): "0.51",
    ("ndcg@5", "SSVM"): "0.45",
    ("ndcg@5", "QS"): "0.48",
    ("ndcg@10", "SSVM"): "0.43",
    ("ndcg@10", "QS"): "0.46",
}


def printed_cells() -> dict[tuple[str, str, str], PrintedCell]:
    """(data set, measure, method) -> entry.

    >>> printed_cells()["yeast", "zero-one", "QS"]
    PrintedCell(value=0.76, rounding=0.005)
    """
    cells = {
        (dataset, measure, method): _cell(text)
        for (measure, method), row in _ROWS.items()
        for dataset, text in zip(DATASETS, row.split(), strict=True)
    }
    for (measure, method), text in _RANKING_ROWS.items():
        cells["ohsumed", measure, method] = _cell(text)
    return cells


@dataclass(frozen=True)
class Run:
    """One method on one split of one data set.

    `protocol` says by which settings it was made, `reading` how the data were read.
    """

    dataset: str
    n: int
    m: int
    seed: int
    method: str
    protocol: str
    seconds: float
    outcomes: tuple[Outcome, ...]
    reading: str = ""

    def follows(self, budget: Budget) -> bool:
        """Whether the run was made under the settings of this budget."""
        ranking = any(outcome.measure.startswith("ndcg") for outcome in self.outcomes)
        return self.protocol == budget.fingerprint(
            self.method, self.n, ranking=ranking, reading=self.reading
        )


@dataclass(frozen=True)
class RecordStore:
    """A folder of runs."""

    directory: Path

    def path(self, dataset: str, seed: int, method: str) -> Path:
        return self.directory / f"{dataset}-{seed:02d}-{method}.json"

    def load(self, dataset: str, seed: int, method: str) -> Run | None:
        """The run if it was finished, under whatever settings.

        Raises
        ------
        UnreadableInput
            When the file is not a record.
        """
        path = self.path(dataset, seed, method)
        return self._read(path) if path.exists() else None

    def all(self) -> list[Run]:
        """Every run, by data set, method and seed."""
        runs = [self._read(path) for path in self.directory.glob("*.json")]
        return sorted(runs, key=lambda run: (run.dataset, METHODS.index(run.method), run.seed))

    @staticmethod
    def _read(path: Path) -> Run:
        try:
            fields = json.loads(path.read_text(encoding="utf-8"))
            outcomes = tuple(Outcome(**outcome) for outcome in fields.pop("outcomes"))
            return Run(**fields, outcomes=outcomes)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise UnreadableInput(f"{path} is no record of a run: delete it.") from error

    def save(self, run: Run) -> None:
        """Write the run; a reader sees the whole of it or nothing."""
        document = json.dumps(asdict(run), indent=1, sort_keys=True)
        write_whole(self.path(run.dataset, run.seed, run.method), document)


def losses_by_split(runs: Iterable[Run]) -> dict[tuple[str, str, str], dict[int, float]]:
    """(data set, measure, method) -> seed -> test loss."""
    table: dict[tuple[str, str, str], dict[int, float]] = {}
    for run in runs:
        for outcome in run.outcomes:
            key = (run.dataset, outcome.measure, run.method)
            table.setdefault(key, {})[run.seed] = outcome.test
    return table


SHIPPED = ("digits", "generated", "generated-queries")
_DIGIT_PROPERTIES = {
    "even": (0, 2, 4, 6, 8),
    "prime": (2, 3, 5, 7),
    "at least 5": (5, 6, 7, 8, 9),
    "square": (0, 1, 4, 9),
    "has a loop": (0, 6, 8, 9),
}


def _multilabel(name: str, X: Array, Y: Array, labels: Sequence[str]) -> MultilabelData:
    features = tuple(f"x{j}" for j in range(X.shape[1]))
    return MultilabelData(name, X, Y.astype(np.int8), features, tuple(labels), X.shape[1])


def digits(n_rows: int = 500) -> MultilabelData:
    """scikit-learn's digits with five properties of the digit as labels; no label set is empty."""
    X, digit = load_digits(return_X_y=True)
    Y = np.column_stack([np.isin(digit[:n_rows], which) for which in _DIGIT_PROPERTIES.values()])
    return _multilabel("digits", X[:n_rows], Y, tuple(_DIGIT_PROPERTIES))


def generated(n_rows: int = 500) -> MultilabelData:
    """scikit-learn's generated multilabel data, with some empty label sets."""
    X, Y = make_multilabel_classification(
        n_rows, n_features=20, n_classes=8, n_labels=2, random_state=0
    )
    return _multilabel("generated", X, Y, [f"label {j}" for j in range(8)])


def generated_queries(queries: int = 60, documents: int = 20) -> RankingData:
    """Grades 0, 1, 2 of a noisy nonlinear utility of five features."""
    generator = np.random.default_rng(0)
    X = generator.standard_normal((queries * documents, 5))
    utility = np.sin(2 * X[:, 0]) + X[:, 1] + 0.5 * generator.standard_normal(len(X))
    relevance = (utility > 0.8).astype(np.int64) + (utility > 1.6)
    query = np.repeat(np.arange(1, queries + 1), documents)
    return RankingData("generated-queries", X, relevance, query)


def dataset_names(data_dir: Path | str | None) -> tuple[str, ...]:
    """What the experiment runs on by default: SHIPPED, or what is there, the paper's sets first."""
    if data_dir is None:
        return SHIPPED
    present = available(data_dir)
    if not present:
        raise InvalidParameter(
            f"{data_dir} holds no data set: give a folder with an .xml and its .arff, or one of"
            " such folders."
        )
    first = [name for name in DATASETS if name in present]
    ranking = [name for name in ("ohsumed",) if name in present]
    others = [name for name in present if name not in {*first, *ranking}]
    return (*first, *others, *ranking)


def load(
    data_dir: Path | str | None, name: str, reading: Reading = STRICT
) -> MultilabelData | RankingData:
    """The data set of that name from the folder, or the shipped or generated one."""
    if data_dir is not None:
        return load_dataset(data_dir, name, reading)
    makers: dict[str, Callable[[], MultilabelData | RankingData]] = {
        "digits": digits,
        "generated": generated,
        "generated-queries": generated_queries,
    }
    if name not in makers:
        raise InvalidParameter(
            f"Without a data folder there are {', '.join(makers)}, not {name!r}: pass one."
        )
    return makers[name]()
