"""The benchmark files against the counts in each folder's README (run with --data DIR)."""

import re

import numpy as np
import pytest

from qstheory.learn.data.loading import load_multilabel, load_ranking
from qstheory.learn.experiments.shared_rankings import ohsumed_folds

MULTILABEL = (
    "bibtex",
    "birds",
    "cal500",
    "corel5k",
    "emotions",
    "enron",
    "medical",
    "scene",
    "yeast",
)


def stated(text: str, what: str) -> float:
    found = re.search(rf"{what}[ =]+([0-9.]+)", text)
    assert found, f"the README does not state {what}"
    return float(found.group(1))


@pytest.mark.data
@pytest.mark.parametrize("name", MULTILABEL)
def test_multilabel_counts(real_data, name):
    if not (real_data / name).is_dir():
        pytest.skip(f"no benchmark data: {real_data} has no folder {name}")
    text = (real_data / name / "README.txt").read_text()
    data = load_multilabel(real_data, name)
    assert data.n == data.X.shape[0] == stated(text, "\nn")
    assert data.attributes == stated(text, "  d")
    assert data.m == stated(text, "  m")
    assert round(data.cardinality, 4) == stated(text, "label cardinality")
    assert data.distinct_label_sets == stated(text, "distinct label sets")
    sizes = data.Y.sum(axis=1, dtype=int)
    assert (sizes == 0).sum() == stated(text, "rows with no label")
    assert sizes.max() == stated(text, "most labels on a row")
    per_label = data.Y.sum(axis=0, dtype=int)
    assert per_label.min() == stated(text, "rarest label on")
    assert per_label.max() == stated(text, "commonest on")
    if "non-zero feature share" in text:
        assert round(data.X.nonzero()[0].size / (data.n * data.X.shape[1]), 4) == stated(
            text, "non-zero feature share"
        )


@pytest.mark.data
def test_birds_location_is_one_hot_and_apostrophes_are_plain(real_data):
    data = load_multilabel(real_data, "birds")
    assert data.X.shape[1] == 271
    assert "Swainson's Thrush" in data.label_names


@pytest.mark.data
def test_ohsumed_counts(real_data):
    data = load_ranking(real_data, "ohsumed")
    assert data.X.shape == (16140, 25)
    assert data.queries.tolist() == list(range(1, 107))
    assert np.bincount(data.relevance).tolist() == [11303, 2585, 2252]
    lengths = np.unique(data.query, return_counts=True)[1]
    assert (lengths.min(), lengths.max()) == (35, 320)
    assert [int(fold.train.sum() + fold.test.sum()) < 16140 for fold in ohsumed_folds(data)]
