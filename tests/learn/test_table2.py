"""The experiment: splits, budgets, resumption, verdicts and what is written."""

import json
from dataclasses import replace

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from scipy.sparse import csr_matrix
from scipy.stats import t as student

from qstheory.errors import InvalidParameter, MissingExtra, UnreadableInput
from qstheory.learn.data import Reading
from qstheory.learn.experiments.methods import METHODS, multilabel_methods, ranking_methods
from qstheory.learn.experiments.protocol import (
    F_SCORE,
    HAMMING,
    Budget,
    Problem,
    Split,
    filled_inputs,
    split_rows,
)
from qstheory.learn.experiments.records import (
    DATASETS,
    RecordStore,
    load,
    losses_by_split,
    printed_cells,
)
from qstheory.learn.experiments.shared_rankings import LightGBM, ranking_folds
from qstheory.learn.experiments.summary import cells, comparisons
from qstheory.learn.experiments.table2 import report_table2, run_table2, tasks_for
from qstheory.learn.experiments.tables import markdown
from qstheory.report.site import schemas

SCHEMA = Draft202012Validator(schemas()["qstheory-table2/2"])
SMALL = Budget(
    lams=(1e-5, 1e-2),
    widths=(1.0,),
    Cs=(0.1, 1.0),
    ranking_lams=(1e-2, 1.0),
    pair_Cs=(1.0, 10.0),
    trees=5,
    leaves=(1, 5),
    boosted_leaves=(4,),
    boosted_rounds=(5, 10),
)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    directory = tmp_path_factory.mktemp("table2")
    runs = run_table2(seeds=2, output_dir=directory, budget=SMALL, progress=False)
    return directory, runs


def test_every_printed_number_is_there():
    found = printed_cells()
    assert len(found) == 9 * len(DATASETS) + 6
    assert found["medical", "hamming", "SSVM"].value == 1.07e-2
    assert found["medical", "hamming", "SSVM"].rounding == pytest.approx(5e-5)
    assert found["ohsumed", "ndcg@10", "QS"].value == 0.46


def test_splits_are_60_20_20_and_disjoint():
    split = split_rows(101, 3)
    parts = [split.train, split.validation, split.test]
    assert [len(part) for part in parts] == [61, 20, 20]
    assert sorted(np.concatenate(parts).tolist()) == list(range(101))
    assert split_rows(101, 4).train.tolist() != split.train.tolist()


def test_folds_of_queries_are_disjoint():
    data = load(None, "generated-queries")
    tested = np.zeros(len(data.query), dtype=int)
    for fold in ranking_folds(data):
        assert not (fold.train & fold.validation).any()
        assert not (fold.test & (fold.train | fold.validation)).any()
        tested += fold.test
    assert (tested == 1).all()


def test_unequal_budgets_are_refused():
    with pytest.raises(InvalidParameter, match="as many settings"):
        run_table2(budget=Budget(Cs=(1.0,)))
    Budget().check()


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"seeds": 0}, "at least 1"),
        ({"methods": ["magic"]}, "methods are"),
        ({"datasets": ["scene"]}, "Without a data folder"),
    ],
)
def test_refusals(arguments, match):
    with pytest.raises(InvalidParameter, match=match):
        run_table2(**arguments)


def test_a_newcomer_sees_a_table(finished):
    directory, runs = finished
    assert {run.dataset for run in runs} == {"digits", "generated", "generated-queries"}
    assert {run.method for run in runs} == set(METHODS)
    text = (directory / "table2.md").read_text(encoding="utf-8")
    assert "| F-score, dropped | QS |" in text
    conventions = text.split("## F-score and empty label sets")[1]
    assert "| generated | QS |" in conventions
    assert "digits" not in conventions
    assert r"\toprule" in (directory / "table2.tex").read_text(encoding="utf-8")
    document = json.loads((directory / "table2.json").read_text(encoding="utf-8"))
    assert len(document["runs"]) == len(runs)
    assert [error.message for error in SCHEMA.iter_errors(document)] == []
    assert (directory / "table2.svg").exists()


def test_the_surrogate_beats_the_constant(finished):
    _, runs = finished
    means = {
        (c.dataset, c.measure): c.difference
        for c in comparisons(
            {
                key: value
                for key, value in losses_by_split(runs).items()
                if key[2] in {"QS", "constant"}
            }
        )
    }
    assert all(difference <= 0 for difference in means.values())
    assert len(means) == 8


def test_finished_runs_are_not_made_again(finished, monkeypatch):
    directory, runs = finished
    monkeypatch.setattr("qstheory.learn.experiments.table2.run_task", None)
    again = run_table2(seeds=2, output_dir=directory, budget=SMALL, progress=False)
    assert again == runs
    names = ["table2.md", "table2.tex", "table2.json", "table2.svg"]
    before = [(directory / name).read_bytes() for name in names]
    report_table2(directory, SMALL)
    assert [(directory / name).read_bytes() for name in names] == before


def test_the_names_of_the_methods():
    labelled = [method.name for method in multilabel_methods()]
    assert [name for name in METHODS if name in labelled] == labelled
    assert {method.name for method in ranking_methods()} | set(labelled) == set(METHODS)


def test_records_of_other_settings_are_made_again(finished):
    directory, runs = finished
    store = RecordStore(directory / "records")
    first = runs[0]
    assert store.load(first.dataset, first.seed, first.method) == first
    assert first.follows(SMALL)
    assert not first.follows(Budget())
    assert first.method == "QS"
    assert first.follows(replace(SMALL, Cs=(1.0,), landmarks=7, pair_Cs=(1.0,)))
    assert not first.follows(replace(SMALL, exact_rows=10, landmarks=7))
    svm = next(run for run in runs if run.method == "SSVM" and run.dataset == "digits")
    assert svm.follows(replace(SMALL, lams=(1.0,)))
    assert not svm.follows(replace(SMALL, Cs=(3.0, 4.0)))


def test_a_broken_record_is_named(tmp_path):
    store = RecordStore(tmp_path)
    store.path("scene", 0, "QS").write_text("{", encoding="utf-8")
    with pytest.raises(UnreadableInput, match="delete it"):
        store.load("scene", 0, "QS")


def test_cells_show_scores_and_compare_with_print():
    losses = {
        ("scene", "f-score", "QS"): {0: 0.30, 1: 0.20},
        ("scene", "f-score", "THBM"): {0: 0.40, 1: 0.45},
        ("scene", "zero-one", "QS"): {0: 0.40},
    }
    first, _, third = cells(losses)
    assert first.mean == pytest.approx(0.75)
    assert first.standard_error == pytest.approx(0.05)
    assert first.at_least_printed  # the paper prints 0.68
    assert not third.at_least_printed  # the paper prints 0.34
    assert (first.runs_as_good, third.runs_as_good) == (2, 0)
    assert cells({("scene", "zero-one", "logistic"): {0: 0.1}})[0].runs_as_good is None
    # Scores 0.70 and 0.80 deviate by sqrt(0.005); one more split by that times sqrt(1 + 1/2).
    own = 2 * student.sf(0.07 / np.sqrt(0.005 * 1.5), 1)
    assert first.printed_p_value == pytest.approx(own)
    assert third.printed_p_value is None
    # One common split tells nothing about 0-1.
    (comparison,) = comparisons({**losses, ("scene", "zero-one", "THBM"): {0: 0.5}})
    assert comparison.difference == pytest.approx(-0.175)
    assert comparison.printed_difference == pytest.approx(-0.05)
    assert comparison.verdict == "consistent"


@pytest.fixture
def folder(tmp_path):
    """A folder of benchmark data in small: one MULAN set named scene, LETOR lines named ohsumed."""
    generator = np.random.default_rng(0)
    scene, ohsumed = tmp_path / "scene", tmp_path / "ohsumed"
    scene.mkdir()
    ohsumed.mkdir()
    lines = ["@relation small", *(f"@attribute x{j} numeric" for j in range(3))]
    lines += [*(f"@attribute l{j} {{0,1}}" for j in range(2)), "@data"]
    for x in generator.standard_normal((60, 3)):
        bits = [int(x[0] > 0), int(x[1] + x[2] > 0)]
        lines.append(",".join([*(f"{v:.3f}" for v in x), *map(str, bits)]))
    (scene / "scene.arff").write_text("\n".join(lines), encoding="utf-8")
    labels = "".join(f'<label name="l{j}"></label>' for j in range(2))
    (scene / "scene.xml").write_text(f"<labels>{labels}</labels>", encoding="utf-8")
    pairs = []
    for query in (1, 2, 22, 23, 43, 44, 64, 65, 85, 86):
        for x in generator.random((6, 2)):
            pairs.append(f"{int(2.9 * x[0])} qid:{query} 1:{x[0]:.3f} 2:{x[1]:.3f} #docid = 7")
    (ohsumed / "OHSUMED.txt").write_text("\n".join(pairs) + "\n", encoding="utf-8")
    return tmp_path


def test_a_data_folder_is_compared_with_print(folder, tmp_path):
    runs = run_table2(
        folder, seeds=2, output_dir=tmp_path / "out", budget=SMALL, jobs=2, progress=False
    )
    assert {run.dataset for run in runs} == {"scene", "ohsumed"}
    document = json.loads((tmp_path / "out" / "table2.json").read_text(encoding="utf-8"))
    verdicts = {
        (c["dataset"], c["measure"], c["other"]): c["verdict"] for c in document["comparisons"]
    }
    assert verdicts["scene", "zero-one", "THBM"] in {"consistent", "not reproduced"}
    assert verdicts["scene", "zero-one", "logistic"] is None
    assert verdicts["ohsumed", "ndcg@10", "SSVM"] in {"consistent", "not reproduced"}
    text = (tmp_path / "out" / "table2.md").read_text(encoding="utf-8")
    assert "| scene | 0-1 |" in text.split("## QS against the number printed for QS")[1]


def test_a_folder_without_data_is_refused(tmp_path):
    (tmp_path / "mine").mkdir()
    with pytest.raises(InvalidParameter, match="holds no data set"):
        run_table2(tmp_path)


def awkward(folder, words=("no", "YES")):
    """A MULAN folder with names of rows, words for labels, missing values and weights of rows."""
    generator = np.random.default_rng(1)
    lines = ["@relation awkward", "@attribute name string"]
    lines += [*(f"@attribute x{j} numeric" for j in range(3))]
    lines += [*(f"@attribute l{j} {{{words[0]},{words[1]}}}" for j in range(2)), "@data"]
    for i, x in enumerate(generator.standard_normal((60, 3))):
        labels = [words[int(x[0] > 0)], words[int(x[1] > 0)]]
        values = ["?" if (i + j) % 10 == 0 else f"{v:.3f}" for j, v in enumerate(x)]
        weight = f", {{{i % 3}}}" if i % 2 else ""
        lines.append(",".join([f"row{i}", *values, *labels]) + weight)
    folder.mkdir()
    (folder / "any.arff").write_text("\n".join(lines), encoding="utf-8")
    xml = "".join(f'<label name="l{j}"></label>' for j in range(2))
    (folder / "other.xml").write_text(f"<labels>{xml}</labels>", encoding="utf-8")
    return folder


def test_an_awkward_folder_is_read_as_the_options_say(tmp_path):
    folder = awkward(tmp_path / "mine")
    with pytest.raises(UnreadableInput, match="text='drop'"):
        run_table2(folder, budget=SMALL, progress=False)
    reading = Reading(text="drop", missing="impute", weights="use")
    arguments = {"seeds": 1, "budget": SMALL, "output_dir": tmp_path / "out", "progress": False}
    runs = run_table2(folder, reading=reading, **arguments)
    assert {run.method for run in runs} == set(METHODS) - {"LightGBM", "XGBoost"}
    assert {(run.dataset, run.n) for run in runs} == {("mine", 60)}
    # Other options make other runs; the table is of both.
    dropped = Reading(drop=["name"], missing="drop", weights="ignore")
    others = run_table2(folder, reading=dropped, **arguments)
    assert {run.n for run in others} == {42}
    assert others[0].reading == "drop=name missing=drop weights=ignore"
    assert run_table2(folder, reading=dropped, **arguments) == others
    document = json.loads((tmp_path / "out" / "table2.json").read_text(encoding="utf-8"))
    assert [error.message for error in SCHEMA.iter_errors(document)] == []


@pytest.mark.parametrize("method", multilabel_methods(), ids=lambda method: method.name)
def test_weights_of_rows_are_repetitions_of_test_rows(method):
    """With all weight on training rows alike, the test loss is the weighted mean."""
    data = load(None, "generated")
    X, Y = data.X[:100], data.Y[:100]
    weights = np.ones(100)
    split = split_rows(100, 0)
    weights[split.test] = np.arange(20) % 3
    weighed = method.run(Problem(X, Y, split, weights), [HAMMING], SMALL)
    repeated = np.repeat(split.test, weights[split.test].astype(int))
    again = Split(split.train, split.validation, repeated)
    plain = method.run(Problem(X, Y, again), [HAMMING], SMALL)
    assert weighed[0].test == pytest.approx(plain[0].test)


def test_missing_numbers_become_means_of_the_training_rows():
    X = np.array([[1.0, np.nan], [3.0, 4.0], [np.nan, 6.0], [5.0, np.nan]])
    expected = [[1, 4], [3, 4], [2, 6], [5, 4]]
    np.testing.assert_allclose(filled_inputs(X, np.array([0, 1])), expected)
    sparse = csr_matrix(np.array([[1.0, 0.0], [3.0, 4.0], [np.nan, 6.0]]))
    np.testing.assert_allclose(filled_inputs(sparse, np.array([0, 1])).toarray()[2], [2, 6])


def test_the_page_says_where_qs_is_behind():
    losses = {
        ("scene", "zero-one", "QS"): {seed: 0.30 + 0.001 * seed for seed in range(10)},
        ("scene", "zero-one", "LP-trees"): {seed: 0.25 - 0.001 * seed for seed in range(10)},
        ("scene", "zero-one", "BR-trees"): dict.fromkeys(range(10), 0.4),
        ("medical", "zero-one", "QS"): {seed: 0.31 + 0.02 * (-1) ** seed for seed in range(10)},
    }
    text = markdown(cells(losses), comparisons(losses))
    behind = text.split("## Where QS is behind")[1].split("\n## ")[0]
    assert "In 1 of 2 comparisons" in behind
    assert "in 1 of them by more than chance" in behind
    assert "| scene | 0-1 | LP-trees | 0.0590 |" in behind
    assert "BR-trees" not in behind
    # 0.29 lies 0.02 sqrt(9) = 0.06... below; one more split reaches from 0.26 to 0.36.
    assert "- medical, 0-1: 0.310 measured, 0.29 printed, 2.8 to" not in text
    deviation = 0.02 * np.sqrt(10 / 9) * np.sqrt(1 + 1 / 10)
    half = student.ppf(0.975, 9) * deviation
    assert f"one more split lies in {0.31 - half:.3f} to {0.31 + half:.3f}, so the" in text
    assert "| medical | 0-1 | 0.310 |" in text
    assert "| within | 5 of 10 |" in text
    only = {key: value for key, value in losses.items() if key[2] in {"QS", "BR-trees"}}
    assert "Nowhere" in markdown(cells(only), comparisons(only))


def test_a_rival_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setattr(LightGBM, "installed", False)
    with pytest.raises(MissingExtra, match=r"LightGBM needs lightgbm.*rivals"):
        run_table2(methods=["LightGBM"], budget=SMALL)
    data = load(None, "generated-queries")
    assert "LightGBM" not in {task.method for task in tasks_for("q", data, 1)}


def test_cut_probabilities_are_at_least_as_good_on_the_validation_rows():
    """The cut 1/2 is among the cuts, so the tuned one cannot be worse there."""
    data = load(None, "generated")
    problem = Problem.draw(data.X[:200], data.Y[:200], 0)
    rivals = {method.name: method for method in multilabel_methods()}
    plain = rivals["logistic"].run(problem, [F_SCORE], SMALL)[0]
    cut = rivals["logistic-cut"].run(problem, [F_SCORE], SMALL)[0]
    assert cut.validation < plain.validation
