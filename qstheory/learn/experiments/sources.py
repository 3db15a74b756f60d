"""Where the experiment's data come from: a folder of benchmark data, or scikit-learn itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits, make_multilabel_classification

from qstheory.errors import InvalidParameter
from qstheory.learn.data.datasets import MultilabelData, RankingData
from qstheory.learn.data.loading import available, load_dataset
from qstheory.learn.data.reading import STRICT, Reading
from qstheory.learn.experiments.records import DATASETS
from qstheory.learn.kernels import Array

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
