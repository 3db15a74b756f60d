"""CSV and TSV files."""

import warnings

import numpy as np
import pytest

from qstheory.errors import UnreadableInput
from qstheory.learn.data.table import RowIdentifier, read_csv


@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".tsv", ".tsv.xz"])
def test_csv_and_tsv(write, ending):
    text = 'a,"b c",d\n1,0,2.5\n3,1,-1\n\n'
    text = text.replace(",", "\t") if "tsv" in ending else text
    data = read_csv(write(f"t{ending}", text), labels=["b c"])
    assert (data.feature_names, data.label_names, data.attributes) == (("a", "d"), ("b c",), 2)
    np.testing.assert_array_equal(data.X, [[1, 2.5], [3, -1]])
    np.testing.assert_array_equal(data.Y, [[0], [1]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,0\n1\n", "line 3: the row has 1 fields and the header 2"),
        ("a,b\n1,0\nx,0\n", "line 3: column 'a': 'x' is not a number"),
        ("a,b\n1,0\n,0\n", "line 3: column 'a': the entry is empty"),
        ("a,b\ninf,0\n", "line 2: column 'a': 'inf' is not a finite number"),
        ("a,b\n1,2\n", "line 2: label 'b' is '2', not 0 or 1"),
        ("a,a,b\n1,1,1\n", "line 1: two columns"),
        ("a,c\n1,1\n", "line 1: there is no column 'b'"),
        ("a,b\n", "no rows"),
        ('a,b\n"1,0\n', "Row 2 is malformed"),
        ("", "is empty"),
        ("a,b\n1_000,0\n", "line 2: column 'a': '1_000' has underscores"),
        ("a;b\n1,5;0\n", "line 2: column 'a': '1,5' has a decimal comma"),
        ("a,b\n#N/A,0\n", "line 2: column 'a': '#N/A' is the error value"),
        ("a,b\n50%,0\n", "line 2: column 'a': '50%' is a percentage"),
        (",a,b\n0,1,0\n1,1,0\n", "line 1: column 1 has no name; name it, or leave it out"),
    ],
)
def test_malformed_csv_is_named(write, text, message):
    with pytest.raises(UnreadableInput, match=message):
        read_csv(write("t.csv", text), labels=["b"])


def test_what_other_programs_add_is_not_taken_for_data(write):
    text = "# by hand\n#,a,b,\nx,1,0,\n,,,\ny,3,1,\n"
    data = read_csv(write("t.csv", text), labels=["b"], drop=["#"])
    np.testing.assert_array_equal(data.X, [[1], [3]])
    indexed = read_csv(write("i.csv", "sep=;\n;a;b\n0;7;1\n1;8;0\n"), labels=["b"], drop=[""])
    assert indexed.feature_names == ("a",)
    np.testing.assert_array_equal(indexed.X, [[7], [8]])
    with pytest.raises(UnreadableInput, match="no column 'c' to leave out"):
        read_csv(write("t.csv", text), labels=["b"], drop=["c"])


def test_a_column_that_numbers_the_rows_is_warned_of(write):
    path = write("t.csv", "id,a,b\n" + "".join(f"{k},{k % 3},0\n" for k in range(1, 21)))
    with pytest.warns(RowIdentifier, match="drop=\\['id'\\]"):
        read_csv(path, labels=["b"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_csv(path, labels=["b"], drop=["id"]).feature_names == ("a",)


def test_labels_must_be_named(write):
    with pytest.raises(UnreadableInput, match="name the label columns"):
        read_csv(write("t.csv", "a\n1\n"), labels=[])
