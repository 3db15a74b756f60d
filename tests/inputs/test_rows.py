"""CSV and TSV: encodings, exact text, names found out and reported, faults with their place."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qstheory.errors import UnreadableInput
from qstheory.inputs import read_loss, read_tree
from qstheory.inputs.distribution import read_distribution
from qstheory.inputs.surrogate import read_surrogate
from qstheory.learn.data.loading import read_letor
from qstheory.learn.data.mulan import read_label_names, read_mulan
from qstheory.losses.base import Loss


def entries(loss: Loss) -> Any:
    names = [list(loss.predictions), list(loss.observations)]
    return names, [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


def arff(path: Path) -> Any:
    labels = path.with_name("labels.xml")
    labels.write_text('<labels><label name="wé"/></labels>', encoding="utf-8")
    data = read_mulan([path], labels)
    return data.feature_names, data.X.tolist(), data.Y.tolist()


def letor(path: Path) -> Any:
    data = read_letor(path)
    return data.X.tolist(), data.relevance.tolist(), data.query.tolist()


SURROGATE = {
    "surrogate": {"é": [[[0, 0], [1, 1]]]},
    "decoder": [{"prediction": "é", "score": [1, 0]}],
}
READERS: dict[str, tuple[str, str, Callable[[Path], Any]]] = {
    "loss csv": ("a.csv", "pred,é,b\nu,0,1\nü,1/2,0\n", lambda path: entries(read_loss(path))),
    "loss tsv": ("a.tsv", "pred\té\tb\nu\t0\t1\n", lambda path: entries(read_loss(path))),
    "loss json": (
        "a.json",
        '{"entries": [[0, 0.1]], "observations": ["é", "b"]}',
        lambda path: entries(read_loss(path)),
    ),
    "tree": ("a.csv", "child,parent\né,root\nb,root\n", lambda path: entries(read_tree(path))),
    "distribution": ("a.csv", "input,weight,é,b\nx,1,1/2,1/2\n", read_distribution),
    "surrogate": ("a.json", json.dumps(SURROGATE, ensure_ascii=False), read_surrogate),
    "arff": (
        "a.arff",
        "@relation é\n@attribute x numeric\n@attribute wé {0,1}\n@data\n1.5,1\n2,0\n",
        arff,
    ),
    "labels": ("a.xml", '<labels><label name="é"/></labels>', read_label_names),
    "letor": ("a.txt", "2 qid:3 1:0.5 # é\n1 qid:3 1:1\n", letor),
}
EVERY = pytest.mark.parametrize("reader", READERS)


def reading(tmp_path: Path, reader: str, encoding: str, mark: bytes = b"") -> Any:
    name, text, read = READERS[reader]
    path = tmp_path / name
    path.write_bytes(mark + text.encode(encoding))
    return read(path)


@EVERY
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8-sig", b""),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("utf-32-le", b"\xff\xfe\0\0"),
        ("utf-32-be", b"\0\0\xfe\xff"),
    ],
)
def test_unicode_with_a_byte_order_mark_is_read(
    tmp_path: Path, reader: str, encoding: str, mark: bytes
) -> None:
    assert reading(tmp_path, reader, encoding, mark) == reading(tmp_path, reader, "utf-8")


@EVERY
@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-16-le", "seems to be UTF-16 (little-endian) without a byte order mark"),
        ("utf-16-be", "seems to be UTF-16 (big-endian) without a byte order mark"),
        ("latin-1", "byte 0xE9, which is 'é' in Latin-1 and Windows-1252"),
        ("cp437", "byte 0x82, which is '‚' in Latin-1 and Windows-1252"),
    ],
)
def test_any_other_encoding_is_refused_by_name_with_the_remedy(
    tmp_path: Path, reader: str, encoding: str, said: str
) -> None:
    with pytest.raises(UnreadableInput) as caught:
        reading(tmp_path, reader, encoding)
    text = str(caught.value)
    assert said in text
    assert "save it as UTF-8" in text
    assert text.startswith(str(tmp_path))
    assert "\n" not in text


@EVERY
def test_a_cut_off_utf_16_file_is_refused(tmp_path: Path, reader: str) -> None:
    name, text, read = READERS[reader]
    path = tmp_path / name
    path.write_bytes(text.encode("utf-16")[:-1])
    with pytest.raises(UnreadableInput, match=r"not text in UTF-16(-LE)?, as the byte order mark"):
        read(path)


F = Fraction


def rows(loss):
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


def written(tmp_path, content, name="loss.csv"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    ("text", "expected", "predictions", "observations"),
    [
        ("0,1\n1,0\n", [[0, 1], [1, 0]], "01", "01"),
        ("0;1/3\r\n1e-3;0.1\r\n", [[0, F(1, 3)], [F(1, 1000), F(1, 10)]], "01", "01"),
        ("a,b\n0,1\n1,0\n", [[0, 1], [1, 0]], "01", "ab"),
        ("u,0,1\nv,1,0\n", [[0, 1], [1, 0]], "uv", "01"),
        ("u,0,1\n", [[0, 1]], "u", "01"),
        (",a,b\nu,0,1\nv,1,0\n", [[0, 1], [1, 0]], "uv", "ab"),
        ("loss,a,b\nu,0,1\nv,1,0\n", [[0, 1], [1, 0]], "uv", "ab"),
        (",0,1\n7,0,1\n8,1,0\n", [[0, 1], [1, 0]], "78", "01"),
        ("a,b\nu,0,1\nv,1,0\n", [[0, 1], [1, 0]], "uv", "ab"),
        ("\ufeff# made by hand\n\n0,1\n\n1,0", [[0, 1], [1, 0]], "01", "01"),
        ('"a","b"\n"0","1"\n', [[0, 1]], "0", "ab"),
        ("0\n1\n2\n", [[0], [1], [2]], "012", "0"),
        ("x\n1\n2\n", [[1], [2]], "01", "x"),
        ("-.5,+2.\n", [[F(-1, 2), 2]], "0", "01"),
        ("0\t1\n1\t0\n", [[0, 1], [1, 0]], "01", "01"),
    ],
)
def test_layouts(tmp_path, text, expected, predictions, observations):
    loss = read_loss(written(tmp_path, text))
    assert rows(loss) == expected
    assert list(loss.predictions) == list(predictions)
    assert list(loss.observations) == list(observations)


def test_reading_is_reported(tmp_path):
    loss = read_loss(written(tmp_path, "# by hand\na;b\n0;1\n0;1\n"))
    assert loss.conventions == (
        "separated by semicolons; first row read as names; no column of names;"
        " comment lines skipped: 1",
        "equal rows: 1 and 2",
        "constant columns: 1, 2",
    )


def test_numeric_names_must_be_stated(tmp_path):
    path = written(tmp_path, "1,2\n0,1\n1,0\n")
    with pytest.raises(UnreadableInput, match="state --header yes"):
        read_loss(path)
    assert read_loss(path, header=False).predictions.size == 3
    assert list(read_loss(path, header=True).observations) == ["1", "2"]
    assert list(read_loss(path, header=True, labels=True).observations) == ["2"]


def test_tsv_keeps_commas_in_names(tmp_path):
    loss = read_loss(written(tmp_path, "a,b\tc\n0\t1\n", "loss.tsv"))
    assert list(loss.observations) == ["a,b", "c"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "The file is empty."),
        ("\n \n# only\n", "The file is empty."),
        ("a,b\n", "The file has a row of names but no row of numbers."),
        ("0,1\n1\n", "Row 2 has 1 cells where 2 are expected"),
        ("0,1\n\n1,0,3\n", "Row 3 has 3 cells where 2 are expected"),
        ("0,1\n1,x\n", "Row 2, column 2: 'x' is not a number."),
        ("0,1\nx,1\n", "Row 2, column 1: 'x' is not a number; if the first column"),
        ("a,b\n0,\n", "Row 2, column 2: the entry is empty."),
        ("0,nan\n", "Row 1, column 2: 'nan' is not a finite number."),
        ("0,-Infinity\n", "Row 1, column 2: '-Infinity' is not a finite number."),
        ("0,1/0\n", "Row 1, column 2: '1/0' divides by zero."),
        ("0,1e999999\n", "Row 1, column 2: '1e999999' has an exponent beyond 400."),
        ("0,1e-999999999999\n", "has an exponent beyond 400."),
        ("0," + "1" * 500 + "\n", "Row 1, column 2: the entry has more than 400 characters."),
        ("0;0,5\n1;0\n", "Row 1, column 2: '0,5' has a decimal comma; write a decimal point"),
        ("0,1_000\n", "Row 1, column 2: '1_000' has underscores; remove them."),
        ("0,\u0661\n", "Row 1, column 2: '\u0661' has other digits than 0 to 9."),
        ("0,__import__('os').getcwd()\n", "Row 1, column 2"),
        ('0,"1\n', "Row 1 is malformed"),
        ("a,a\n0,1\n", "The columns 1 and 2 have the same name 'a'; give each its own."),
        (",a\nu,0\nu,1\n", "The rows 1 and 2 have the same name 'u'; give each its own."),
        (",a,\nu,0,1\n", "The name of column 2 is empty."),
        (b"0,1\n\xe9,2\n", "Row 2 of the file is not text in UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "The file is not text in UTF-8"),
    ],
)
def test_faults_have_one_sentence_with_the_place(tmp_path, content, message):
    path = written(tmp_path, content)
    with pytest.raises(UnreadableInput) as caught:
        read_loss(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
