"""Tables as spreadsheets and other programs write them: read as they are meant, or refused."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from qstheory.errors import UnreadableInput
from qstheory.inputs import read_loss
from qstheory.inputs.distribution import read_distribution
from qstheory.inputs.layout import GROUPED, read_delimited

ZERO_ONE = [[0, 1], [1, 0]]
THREE = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]


def written(tmp_path, content, name="loss.csv"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def rows(loss):
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


def refusal(path):
    """The message, or None when the file is read."""
    try:
        read_loss(path)
    except UnreadableInput as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("text", "entries", "predictions", "observations"),
    [
        # A # in the corner, or before every name, is data.
        ("#,x,y,z\n0,0,1,1\n1,1,0,1\n2,1,1,0\n", THREE, "0 1 2", "x y z"),
        ("#,x,y,z\na,0,1,1\nb,1,0,1\nc,1,1,0\n", THREE, "a b c", "x y z"),
        ("#1,0,1\n#2,1,0\n", ZERO_ONE, "#1 #2", "0 1"),
        ("# by hand\n#\n# twice\n0,1\n1,0\n", ZERO_ONE, "0 1", "0 1"),
        # Columns of numbers that are names, by their corner.
        ("pred,cat,dog\n0,0,1\n1,1,0\n", ZERO_ONE, "0 1", "cat dog"),
        ("Predicted,cat,dog\n3,0,1\n7,1,0\n", ZERO_ONE, "3 7", "cat dog"),
        ("index;cat;dog\n0;0;1\n1;1;0\n2;1;1\n", [*ZERO_ONE, [1, 1]], "0 1 2", "cat dog"),
        ("Unnamed: 0,a,b\n0,0,1\n1,1,0\n", ZERO_ONE, "0 1", "a b"),
        ("pred/true,cat,dog\n0,0,1\n1,1,0\n", ZERO_ONE, "0 1", "cat dog"),
        ("pred,0,1,2\n0,0,1,1\n1,1,0,1\n2,1,1,0\n", THREE, "0 1 2", "0 1 2"),
        ("grade,1,2,3\n1,0,1,1\n2,1,0,1\n3,1,1,0\n", THREE, "1 2 3", "1 2 3"),
        ("z\\y,00,01\n00,0,1\n01,1,0\n", ZERO_ONE, "00 01", "00 01"),
        # What pandas, R and Excel write.
        (",0,1\n0,0,1\n1,1,0\n", ZERO_ONE, "0 1", "0 1"),
        (",0.0,1.0\n0.0,0,1\n1.0,1,0\n", ZERO_ONE, "0.0 1.0", "0.0 1.0"),
        ('"","V1","V2"\n"1",0,1\n"2",1,0\n', ZERO_ONE, "1 2", "V1 V2"),
        ('"V1","V2"\n"1",0,1\n"2",1,0\n', ZERO_ONE, "1 2", "V1 V2"),
        (",FALSE,TRUE\nFALSE,0,1\nTRUE,1,0\n", ZERO_ONE, "FALSE TRUE", "FALSE TRUE"),
        ("sep=;\na;b\n0;1\n1;0\n", ZERO_ONE, "0 1", "a b"),
        ("\ufeffsep=,\r\na,b\r\n0,1\r\n1,0\r\n", ZERO_ONE, "0 1", "a b"),
        ("a,b,\n0,1,\n1,0,\n", ZERO_ONE, "0 1", "a b"),
        ("a,b\n0,1,\n1,0,\n", ZERO_ONE, "0 1", "a b"),
        ("a,b,\n0,1\n1,0\n", ZERO_ONE, "0 1", "a b"),
        ("0;1;;\n1;0;;\n", ZERO_ONE, "0 1", "0 1"),
        (",,\n,a,b\n,0,1\n,1,0\n,,\n", ZERO_ONE, "0 1", "a b"),
        ("a,b\n,\n0,1\n  ,\n1,0\n,\n", ZERO_ONE, "0 1", "a b"),
        # Words among names that look like placeholders or numbers in another notation.
        ("cat,dog,none\n0,1,1\n1,0,1\n1,1,0\n", THREE, "0 1 2", "cat dog none"),
        ('age,50%,"1,5"\n0,1,1\n1,0,1\n1,1,0\n', THREE, "0 1 2", "age 50% 1,5"),
        ("+,-\n0,1\n1,0\n", ZERO_ONE, "0 1", "+ -"),
        ('"(0, 1)","(1, 0)"\n0,1\n1,0\n', ZERO_ONE, "0 1", "(0, 1) (1, 0)"),
        ("0-9,10-19\n0,1\n1,0\n", ZERO_ONE, "0 1", "0-9 10-19"),
        ("risk\na,0\nb,1\n", [[0], [1]], "a b", "risk"),
        # Costs that count.
        ("0,1,2\n1,0,1\n2,1,0\n", [[0, 1, 2], [1, 0, 1], [2, 1, 0]], "0 1 2", "0 1 2"),
        ("0,1,2\n1,0,1\n", [[0, 1, 2], [1, 0, 1]], "0 1", "0 1 2"),
        ("1,2,3\n4,5,6\n", [[1, 2, 3], [4, 5, 6]], "0 1", "0 1 2"),
        ("a,b\n0,1\n1,0\n", ZERO_ONE, "0 1", "a b"),
        ("a,b,c\n0,1,2\n1,0,1\n", [[0, 1, 2], [1, 0, 1]], "0 1", "a b c"),
        ("y0,y1,y2\n0,0,1\n1,1,0\n", [[0, 0, 1], [1, 1, 0]], "0 1", "y0 y1 y2"),
        ("1/2,1/2\n0,1\n1,0\n", [[Fraction(1, 2)] * 2, *ZERO_ONE], "0 1 2", "0 1"),
        ("0,1\n1,0\n1/2,1/2\n", [*ZERO_ONE, [Fraction(1, 2)] * 2], "0 1 2", "0 1"),
        # The first of the names of the columns is no corner.
        (
            "class 0,class 1,class 2\n0,0,1\n1,1,0\n",
            [[0, 0, 1], [1, 1, 0]],
            "0 1",
            "class 0 class 1 class 2",
        ),
        # Names that begin with a number, or with the code of a currency.
        ("1st,2nd\n0,1\n1,0\n", ZERO_ONE, "0 1", "1st 2nd"),
        ("{1},{2}\n0,1\n1,0\n", ZERO_ONE, "0 1", "{1} {2}"),
        ("kr1,r2\n0,1\n1,0\n", ZERO_ONE, "0 1", "kr1 r2"),
        ("1>2,2>1\n0,1\n1,0\n", ZERO_ONE, "0 1", "1>2 2>1"),
        ("class 1,0,1\nclass 2,1,0\n", ZERO_ONE, "class 1|class 2", "0 1"),
    ],
)
def test_what_is_meant_is_read(tmp_path, text, entries, predictions, observations):
    path = written(tmp_path, text)
    loss = read_loss(path)
    assert rows(loss) == entries
    assert list(loss.predictions) == predictions.split("|" if "|" in predictions else None)
    written_names = "|".join(loss.observations)
    assert written_names.replace("|", " ") == observations


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # Error cells, in costs and in names.
        ("0,1,1\n#DIV/0!,0,1\n1,1,0\n", "Row 2, column 1: '#DIV/0!' is the error value"),
        ("a,b\n0,1\n#N/A,0\n", "Row 3, column 1: '#N/A' is the error value of a spreadsheet"),
        ("#REF!,0\n1,0\n", "Row 1, column 1: '#REF!' is the error value"),
        ("#REF!,b\n1,0\n", "Row 1, column 1: the name '#REF!' is the error value"),
        (",a,b\n#NAME?,0,1\nv,1,0\n", "Row 2, column 1: the name '#NAME?' is the error value"),
        ("0,#NV\n1,0\n", "Row 1, column 2: '#NV' is the error value"),
        ("0,Err:502\n1,0\n", "Row 1, column 2: 'Err:502' is the error value"),
        ("0,###\n1,0\n", "Row 1, column 2: '###' is the error value"),
        # A # that may begin a comment or a name.
        ("# a,b\n0,1\n1,0\n", "Row 1 begins with # and has cells"),
        ("# made by hand, in May\n0,1\n1,0\n", "Row 1 begins with # and has cells"),
        ("0,1\n# half\n1,0\n", "Row 2 has 1 cells where 2 are expected, as in row 1; comments"),
        # A title, or the only name beside a column of names.
        ("My costs\n0,1\n1,0\n", "Row 1 has one cell above rows of two: remove it where it is a"),
        # A mark that turns the line on which the name is shown.
        (",\u202ea,b\nx,0,1\ny,1,0\n", "The name of column 1 has control characters"),
        # Other notations.
        ("0,5;0;1\n0,5;1;0\n", "Row 1, column 1: '0,5' has a decimal comma"),
        ("a;b\n0,5;1\n1,5;0\n", "Row 2, column 1: '0,5' has a decimal comma; write a decimal"),
        ('0,"1,000"\n1,0\n', "'1,000' has a separator of thousands or a decimal comma"),
        ('"1,000","2,000"\n1,0\n', "Row 1, column 1: '1,000' has a separator of thousands"),
        ("50%,0\n0,50%\n", "Row 1, column 1: '50%' is a percentage; write 50% as 0.5"),
        ("50%,10%\n20%,30%\n", "Row 1, column 1: '50%' is a percentage"),
        ("$5,0\n$1,1\n", "Row 1, column 1: '$5' has a currency; write the number alone"),
        ("5 \u20ac;0\n1 \u20ac;1\n", "has a currency; write the number alone"),
        ("0,\u22121\n1,0\n", "has another minus sign than the hyphen"),
        ("\u22121,0\n\u22122,1\n", "Row 1, column 1: '\u22121' has another minus sign"),
        ("1 000,0\n2 000,1\n", "Row 1, column 1: '1 000' has a separator of thousands"),
        ("1\u202f000,0\n0,1\n", "has a separator of thousands; remove it"),
        ("1'000,0\n0,1\n", "has a separator of thousands; remove it"),
        ("1.0D0,0\n2.0D0,1\n", "Row 1, column 1: '1.0D0' has an exponent of Fortran"),
        ("0,1.5d-3\n1,0\n", "Row 1, column 2: '1.5d-3' has an exponent of Fortran"),
        ("TRUE,FALSE\nFALSE,TRUE\n", "Row 1, column 1: 'TRUE' is a truth value; write 1 or 0"),
        ("0,true\n1,0\n", "Row 1, column 2: 'true' is a truth value"),
        ("(5),0\n0,1\n", "is negative by its brackets"),
        ("0,5-\n1,0\n", "has its minus sign behind"),
        ("0,- 5\n1,0\n", "has a space after its sign"),
        ("0,\u00bd\n1,0\n", "has a fraction or power as one character"),
        ("0,1 1/2\n1,0\n", "is a mixed number"),
        ("0,02-Jan\n1,0\n", "is a date, as spreadsheets make of 1/2"),
        ("0,=1/2\n1,0\n", "is a formula"),
        ("0,'0.5\n1,0\n", "begins with an apostrophe"),
        ("0,\u200b5\n1,0\n", "has an invisible character"),
        ("0,\uff15\n1,0\n", "has other digits than 0 to 9"),
        ("0,0x1F\n1,0\n", "is hexadecimal"),
        ("0,1.#INF\n1,0\n", "is not a finite number"),
        ("0;1.234,5\n1;0\n", "has points as separators of thousands"),
        ("0.5 1\n1 0\n", "is several numbers separated by blanks"),
        # A header or a column of nothing but numbers in another notation has no names.
        ("0x1p3,0x1p4\n1,2\n2,1\n", "Row 1, column 1: '0x1p3' is hexadecimal, octal or binary"),
        ("0b1,1\n0b10,0\n", "Row 1, column 1: '0b1' is hexadecimal, octal or binary"),
        ("1.5f,1\n2.5f,0\n", "Row 1, column 1: '1.5f' has letters behind it"),
        ("1L,2L\n0,1\n", "Row 1, column 1: '1L' has letters behind it"),
        ("1.0+2.0j,1\n2.0-1e-3j,0\n", "'1.0+2.0j' is a complex number; costs are real"),
        ("10^3,1\n10**2,0\n", "Row 1, column 1: '10^3' is a power"),
        ("1e\u22123,1\n1e\u22124,0\n", "has another minus sign than the hyphen"),
        ("1\u066b5,1\n2\u066b5,0\n", "has another decimal point"),
        ("\uff11\uff0e\uff15,1\n\uff12\uff0e\uff15,0\n", "has other digits than 0 to 9"),
        ("<1,1\n<2,0\n", "Row 1, column 1: '<1' has other signs beside it"),
        ("5*,1\n6**,0\n", "Row 1, column 1: '5*' has other signs beside it"),
        ("1\u00b10.1,1\n2\u00b10.1,0\n", "has its error beside it"),
        ("1.23(4),1\n1.25(4),0\n", "'1.23(4)' has its error beside it"),
        ("1 e3,1\n1 e4,0\n", "'1 e3' has a blank within"),
        ("--1,1\n--2,0\n", "'--1' has two signs; write one"),
        ("1/-3,1\n1/-4,0\n", "'1/-3' has a sign below its bar"),
        ("R$ 5,1\nUS$6,0\n", "'R$ 5' has a currency"),
        ("5 percent,1\n6 percent,0\n", "'5 percent' has letters behind it"),
        ("0.5\\%,1\n0.6\\%,0\n", "is a percentage"),
        ("(50%),1\n(60%),0\n", "is negative by its brackets"),
        ("\u201c5\u201d,1\n\u201c6\u201d,0\n", "is in quotes of its own"),
        ("=A1,1\n=B1,0\n", "Row 1, column 1: '=A1' is a formula"),
        ("1:30:00,1\n2:30:00,0\n", "'1:30:00' is a time"),
        ("2024/01/02,1\n2024/01/03,0\n", "'2024/01/02' is a date"),
        ("PRAWDA,1\nFAŁSZ,0\n", "'PRAWDA' is a truth value"),
        # A list of entries is no matrix.
        ("i,j,value\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n", "The rows list 'i', 'j', 'value', an entry"),
        ("pred,true,cost\na,a,0\na,b,1\nb,a,1\nb,b,0\n", "The rows list 'pred', 'true', 'cost'"),
        # Names that look the same, or end the line.
        ("e\u0301,\u00e9\n0,1\n1,0\n", "The columns 1 and 2 have the same name"),
        ("a\u200b,a\n0,1\n1,0\n", "The columns 1 and 2 have the same name 'a'"),
        ("a\u2028b,c\n0,1\n1,0\n", "The name of column 1 has control characters"),
        # Two readings.
        ("cost,a,b\n0,2,5\n1,2,0\n", "Column 1 can be read as names of the predictions"),
        ("Unnamed: 0,Unnamed: 1\n0,1\n1,0\n", "Column 1 can be read as names"),
        ("Weight,a,b\n0.5,0.5,0.5\n0.5,1,0\n", "makes this a distribution, no loss"),
        ("species,cat,dog\n0,0,1\n1,1,0\n", "Column 1 can be read as names of the predictions"),
        ("loss,a,b\n0,1,1\n1,0,1\n2,1,0\n", "Column 1 can be read as names of the predictions"),
        ("0,1\n0,1\n1,0\n", "Row 1 can be read as names of the observations and as costs"),
        ("0,1,2\n0.5,0.1,0.2\n0.1,0.7,0.3\n0.1,0.4,0.3\n", "Row 1 can be read as names"),
        ("0,0,1\n1,1,0\n", "Column 1 can be read as names of the predictions and as costs"),
        ("2019,2020\n0,1\n1,0\n", "Row 1 can be read as names of the observations and as"),
        ("30,10,20\n0,1,1\n1,0,1\n1,1,0\n", "Row 1 can be read as names"),
        ("year,a,b\n2019,0,1\n2020,1,0\n", "Column 1 can be read as names of the predictions"),
        ("-,1\n1,-\n", "Row 1, column 1: '-' is not a number"),
        ("a,,b\n0,,1\n1,,0\n", "Column 2 is empty; remove it."),
        ("0\n1,0\n2,1,0\n", "Row 2 has 2 cells where 1 are expected, as in row 1."),
        ("00,01,10,11\n0,1,1,2\n", "Row 1 can be read as names of the observations"),
        ("pred,0,1\ncat,0,1\ndog,1,0\n", "Row 1 can be read as names of the observations"),
        ("x,1\n1,0\n", "Row 1 can be read as names of the observations"),
        (",2.5,1\n1,0,2\n2,1,0\n", "Row 1 can be read as names of the observations"),
        ("0,1\n0,0,1\n1,1,0\n", "if the first row has names, state --header yes"),
        ("x,0,1\ncat,0,1\n3,1,0\n", "state --header yes"),
        ("a,b,c\ncat,0,1\n3,1,0\n", "Row 2, column 1: 'cat' is not a number; if the first col"),
        # Separators and blank rows.
        ("a,b\n0,1\n1,0,\n", "Row 3 has 3 cells where 2 are expected, as in row 2; it ends with"),
        ("0\n\n1\n", "Row 2, column 1: the only entry of the row is empty"),
        ("a,b\n0,1\n,0\n", "Row 3, column 1: the entry is empty"),
        ("sep=|\n0|1\n", "Row 1 names the separator '|'; tabs, semicolons and commas are read"),
        ("sep=;\n0,1\n1,0\n", "has a decimal comma"),
        (",,\n,,\n", "nothing in their cells"),
    ],
)
def test_what_may_mean_something_else_is_refused(tmp_path, text, message):
    path = written(tmp_path, text)
    with pytest.raises(UnreadableInput) as caught:
        read_loss(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "options", "entries"),
    [
        ("# a,b\n0,1\n1,0\n", {"header": True}, ZERO_ONE),
        ("0,1\n0,1\n1,0\n", {"header": True}, ZERO_ONE),
        ("0,1\n0,1\n1,0\n", {"header": False}, [[0, 1], *ZERO_ONE]),
        ("0,0,1\n1,1,0\n", {"labels": True}, ZERO_ONE),
        ("0,0,1\n1,1,0\n", {"labels": False}, [[0, 0, 1], [1, 1, 0]]),
        ("species,cat,dog\n0,0,1\n1,1,0\n", {"labels": True}, ZERO_ONE),
        ("species,cat,dog\n0,0,1\n1,1,0\n", {"labels": False}, [[0, 0, 1], [1, 1, 0]]),
        ("0,1\n0,0,1\n1,1,0\n", {"header": True}, ZERO_ONE),
        ("TRUE,FALSE\n0,1\n1,0\n", {"header": True}, ZERO_ONE),
        ("50%,0,1\n25%,1,0\n", {"labels": True, "header": False}, ZERO_ONE),
        ("x,1\n1,0\n", {"header": True}, [[1, 0]]),
    ],
)
def test_the_option_that_is_named_decides(tmp_path, text, options, entries):
    assert rows(read_loss(written(tmp_path, text), **options)) == entries


ENTRIES = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(
            st.integers(-3, 12).map(str) | st.integers(0, 40).map(lambda k: f"{k / 8}"),
            min_size=width,
            max_size=width,
        ),
        min_size=1,
        max_size=4,
    )
)
NAMES = st.sampled_from(
    [
        [str(k) for k in range(4)],
        [str(k) for k in range(1, 5)],
        ["00", "01", "10", "11"],
        ["cat", "dog", "fish", "none"],
        ["y0", "y1", "y2", "y3"],
        ["1st", "50%", "TRUE", "x"],
        ["#1", "#2", "#3", "#4"],
        ["0.5", "1.5", "2.5", "3.5"],
    ]
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    entries=ENTRIES,
    header=NAMES,
    labels=NAMES,
    form=st.tuples(
        st.sampled_from(["", "pred", "Unnamed: 0", "#"]), st.sampled_from([",\n", ";\r\n", "\t\n"])
    ),
)
def test_a_table_with_a_corner_is_never_misread(tmp_path, entries, header, labels, form):
    corner, marks = form
    names, stubs = header[: len(entries[0])], labels[: len(entries)]
    lines = [[corner, *names], *([stub, *row] for stub, row in zip(stubs, entries, strict=True))]
    path = written(tmp_path, marks[1:].join(marks[0].join(line) for line in lines))
    # Between semicolons such a number may be a thousand, and is asked about.
    grouped = any(GROUPED.fullmatch(entry) for row in entries for entry in row)
    assume(marks[0] != ";" or not grouped)
    said = refusal(path)
    assert said is None or "state --" in said
    loss = read_loss(path, **({} if said is None else {"header": True, "labels": True}))
    assert rows(loss) == [[Fraction(entry) for entry in row] for row in entries]
    assert (list(loss.predictions), list(loss.observations)) == (stubs, names)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=ENTRIES, header=NAMES, labels=NAMES, which=st.sampled_from(["header", "labels"]))
def test_one_line_of_names_is_told_or_asked_for(tmp_path, entries, header, labels, which):
    names, stubs = header[: len(entries[0])], labels[: len(entries)]
    # A line of one cell that begins with # is a comment.
    assume(len(entries[0]) > 1 or names[0][0] != "#" or which == "labels")
    if which == "header":
        lines = [names, *entries]
    else:
        lines = [[stub, *row] for stub, row in zip(stubs, entries, strict=True)]
    path = written(tmp_path, "\n".join(",".join(line) for line in lines))
    has_word = any(name[0] not in "0123456789" for name in (names if which == "header" else stubs))
    stated = {"header": which == "header", "labels": which == "labels"}
    expected = [[Fraction(entry) for entry in row] for row in entries]
    assert rows(read_loss(path, **stated)) == expected
    said = refusal(path)
    assert said is None or "state --" in said
    if said is None and has_word:
        assert rows(read_loss(path)) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("input,weight,0,1\na,0.5,50%,50%\n", "Row 2, column 3: '50%' is a percentage"),
        ("input;weight;0;1\na;0,5;1;0\n", "Row 2, column 2: '0,5' has a decimal comma"),
        ("input,weight,0,1\n#N/A,1,1,0\n", "Row 2, column 1: the name '#N/A' is the error"),
        ("input,weight,0,1\na,1,#DIV/0!,0\n", "Row 2, column 3: '#DIV/0!' is the error"),
        ("input,weight,0,1\na,1,1,0\n#b,1,1,0,\n", "Row 3 has 5 cells where 4 are expected"),
        ("input,weight,0,1\na,1,1,\n", "Row 2, column 4: the entry is empty"),
    ],
)
def test_distributions_are_read_by_the_same_rules(tmp_path, text, message):
    with pytest.raises(UnreadableInput) as caught:
        read_distribution(written(tmp_path, text))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "#,weight,0,1\na,1,1,0\n",
        "# by hand\ninput,weight,0,1\na,1,1,0\n",
        "sep=;\ninput;weight;0;1\na;1;1;0\n",
        "input,weight,0,1,\na,1,1,0,\n,,,,\n",
        "#1,weight,0,1\na,1,1,0\n",
    ],
)
def test_distributions_keep_all_rows(tmp_path, text):
    (read,) = read_distribution(written(tmp_path, text))
    assert (read.name, read.weight, dict(read.conditional)) == ("a", 1, {"0": 1, "1": 0})


@pytest.mark.parametrize("content", [b"0;1.000\n12.500;0\n", b"a;b\n0;-1.000\n2;0\n"])
def test_a_point_that_may_separate_thousands_is_asked_about_between_semicolons(content):
    with pytest.raises(UnreadableInput, match=r"Row .* write -?1000 or -?1\.0000\."):
        read_delimited(content)


@pytest.mark.parametrize(
    ("content", "last"),
    [
        (b"0.000;1.000\n1.000;0.000\n", 1),
        (b"0;1.000\n0.5;0\n", 1),
        (b"0;1.0000\n1.000;0\n", 1),
        (b"0,1.000\n1.000,0\n", 1),
        (b"0;1000\n1000;0\n", 1000),
    ],
)
def test_a_point_that_is_decimal_is_read_as_such(content, last):
    assert read_delimited(content).entries[0][1] == last


def test_the_row_of_another_length_than_most_is_named():
    with pytest.raises(UnreadableInput, match=r"Row 2 has 2 cells .* as in row 1"):
        read_delimited(b"0,1,2\n1,0\n2,1,0\n")
