"""Checked arrays, selections and enumerations."""

import numpy as np
import pytest

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.learn.decoders import arrays
from qstheory.learn.decoders.zero_one import first_missing_label_set, row_indices


@pytest.mark.parametrize("k", [0, 1, 3, 6])
def test_select_top_against_a_stable_sort(k):
    values = np.random.default_rng(0).integers(-2, 3, size=(200, 6)).astype(float)
    expected = np.zeros(values.shape, dtype=bool)
    chosen = np.argsort(-values, axis=1, kind="stable")[:, :k]
    np.put_along_axis(expected, chosen, True, axis=1)
    np.testing.assert_array_equal(arrays.select_top(values, k), expected)


def test_label_sets_are_checked():
    with pytest.raises(InvalidParameter, match="row 1, label 0 is"):
        arrays.as_label_sets([[0, 1], [2, 1]])
    with pytest.raises(InvalidParameter, match="not of shape"):
        arrays.as_label_sets([0, 1])


def test_integers_are_checked():
    assert arrays.as_integers([1, 2], "classes").shape == (2, 1)
    with pytest.raises(InvalidParameter, match="from 0 to 1; row 0, column 1 is"):
        arrays.as_integers([[0, 2]], "classes", 0, 1)
    with pytest.raises(InvalidParameter, match="classes must be integers"):
        arrays.as_integers([[0.5]], "classes")
    with pytest.raises(InvalidParameter, match="table of integers"):
        arrays.as_integers([["a"]], "classes")


def test_positions_are_checked():
    with pytest.raises(InvalidParameter, match="Row 1 is no permutation"):
        arrays.as_positions([[1, 2], [2, 2]])


def test_scores_are_checked():
    assert arrays.as_scores([[1e308, 1e308]]).shape == (1, 2)
    with pytest.raises(InvalidParameter, match="finite"):
        arrays.as_scores([[np.inf, -np.inf]])
    with pytest.raises(InvalidParameter, match="not of shape"):
        arrays.as_scores([1.0])


def test_enumerations_refuse_what_is_too_large():
    for too_large in (
        lambda: arrays.all_label_sets(30),
        lambda: arrays.all_permutations(12),
        lambda: arrays.sets_of_size(60, 30),
    ):
        with pytest.raises(TooLarge):
            too_large()


@pytest.mark.parametrize("m", [1, 2, 3])
def test_first_missing_label_set(m):
    everything = arrays.all_label_sets(m)
    assert first_missing_label_set(everything) is None
    for gap in range(len(everything)):
        missing = first_missing_label_set(np.delete(everything, gap, axis=0))
        np.testing.assert_array_equal(missing, everything[gap])


def test_first_missing_label_set_of_many_labels():
    distinct = np.zeros((2, 100), dtype=np.int8)
    distinct[1, 0] = 1
    expected = np.zeros(100)
    expected[-1] = 1
    np.testing.assert_array_equal(first_missing_label_set(distinct), expected)


def test_row_indices():
    distinct = arrays.all_label_sets(2)[[0, 2]]
    assert row_indices(arrays.all_label_sets(2), distinct).tolist() == [0, -1, 1, -1]


def test_query_ids_are_what_they_are_in_a_list():
    """numpy makes the text "nan" of one among texts, and one float of the two integers."""
    with pytest.raises(InvalidParameter, match="The query of row 1 is missing"):
        arrays.as_queries(["a", float("nan")], 2)
    with pytest.raises(InvalidParameter, match="all numbers or all text"):
        arrays.as_queries(["1", 1], 2)
    assert arrays.as_queries([2**63 + 2, 2**63 + 1, 5], 3).tolist() == [2, 1, 0]
