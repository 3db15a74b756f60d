"""LETOR and SVMlight lines, and the folds of OHSUMED."""

import numpy as np
import pytest

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.learn.data.loading import (
    available,
    load_dataset,
    load_multilabel,
    load_ranking,
    read_letor,
)
from qstheory.learn.data.reading import RankingData
from qstheory.learn.experiments.shared_rankings import ohsumed_folds

TEXT = """# a comment
2 qid:3 1:0.5 3:-1e-2 #docid = 40626
0 qid:1 2:4 # second

1 qid:3 1:1
"""


@pytest.mark.parametrize("ending", ["", ".xz", ".gz"])
def test_letor(write, ending):
    data = read_letor(write(f"tiny.txt{ending}", TEXT))
    assert data.name == "tiny"
    np.testing.assert_array_equal(data.X, [[0.5, 0, -0.01], [0, 4, 0], [1, 0, 0]])
    np.testing.assert_array_equal(data.relevance, [2, 0, 1])
    np.testing.assert_array_equal(data.query, [3, 1, 3])
    assert data.queries.tolist() == [1, 3]
    (first, _, low), (second, X, high) = data.by_query()
    assert (first, low.tolist(), second, high.tolist()) == (1, [0], 3, [2, 1])
    np.testing.assert_array_equal(X, data.X[[0, 2]])


def test_svmlight_without_queries_and_a_given_width(write):
    data = read_letor(write("t.txt", "1.0 1:2\n-1 4:1\n"), features=6)
    assert data.X.shape == (2, 6)
    np.testing.assert_array_equal(data.relevance, [1, -1])
    np.testing.assert_array_equal(data.query, [0, 0])


def test_whole_relevances_in_every_notation(write):
    text = "+1 qid:+3 1:2\n1.00 qid:3.0 1:2\n1.000000 qid:3 1:+2\n-1 qid:3 1:2.\n2e0 qid:4 1:2\n"
    data = read_letor(write("t.txt", text))
    assert data.relevance.tolist() == [1, 1, 1, -1, 2]
    assert data.query.tolist() == [3, 3, 3, 3, 4]
    np.testing.assert_array_equal(data.X, np.full((5, 1), 2.0))


@pytest.mark.parametrize("index", ["4000000000", str(2**64 - 1), "9" * 5000])
def test_an_index_beyond_memory_is_refused(write, index):
    with pytest.raises(UnreadableInput, match=r"line 1: .*(number the features|too large)"):
        read_letor(write("t.txt", f"1 qid:1 {index}:1\n"))
    with pytest.raises(UnreadableInput, match="more than 268,435,456 entries"):
        read_letor(write("t.txt", "1 qid:1 1:1\n"), features=10**12)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"query": np.array(["a", "b"])}, "query ids must be integers, not <U1; numpy.unique"),
        ({"query": np.array([1.0, np.nan])}, "query ids must be integers, not float64"),
        ({"query": np.array([1])}, "There are 1 query ids for 2 rows of X"),
        ({"relevance": np.array([0.5, 1])}, "relevances must be integers"),
        ({"relevance": np.zeros((2, 1), dtype=int)}, "There are 2 relevances for 2 rows"),
        ({"X": np.array([[1.0], [np.nan]])}, "X must be a matrix of finite numbers"),
    ],
)
def test_pairs_are_validated(changes, message):
    given = {"X": np.zeros((2, 1)), "relevance": np.array([0, 1]), "query": np.array([1, 1])}
    with pytest.raises(InvalidParameter, match=message):
        RankingData("d", **(given | changes))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x qid:1 1:1", "line 2: the relevance 'x' is not an integer"),
        ("1.5 qid:1 1:1", "line 2: the relevance '1.5'"),
        ("1 qid:q 1:1", "line 2: the query id 'q'"),
        ("1 qid:1 1", "line 2: '1' is not index:value"),
        ("1 qid:1 a:1", "line 2: 'a:1' is not index:value"),
        ("1 qid:1 1:nan", "line 2: '1:nan' is not index:value"),
        ("1 qid:1 1:", "line 2: '1:' is not index:value"),
        ("1 qid:1 2:1 2:1", "line 2: feature 2 follows 2"),
        ("1 qid:1 0:1", "line 2: feature 0 follows 0"),
        ("1 qid:1 1:1_000", "line 2: '1:1_000' is not index:value .* underscores"),
        ("1_0 qid:1 1:1", "line 2: the relevance '1_0' is not an integer"),
        ("1 qid:nan 1:1", "line 2: the query id 'nan' is not an integer"),
        ("1 qid:1,5 1:1", "line 2: the query id '1,5' is not an integer: .* decimal comma"),
        ("1 1:1", "line 2: some lines have a qid: and others have none"),
        ("99999999999999999999 qid:1 1:1", "not an integer below 2"),
        ("1 qid:1 9:1", "a feature 9, beyond the 4"),
    ],
)
def test_malformed_lines_are_named(write, line, message):
    with pytest.raises(UnreadableInput, match=message):
        read_letor(write("t.txt", f"1 qid:1 1:1\n{line}\n"), features=4)


def test_empty_file(write):
    with pytest.raises(UnreadableInput, match="no query-document pairs"):
        read_letor(write("t.txt", "# nothing\n"))


def test_ohsumed_folds_partition_the_queries():
    query = np.arange(1, 107)
    data = RankingData("q", np.zeros((106, 1)), np.zeros(106, dtype=int), query)
    folds = ohsumed_folds(data)
    assert len(folds) == 5
    for fold in folds:
        np.testing.assert_array_equal(
            fold.train.astype(int) + fold.validation + fold.test, np.ones(106)
        )
    assert query[folds[0].test].tolist() == list(range(85, 107))
    assert query[folds[0].validation].tolist() == list(range(64, 85))
    assert query[folds[4].test].tolist() == list(range(64, 85))
    assert sum(fold.test.sum() for fold in folds) == 106


ARFF = "@relation r\n@attribute x numeric\n@attribute y {0,1}\n@data\n1,0\n"
XML = '<labels><label name="y"/></labels>'


def test_mulan_folder_whole_and_in_parts(write, tmp_path):
    write("MediaMill/mediamill.arff.gz", ARFF)
    write("MediaMill/mediamill-train.arff", ARFF)
    write("MediaMill/mediamill.xml", XML)
    assert load_multilabel(tmp_path, "mediamill").n == 1
    write("parts/p-test.arff", ARFF.replace("1,0", "7,1"))
    write("parts/p-train.arff.xz", ARFF)
    write("parts/p.xml", XML)
    np.testing.assert_array_equal(load_multilabel(tmp_path, "parts").X, [[1], [7]])
    assert available(tmp_path) == ("mediamill", "parts")
    for train, test in (("p_train", "p_test"), ("train", "test")):
        write(f"{train}/{train}.arff", ARFF)
        write(f"{train}/{test}.arff", ARFF.replace("1,0", "7,1"))
        write(f"{train}/labels.xml", XML)
        np.testing.assert_array_equal(load_multilabel(tmp_path, train).X, [[1], [7]])


def test_letor_folder(write, tmp_path):
    write("rank/README.txt", "notes")
    write("rank/RANK.txt", "1 qid:1 1:2\n")
    assert load_ranking(tmp_path, "rank").name == "rank"
    with pytest.raises(UnreadableInput, match="rank is ranking data"):
        load_multilabel(tmp_path, "rank")


def test_multilabel_is_not_ranking(write, tmp_path):
    write("d/d.arff", ARFF)
    write("d/d.xml", XML)
    with pytest.raises(UnreadableInput, match="d is multilabel data"):
        load_ranking(tmp_path, "d")


def test_what_is_missing_is_said(write, tmp_path):
    with pytest.raises(UnreadableInput, match="not a directory"):
        load_dataset(tmp_path / "absent", "d")
    with pytest.raises(UnreadableInput, match="has no folder d"):
        load_dataset(tmp_path, "d")
    write("d/one.arff", ARFF)
    with pytest.raises(UnreadableInput, match=r"must hold one \.xml"):
        load_dataset(tmp_path, "d")
    write("d/d.xml", XML)
    write("d/two.arff", ARFF)
    with pytest.raises(
        UnreadableInput, match=r"one of train and one of test; it holds: one.arff, two"
    ):
        load_dataset(tmp_path, "d")


def test_a_folder_of_data_needs_no_name(write, tmp_path):
    """Whatever its files are called, and whether it is the folder itself or one within."""
    write("some set/a file.arff", ARFF)
    write("some set/other name.xml", XML)
    write("notes/README.txt", "nothing to read")
    write("empty/x.arff", ARFF)
    assert available(tmp_path) == ("some set",)
    assert available(tmp_path / "some set") == ("some set",)
    inside = load_multilabel(tmp_path / "some set", "some set")
    np.testing.assert_array_equal(inside.X, load_multilabel(tmp_path, "some set").X)
