"""Text files of every reader in every encoding: read alike, or refused by the encoding's name."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qstheory.errors import UnreadableInput
from qstheory.inputs import read_loss, read_tree
from qstheory.inputs.distribution import read_distribution
from qstheory.inputs.surrogate import read_surrogate
from qstheory.learn.data.letor import read_letor
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
