"""Every form of y, there and back."""

from decimal import Decimal

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from qstheory.errors import InvalidParameter
from qstheory.learn.targets import infer_targets


def test_rankings_become_relevances():
    """The item at position p gets the relevance m - p."""
    targets = infer_targets([[2, 1, 3]], "relevances", "permutations", "rankings")
    np.testing.assert_array_equal(targets.encode([[2, 1, 3]]), [[1, 2, 0]])
    with pytest.raises(InvalidParameter, match="not a ranking"):
        targets.encode([[2, 2, 3]])


@pytest.mark.parametrize(
    ("y", "form"),
    [
        ([{1, 2}, set()], "label-sets"),
        ([[1], [1, 2]], "label-sets"),
        ([["a", "b"], ["b", "c"]], "label-sets"),
        ([(), ()], "label-sets"),
        ([[0, 1], [1, 1]], "indicator"),
        (np.array([[0, 1], [1, 1]]), "indicator"),
        (csr_matrix([[0, 1], [1, 1]]), "indicator"),
        (np.array([[True, False]]), "indicator"),
    ],
)
def test_what_is_recognised_for_label_sets(y, form):
    targets = infer_targets(y, "label-sets", "label-sets")
    assert targets.form == form
    table = targets.encode(y)
    again = targets.encode(targets.decode(table))
    np.testing.assert_array_equal(again, table)


def test_labels_of_several_types_have_an_order():
    targets = infer_targets([{"b", 2}, {1, "a"}], "label-sets", "label-sets")
    assert targets.classes.tolist() == [1, 2, "a", "b"]
    assert targets.decode(targets.encode([{"b", 2}])).tolist() == [(2, "b")]


def test_only_observed_or_stated_classes_exist():
    """y in {5, 6, 7} has three classes, and labels of 75,000 cost no more than others."""
    targets = infer_targets([5, 7, 6, 75_000], "classes", "classes")
    np.testing.assert_array_equal(targets.classes, [5, 6, 7, 75_000])
    np.testing.assert_array_equal(targets.encode([5, 75_000, 6]), [[0], [3], [1]])
    assert targets.decode(np.array([[1], [-1]])).tolist() == [6, None]
    with pytest.raises(InvalidParameter, match="3 is none of 5, 6, 7, 75000"):
        targets.encode([3])
    stated = infer_targets([0, 2, 2], "classes", "classes", classes=[0, 1, 2])
    np.testing.assert_array_equal(stated.encode([0, 1]), [[0], [1]])
    with pytest.raises(InvalidParameter, match="twice"):
        infer_targets([0, 2, 2], "classes", "classes", classes=[0, 2, 2])


@pytest.mark.parametrize(
    ("y", "message"),
    [
        # numpy makes the text "nan" and "1" of these, and one float of the two integers.
        (["a", float("nan"), "b"], "Row 1 of y holds nan, a missing value"),
        (["1", 1, "b"], "classes are of type int, str; make them all numbers or all text"),
        ([2**63 + 1, 2**63 + 2, 5], "classes are of type int; make them all"),
        (np.array([2.0**53 + 2, 1]), "classes beyond 2\\^53, which floats do not tell apart"),
    ],
)
def test_classes_that_numpy_would_change_are_refused(y, message):
    with pytest.raises(InvalidParameter, match=message):
        infer_targets(y, "classes", "classes")


@pytest.mark.parametrize("classes", [{"a", "b"}, "ab", 2, [["a", "b"]], frozenset("ab")])
def test_stated_classes_have_an_order(classes):
    with pytest.raises(InvalidParameter, match="must list the labels in their order"):
        infer_targets(["a", "b"], "classes", "classes", classes=classes)


def test_a_missing_value_is_no_class():
    with pytest.raises(InvalidParameter, match="name a missing value"):
        infer_targets([0, 1], "classes", "classes", classes=[0, 1, float("nan")])


def test_decimals_make_a_matrix_as_other_numbers_do():
    y = [[Decimal(1), Decimal(0)], [Decimal(0), Decimal(0)]]
    targets = infer_targets(y, "label-sets", "label-sets")
    assert targets.form == "indicator"
    np.testing.assert_array_equal(targets.encode(y), [[1, 0], [0, 0]])


def test_named_classes_are_numbered_in_their_order():
    targets = infer_targets(["mid", "high", "low"], "classes", "classes")
    np.testing.assert_array_equal(targets.encode(["low", "mid"]), [[1], [2]])
    assert targets.decode(np.array([[1], [2]])).tolist() == ["low", "mid"]
    assert targets.decode(np.array([[1], [-1]])).tolist() == ["low", None]
    ordered = infer_targets(["mid", "low"], "classes", "classes", classes=["low", "mid", "high"])
    np.testing.assert_array_equal(ordered.encode(["low", "high"]), [[0], [2]])


def test_sets_of_named_classes():
    targets = infer_targets(["b", "a"], "classes", "label-sets")
    assert targets.decode(np.array([[1, 1], [0, 1]])).tolist() == [("a", "b"), ("b",)]


@pytest.mark.parametrize(
    ("y", "observes", "form", "match"),
    [
        ([1, 2], "label-sets", "auto", "two dimensions.*a loss on classes"),
        ([[2, 0, 1], [1, 0]], "relevances", "auto", "different lengths.*RankingSurrogate"),
        ([[1, np.nan]], "label-sets", "auto", "NaN"),
        ([[0, 1]], "classes", "auto", "several columns"),
        ([{1}], "classes", "label-sets", "observes classes"),
        (["ab", "c"], "label-sets", "label-sets", "as a collection"),
        ([[1, 2]], "relevances", "magic", "must be one of"),
    ],
)
def test_refusals(y, observes, form, match):
    with pytest.raises((InvalidParameter, ValueError), match=match):
        infer_targets(y, observes, "classes", form)


@pytest.mark.parametrize("y", [[{0, 2}, {1}], [["a"], ["b", "a"]], [(), ("a",)]])
def test_sets_of_relevant_items_are_relevances(y):
    assert infer_targets(y, "relevances", "permutations").form == "label-sets"


def test_another_width_is_refused():
    targets = infer_targets([[0, 1]], "label-sets", "label-sets")
    with pytest.raises(InvalidParameter, match="3 columns"):
        targets.encode([[0, 1, 1]])
