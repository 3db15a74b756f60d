"""Finding a data set in its folder."""

import numpy as np
import pytest

from qstheory.errors import UnreadableInput
from qstheory.learn.data.loading import available, load_dataset, load_multilabel, load_ranking

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
