"""Python objects as losses."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from qstheory import losses
from qstheory.errors import UnreadableInput
from qstheory.inputs import InexactInput, as_loss, objects


def rows(loss):
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


def test_a_loss_is_itself():
    loss = losses.make("hamming", m=2)
    assert as_loss(loss) is loss


def test_nested_lists_of_all_kinds_of_numbers():
    given = [
        [0, True, Fraction(1, 3), Decimal("0.1")],
        ["1/7", "2e-2", np.int8(3), np.float32(0.5)],
    ]
    assert rows(as_loss(given)) == [
        [0, 1, Fraction(1, 3), Fraction(1, 10)],
        [Fraction(1, 7), Fraction(1, 50), 3, Fraction(1, 2)],
    ]


def test_floats_in_lists_are_binary():
    with pytest.warns(InexactInput, match="Row 2, column 1"):
        loss = as_loss([[0.5], [0.1]])
    assert loss.entry("1", "0") == Fraction(0.1)
    assert as_loss([[0.1]], rationalise=True).entry("0", "0") == Fraction(1, 10)


def test_names_can_be_given():
    loss = as_loss(np.eye(2, dtype=int), z=["u", "v"], y=[10, 20])
    assert (list(loss.predictions), list(loss.observations)) == (["u", "v"], ["10", "20"])


def test_functions():
    loss = as_loss(lambda z, y: Fraction(abs(z - y), 2), z=[1, 2], y=(1, 2, 3))
    assert rows(loss) == [[0, Fraction(1, 2), 1], [Fraction(1, 2), 0, Fraction(1, 2)]]
    assert list(loss.observations) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("function", "z", "message"),
    [
        (lambda z, y: 1 // (z - y), [0, 1], "Row 2, column 1: the function raised ZeroDivision"),
        (lambda z, y: None, [0], "Row 1, column 1: None is not a number."),
        (lambda z, y: float("nan"), [0], "Row 1, column 1: nan is not a finite number."),
        (lambda z, y: 0, [], "The matrix is 0 x 1"),
        (lambda z, y: 0, [3, 3], "The rows 1 and 2 have the same name '3'"),
    ],
)
def test_functions_that_fail(function, z, message):
    with pytest.raises(UnreadableInput) as caught:
        as_loss(function, z=z, y=[1])
    assert message in str(caught.value)


def test_a_function_needs_its_labels():
    with pytest.raises(UnreadableInput, match="needs the lists z of predictions and y"):
        as_loss(max)


def test_data_frames():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [0, 1], "b": ["1/3", "0.1"]}, index=["u", "v"])
    loss = as_loss(frame)
    assert rows(loss) == [[0, Fraction(1, 3)], [1, Fraction(1, 10)]]
    assert (list(loss.predictions), list(loss.observations)) == (["u", "v"], ["a", "b"])
    single = as_loss(pandas.DataFrame({"a": [0.1, 0.3]}, dtype="float32"), rationalise=True)
    assert rows(single) == [[Fraction(1, 10)], [Fraction(3, 10)]]
    with pytest.raises(UnreadableInput, match="Row 2, column 1: nan is not a finite number"):
        as_loss(pandas.DataFrame({"a": [0.0, None]}))
    with pytest.raises(UnreadableInput, match="Row 1, column 1: <NA> is not a number"):
        as_loss(pandas.DataFrame({"a": pandas.array([None], dtype="Int64")}))


@pytest.mark.parametrize("corner", ["pred", "Unnamed: 0", "index", ""])
def test_a_column_of_names_in_a_data_frame_is_not_counted_as_costs(corner):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({corner: [0, 1], "cat": [0, 1], "dog": [1, 0]})
    with pytest.raises(UnreadableInput, match="may hold names or costs"):
        as_loss(frame)
    assert rows(as_loss(frame.set_index(corner))) == [[0, 1], [1, 0]]
    assert as_loss(frame.rename(columns={corner: "cow"})).observations.size == 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "The matrix is 0 x 0"),
        ([[]], "The matrix is 1 x 0"),
        ([0, 1], "Row 1 is not a list of entries but 0."),
        (["01", "10"], "Row 1 is not a list of entries but '01'."),
        ([[0, 1], [2]], "Row 2 has 1 entries where 2 are expected"),
        ([[0, {}]], "Row 1, column 2: {} is not a number."),
        ([[0, 1j]], "Row 1, column 2: 1j is not a number."),
        ([[np.timedelta64(3, "D"), 0]], "Row 1, column 1: 3 days is a time, not a number."),
        ([[Fraction(1, 10**5000), 0]], "Row 1, column 1: the entry has a denominator of too many"),
        ([[Decimal("1e999999")]], "Row 1, column 1: the entry has an exponent beyond 400."),
        ([[Decimal("NaN")]], "Row 1, column 1: Decimal('NaN') is not a finite number."),
        (7, "7 is no loss"),
        (None, "None is no loss"),
        ({"a": [1]}, "is no loss"),
        (np.ma.masked_array([[1, 2]], mask=[[0, 1]]), "has masked entries"),
        (np.array(3), "has 0 dimensions, not two."),
        (pd.Series([0, 1]), "0 0 1 1 dtype: int64 is no loss"),
        (pd.DataFrame([[0, 1], [1, 0]], index=[np.nan, 1]), "The name of row 1 is missing."),
        (pd.DataFrame([[0, 1]], columns=["a", pd.NA]), "The name of column 2 is missing."),
    ],
)
def test_objects_that_are_no_matrix(given, message):
    with pytest.raises(UnreadableInput) as caught:
        as_loss(given)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("given", "remark"),
    [
        ([[0, 1]], "a single row: there is only one prediction"),
        ([[0], [1]], "a single column: there is only one observation"),
        ([[0, 1], [0, 1]], "equal rows: 1 and 2"),
        ([[0, 0], [1, 1]], "equal columns: 1 and 2"),
        ([[2, 2], [0, 1]], "constant row: 1"),
        ([[1, -1], [-1, 1]], "centred: every row sums to zero"),
        ([[1, -1], [-1, 1]], "centred: every column sums to zero"),
    ],
)
def test_what_is_unusual_is_mentioned(given, remark):
    assert remark in as_loss(given).conventions


def test_an_ordinary_matrix_is_read_without_remarks():
    assert as_loss([[0, 1], [2, 0]]).conventions == ("read from nested lists",)


@pytest.mark.parametrize(
    "given",
    [
        np.arange(-6, 6).reshape(3, 4) % 5,
        np.array([[0.5, 0.1, 0.5], [0.1, -0.0, 0.0]], dtype=np.float32),
        np.array([["1/3", "0.1"], ["0.1", "2"], ["2/6", "7"]]),
    ],
)
def test_an_array_in_stretches_is_the_array(given, monkeypatch):
    """A clock is heard between them; numbers, order and places are those of its rows."""
    whole = as_loss(given.astype(object).tolist(), rationalise=True)
    monkeypatch.setattr(objects, "STRETCH", 2)
    in_parts = as_loss(given, rationalise=True)
    for i, z in enumerate(in_parts.predictions):
        for j, y in enumerate(in_parts.observations):
            exact = Fraction(str(given[i, j]))
            assert in_parts.entry(z, y) == exact
            assert given.dtype == np.float32 or whole.entry(z, y) == exact


def test_the_place_of_a_fault_beyond_the_first_stretch(monkeypatch):
    monkeypatch.setattr(objects, "STRETCH", 2)
    with pytest.raises(UnreadableInput, match="Row 2, column 2"):
        as_loss(np.array([[0.0, 1.0], [1.0, np.inf]]))
