"""CSV and TSV files."""

import numpy as np
import pytest

from qstheory.errors import UnreadableInput
from qstheory.learn.data.table import read_csv


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
        ("a,b\n1,0\nx,0\n", "line 3: column 'a' is 'x'"),
        ("a,b\n1,0\n,0\n", "line 3: column 'a' is ''"),
        ("a,b\ninf,0\n", "line 2: column 'a' is 'inf'"),
        ("a,b\n1,2\n", "line 2: label 'b' is '2', not 0 or 1"),
        ("a,a,b\n1,1,1\n", "line 1: two columns"),
        ("a,c\n1,1\n", "line 1: there is no column 'b'"),
        ("a,b\n", "no rows"),
        ('a,b\n"1,0\n', "it is not a CSV row"),
        ("", "line 1: there is no column"),
    ],
)
def test_malformed_csv_is_named(write, text, message):
    with pytest.raises(UnreadableInput, match=message):
        read_csv(write("t.csv", text), labels=["b"])


def test_labels_must_be_named(write):
    with pytest.raises(UnreadableInput, match="name the label columns"):
        read_csv(write("t.csv", "a\n1\n"), labels=[])
