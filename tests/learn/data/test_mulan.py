"""MULAN files: dense, sparse, compressed, in parts, and malformed."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.learn.data import Reading
from qstheory.learn.data.mulan import read_label_names, read_mulan
from qstheory.learn.data.reading import RowIdentifier

XML = """<?xml version="1.0" encoding="utf-8"?>
<labels xmlns="http://mulan.sourceforge.net/labels">
<label name="Stellar's Jay"></label>
<label name="wren"></label>
</labels>
"""
DENSE = r"""% a comment
@RELATION tiny

@attribute size numeric
@Attribute	wren	{0,1}
@attribute place {2,10,1}
@attribute wet {0,1}
@attribute 'Stellar\'s Jay' {0,1}

@DATA

1.5,1,10,0,0
% another
-2e3,0,2,1,1
"""
SPARSE = r"""@relation tiny
@attribute 00 numeric
@attribute wren {0,1}
@attribute place {far,near}
@attribute upside {1,0}
@attribute "Stellar's Jay" {0,1}
@data
{0 3,1 1}
{}
{2 near,3 0,4 1}"""


@pytest.mark.parametrize("ending", ["", ".xz", ".gz"])
def test_dense(write, ending):
    data = read_mulan([write(f"tiny.arff{ending}", DENSE)], write(f"tiny.xml{ending}", XML))
    assert data.name == "tiny"
    assert data.label_names == ("wren", "Stellar's Jay")
    assert data.feature_names == ("size", "place=2", "place=10", "place=1", "wet")
    np.testing.assert_array_equal(data.X, [[1.5, 0, 1, 0, 0], [-2000, 1, 0, 0, 1]])
    np.testing.assert_array_equal(data.Y, [[1, 0], [0, 1]])
    assert (data.n, data.m, data.attributes, data.cardinality) == (2, 2, 3, 1.0)
    assert data.distinct_label_sets == 2


def test_sparse_rows_leave_out_zero_and_the_first_declared_value(write):
    data = read_mulan([write("tiny.arff", SPARSE)], write("tiny.xml", XML))
    assert sp.issparse(data.X)
    assert data.feature_names == ("00", "place=far", "place=near", "upside")
    expected = [[3, 1, 0, 1], [0, 1, 0, 1], [0, 0, 1, 0]]
    np.testing.assert_array_equal(data.X.toarray(), expected)
    np.testing.assert_array_equal(data.Y, [[1, 0], [0, 0], [0, 1]])


def test_quotes_within_names(write):
    text = DENSE.replace(r"'Stellar\'s Jay'", r"'the jays\''").replace("size", r"'\'size\' 2'")
    xml = write("tiny.xml", XML.replace("Stellar's Jay", "the jays'"))
    data = read_mulan([write("tiny.arff", text)], xml)
    assert data.label_names == ("wren", "the jays'")
    assert data.feature_names[0] == "'size' 2"


def test_parts_are_put_end_to_end(write):
    xml = write("tiny.xml", XML)
    parts = [write("a.arff", DENSE), write("b.arff", DENSE.replace("tiny", "other"))]
    data = read_mulan(parts, xml)
    assert data.n == 4
    np.testing.assert_array_equal(data.X[:2], data.X[2:])


def test_parts_with_other_attributes_are_refused(write):
    parts = [write("a.arff", DENSE), write("b.arff", DENSE.replace("size", "sighs"))]
    with pytest.raises(UnreadableInput, match="declares other attributes"):
        read_mulan(parts, write("tiny.xml", XML))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1.5,1,10", "1.5,?,10", r"line 12: attribute 'wren' has a missing value \(\?\)"),
        ("-2e3,0", "0", "line 14: the row does not have one value for each attribute"),
        ("1.5,1,10", "1.5,1,11", "line 12: a value is not among those"),
        ("-2e3", "much", "line 14: attribute 'size': 'much' is not a number"),
        ("-2e3", "nan", "line 14: attribute 'size': 'nan' is not a finite number"),
        ("-2e3", "inf", "line 14: attribute 'size': 'inf' is not a finite number"),
        ("size numeric", "size", "line 4: the line is not of the form @attribute"),
        ("size numeric", "wren numeric", "line 5: the attribute's name was used before"),
        ("size numeric", "size date", "attribute 'size' is a date; leave it out with drop"),
        ("size numeric", "size {}", "a nominal attribute declares no values"),
        ("size numeric", "size {a,b,a}", "attribute 'size' declares a value twice"),
        ("size numeric", "size relational", "line 4: the type of the attribute"),
        ("-2e3", "1_000", "line 14: attribute 'size': '1_000' has underscores"),
        ("-2e3", '"1,5"', "line 14: attribute 'size': '1,5' has a decimal comma"),
        ("@DATA", "@DATA 1,0,2,1,1", "line 10: the line of @data has more"),
        ("@DATA", "@DATA % the rows", None),
        ("@RELATION tiny", "@RELATION tiny\n", None),
        ("size numeric", "size string", "attribute 'size' is a text; leave it out with drop"),
        ("@DATA", "", "it does not follow @relation, @attribute, @data, rows"),
        ("wren\t{0,1}", "wren\t{0,1,2}", None),
        ("@RELATION tiny", "@RELATION", "line 2: it is not in ARFF form"),
    ],
)
def test_malformed_arff_names_the_line(write, old, new, message):
    assert old in DENSE
    paths = [write("tiny.arff", DENSE.replace(old, new))], write("tiny.xml", XML)
    if message is None:
        assert read_mulan(*paths).n == 2
        return
    with pytest.raises(UnreadableInput, match=message) as caught:
        read_mulan(*paths)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ["integer", "INTEGER", "real", "Numeric"])
def test_integers_keep_their_decimals(write, kind):
    text = DENSE.replace("size numeric", f"size {kind}").replace("1.5,1", "1.7,1")
    data = read_mulan([write("tiny.arff", text)], write("tiny.xml", XML))
    np.testing.assert_array_equal(data.X[:, 0], [1.7, -2000])


@pytest.mark.parametrize("row", ["{0 1,0 2}", "{0 1, 1 1, 00 2}", "{2 near,3 0, 2 'far'}"])
def test_an_index_twice_in_a_sparse_row_is_refused(write, row):
    with pytest.raises(UnreadableInput, match=r"line 9: the sparse row has the index . twice"):
        read_mulan([write("t.arff", SPARSE.replace("{}", row))], write("t.xml", XML))


def test_quoted_commas_in_a_sparse_row_are_no_index(write):
    text = SPARSE.replace("{far,near}", "{far,'near, 0 x'}").replace("2 near", "0 5,2 'near, 0 x'")
    data = read_mulan([write("t.arff", text)], write("t.xml", XML))
    np.testing.assert_array_equal(data.X.toarray()[2], [5, 0, 1, 0])


def with_identifiers(kind):
    """Twelve rows, the first attribute of which numbers them."""
    rows = "".join(f"r{k},{k / 2},0,1\n" for k in range(12))
    return (
        f"@relation t\n@attribute id {kind}\n@attribute a numeric\n@attribute wren {{0,1}}\n"
        f"@attribute 'Stellar\\'s Jay' {{0,1}}\n@data\n{rows}"
    )


def test_an_identifier_of_the_rows_is_warned_of_and_left_out(write):
    xml = write("tiny.xml", XML)
    path = write("t.arff", with_identifiers("{" + ",".join(f"r{k}" for k in range(12)) + "}"))
    with pytest.warns(RowIdentifier, match=r"'id' has another .* 12 columns .* drop=\['id'\]"):
        assert read_mulan([path], xml).X.shape == (12, 13)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = read_mulan([path], xml, reading=Reading(drop=["id"]))
    assert (data.X.shape, data.feature_names, data.attributes) == ((12, 1), ("a",), 1)
    numbered = with_identifiers("numeric").replace("\nr", "\n")
    with pytest.warns(RowIdentifier, match="'id' has another value in every row"):
        read_mulan([write("n.arff", numbered)], xml)


@pytest.mark.parametrize("kind", ["string", "date 'yyyy'"])
def test_texts_are_left_out_on_request(write, kind):
    path = write("t.arff", with_identifiers(kind).replace("r3,", "?,"))
    data = read_mulan([path], write("tiny.xml", XML), reading=Reading(drop=["id"]))
    assert data.X.shape == (12, 1)
    for drop, message in (
        (["id", "x"], "no attribute 'x' to leave out"),
        (["id", "wren"], "as well"),
    ):
        with pytest.raises(UnreadableInput, match=message):
            read_mulan([path], write("tiny.xml", XML), reading=Reading(drop=drop))


def test_a_sparse_file_without_one_of_its_attributes(write):
    xml = write("tiny.xml", XML)
    data = read_mulan([write("t.arff", SPARSE)], xml, reading=Reading(drop=["place"]))
    np.testing.assert_array_equal(data.X.toarray(), [[3, 1], [0, 1], [0, 0]])


def test_label_that_is_not_a_bit_is_refused(write):
    text = DENSE.replace("wren\t{0,1}", "wren\t{0,1,2}").replace("1.5,1,", "1.5,2,")
    with pytest.raises(UnreadableInput, match="line 12: label 'wren' is 2, not 0 or 1"):
        read_mulan([write("tiny.arff", text)], write("tiny.xml", XML))


def test_sparse_row_among_dense_ones(write):
    xml = write("tiny.xml", XML)
    second = DENSE.replace("-2e3,0,2,1,1", "{0 1.5, 1 1}")
    data = read_mulan([write("tiny.arff", second)], xml)
    np.testing.assert_array_equal(data.X[1], [1.5, 1, 0, 0, 0])
    first = DENSE.replace("1.5,1,10,0,0", "{0 1.5, 1 1}")
    with pytest.raises(UnreadableInput, match=r"line 14: .* sparse and dense rows are mixed"):
        read_mulan([write("tiny.arff", first)], xml)


def test_sparse_index_out_of_range(write):
    with pytest.raises(UnreadableInput, match="line 9"):
        read_mulan([write("t.arff", SPARSE.replace("{}", "{7 1}"))], write("t.xml", XML))


def test_no_rows_and_no_file(write, tmp_path):
    xml = write("tiny.xml", XML)
    header = DENSE.split("1.5", maxsplit=1)[0]
    with pytest.raises(UnreadableInput, match="no rows"):
        read_mulan([write("tiny.arff", header)], xml)
    with pytest.raises(UnreadableInput, match="cannot be read: No such file"):
        read_mulan([tmp_path / "absent.arff"], xml)
    with pytest.raises(UnreadableInput, match="at least one ARFF"):
        read_mulan([], xml)


@pytest.mark.parametrize("ending", [".xz", ".gz"])
def test_damaged_compression_and_other_encodings(write, ending):
    path = write(f"tiny.arff{ending}", DENSE + "".join(f"{i},0,1,0,0\n" for i in range(9999)))
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(UnreadableInput, match="damaged or cut off"):
        read_mulan([path], write("tiny.xml", XML))
    path.write_bytes(b"plain text")
    with pytest.raises(UnreadableInput, match="damaged or cut off"):
        read_mulan([path], write("tiny.xml", XML))
    plain = write("tiny.arff", DENSE)
    plain.write_bytes(DENSE.replace("% another", "% \u00e9").encode("latin-1"))
    with pytest.raises(UnreadableInput, match="line 13: it is not text in UTF-8"):
        read_mulan([plain], write("tiny.xml", XML))


def test_nested_labels_in_any_namespace(write):
    xml = '<labels><label name="a"><label name="b"/></label></labels>'
    assert read_label_names(write("l.xml", xml)) == ("a", "b")


def test_the_encoding_that_xml_declares_is_not_that_of_its_text(write):
    """A file that was saved anew keeps its first line."""
    xml = '<?xml version="1.0" encoding="iso-8859-1"?><labels><label name="\u00e9"/></labels>'
    assert read_label_names(write("l.xml", xml)) == ("\u00e9",)


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        ("<labels>\n<label name='a'>\n</labels>", "line 3: it is not well-formed"),
        ("<labels/>", "must list labels"),
        ("<labels><label/></labels>", "must list labels"),
        ("<labels><label name='a'/><label name='a'/></labels>", "names a label twice"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><labels><label name='&a;'/></labels>", "DOCTYPE"),
    ],
)
def test_malformed_xml(write, xml, message):
    with pytest.raises(UnreadableInput, match=message):
        read_label_names(write("l.xml", xml))


def test_label_without_attribute(write):
    xml = write("tiny.xml", XML.replace("wren", "owl"))
    with pytest.raises(UnreadableInput, match="names the label 'owl'"):
        read_mulan([write("tiny.arff", DENSE)], xml)


def test_words_of_labels_and_sparse_defaults(write):
    """What a sparse row leaves out is the first declared value, here a label that is on."""
    text = SPARSE.replace("wren {0,1}", "wren {YES,no}").replace("1 1}", "1 no}")
    data = read_mulan([write("t.arff", text)], write("t.xml", XML))
    np.testing.assert_array_equal(data.Y, [[0, 0], [1, 0], [1, 1]])
    text = DENSE.replace("wren\t{0,1}", "wren {TRUE,FALSE}").replace("1.5,1,", "1.5,TRUE,")
    data = read_mulan(
        [write("d.arff", text.replace("-2e3,0,", "-2e3,FALSE,"))], write("t.xml", XML)
    )
    np.testing.assert_array_equal(data.Y, [[1, 0], [0, 1]])
    other = SPARSE.replace("wren {0,1}", "wren {absent,present}").replace("1 1}", "1 present}")
    with pytest.raises(UnreadableInput, match="line 8: label 'wren' is present, not 0 or 1 \\(nor"):
        read_mulan([write("t.arff", other)], write("t.xml", XML))


def test_missing_values_are_dropped_or_left_to_an_imputer(write):
    xml = write("t.xml", XML)
    text = DENSE.replace("1.5,1,10,0,0", "?,1,?,0,0")
    path = write("t.arff", text)
    with pytest.raises(UnreadableInput, match=r"line 12: .*missing='impute'.*missing='drop'"):
        read_mulan([path], xml)
    data = read_mulan([path], xml, reading=Reading(missing="impute"))
    np.testing.assert_array_equal(data.X, [[np.nan, 0, 0, 0, 0], [-2000, 1, 0, 0, 1]])
    dropped = read_mulan([path], xml, reading=Reading(missing="drop"))
    np.testing.assert_array_equal(dropped.X, [[-2000, 1, 0, 0, 1]])
    np.testing.assert_array_equal(dropped.Y, [[0, 1]])
    sparse = read_mulan(
        [write("s.arff", SPARSE.replace("0 3", "0 ?"))], xml, reading=Reading(missing="impute")
    )
    np.testing.assert_array_equal(sparse.X.toarray()[0], [np.nan, 1, 0, 1])
    unlabelled = write("u.arff", DENSE.replace("1.5,1,", "1.5,?,"))
    with pytest.raises(UnreadableInput, match=r"line 12: label 'wren' is missing.*missing='drop'"):
        read_mulan([unlabelled], xml, reading=Reading(missing="impute"))
    assert read_mulan([unlabelled], xml, reading=Reading(missing="drop")).n == 1
    with pytest.raises(UnreadableInput, match="no rows after @data that are kept"):
        read_mulan(
            [write("a.arff", text.replace("-2e3", "?"))], xml, reading=Reading(missing="drop")
        )


def test_weights_of_rows_are_used_or_ignored(write):
    xml = write("t.xml", XML)
    dense = write("d.arff", DENSE.replace("1.5,1,10,0,0", "1.5,1,10,0,0, {2.5}"))
    sparse = write("s.arff", SPARSE.replace("{0 3,1 1}", "{0 3,1 1}, {4}"))
    for path, weights in ((dense, [2.5, 1]), (sparse, [4, 1, 1])):
        with pytest.raises(UnreadableInput, match=r"has a weight; .*'use' .*'ignore'"):
            read_mulan([path], xml)
        used = read_mulan([path], xml, reading=Reading(weights="use"))
        np.testing.assert_array_equal(used.weights, weights)
        ignored = read_mulan([path], xml, reading=Reading(weights="ignore"))
        assert ignored.weights is None
        assert (ignored.X != used.X).sum() == 0
    assert read_mulan([write("p.arff", DENSE)], xml, reading=Reading(weights="use")).weights is None


@pytest.mark.parametrize(("weight", "said"), [("-1", "is negative"), ("heavy", "not a number")])
def test_bad_weights_are_refused(write, weight, said):
    path = write("d.arff", DENSE.replace("1.5,1,10,0,0", f"1.5,1,10,0,0,{{{weight}}}"))
    with pytest.raises(UnreadableInput, match=f"line 12: .*{said}"):
        read_mulan([path], write("t.xml", XML), reading=Reading(weights="use"))


def test_braces_within_values_are_no_weight(write):
    text = DENSE.replace("place {2,10,1}", "place {2,'a, {3}'}").replace(",10,", ",'a, {3}',")
    text = text.replace("2,1,1", "'a, {3}',1,1")
    data = read_mulan([write("t.arff", text)], write("t.xml", XML))
    assert "place=a, {3}" in data.feature_names


def test_all_texts_are_left_out_on_request(write):
    path = write("t.arff", with_identifiers("string"))
    data = read_mulan([path], write("tiny.xml", XML), reading=Reading(text="drop"))
    assert (data.X.shape, data.feature_names) == ((12, 1), ("a",))


def test_other_words_for_options_are_refused():
    with pytest.raises(InvalidParameter, match="must be one of refuse, drop, impute"):
        Reading(missing="mean")
