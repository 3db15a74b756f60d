"""`load_dataset(directory, name)`: a benchmark data set from its folder, by what lies there.

MULAN data have a reader of their own; a file of LETOR or SVMlight is read here, one pair a line:
`relevance qid:q 1:v 2:v ... # comment`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from qstheory.errors import UnreadableInput
from qstheory.inputs.numbers import exact_text, finite_float
from qstheory.learn.data import STRICT, Reading
from qstheory.learn.data.mulan import read_mulan
from qstheory.learn.data.reading import Lines, MultilabelData, RankingData

ENTRIES = 2**28
"""Most entries of X, which is dense: 2 GiB."""
INTEGER = 2**62
"""Relevances and query ids are smaller than this."""


@dataclass(frozen=True)
class Pair:
    """A line; `query` is None where there is no `qid:`."""

    relevance: int
    query: int | None
    values: dict[int, float]


def read_letor(path: Path, name: str | None = None, features: int | None = None) -> RankingData:
    """The pairs of a file; features that a line leaves out are zero.

    `features` is d (default: the largest index in the file); all lines are of query 0 where none
    has a `qid:`. Raises UnreadableInput with the line number: a relevance or query id that is no
    integer (2.0 and +2 are), a feature that is not `index:value` with a finite value, indices that
    do not increase from 1, a `qid:` on some lines only; and for an X of more than 2 GiB.
    """
    lines = Lines(Path(path))
    pairs: list[Pair] = []
    largest = 0
    for line in lines:
        if fields := line.split("#")[0].split():
            pair = _parse(lines, fields)
            if pairs and (pair.query is None) != (pairs[0].query is None):
                raise lines.error("some lines have a qid: and others have none.")
            largest = max(largest, *pair.values, 0)
            pairs.append(pair)
            if len(pairs) * (largest if features is None else features) > ENTRIES:
                raise lines.error(
                    f"{len(pairs):,} rows with {features or largest:,} features are more than"
                    f" {ENTRIES:,} entries; number the features from 1 without gaps."
                )
    if not pairs:
        raise UnreadableInput(f"{path} holds no query-document pairs.")
    d = largest if features is None else features
    if largest > d:
        raise UnreadableInput(f"{path} has a feature {largest}, beyond the {d} asked for.")
    X = np.zeros((len(pairs), d))
    for row, pair in zip(X, pairs, strict=True):
        row[np.fromiter(pair.values, dtype=int) - 1] = list(pair.values.values())
    return RankingData(
        name=name or Path(path).name.split(".")[0],
        X=X,
        relevance=np.array([pair.relevance for pair in pairs]),
        query=np.array([pair.query or 0 for pair in pairs]),
    )


def _parse(lines: Lines, fields: list[str]) -> Pair:
    relevance = _integer(lines, fields[0], "relevance")
    rest, query = fields[1:], None
    if rest and rest[0].startswith("qid:"):
        query = _integer(lines, rest[0].removeprefix("qid:"), "query id")
        rest = rest[1:]
    values: dict[int, float] = {}
    last = 0
    for item in rest:
        index, colon, value = item.partition(":")
        if not (colon and index.isascii() and index.isdigit()):
            raise lines.error(f"{item!r} is not index:value with a finite value.")
        try:
            number = finite_float(value)
        except UnreadableInput as error:
            raise lines.error(
                f"{item!r} is not index:value with a finite value: {error}."
            ) from None
        if len(index) > 18:
            raise lines.error(f"the index of {item[:40]!r} is too large.")
        if int(index) <= last:
            raise lines.error(f"feature {index} follows {last}; indices must increase from 1.")
        last = int(index)
        values[last] = number
    return Pair(relevance, query, values)


def _integer(lines: Lines, text: str, what: str) -> int:
    """Integers, also written 2.0 or +2 as SVMlight files may."""
    try:
        value = exact_text(text)
    except UnreadableInput as error:
        raise lines.error(f"the {what} {text!r} is not an integer: {error}.") from None
    if value.denominator != 1 or abs(value) >= INTEGER or "/" in text:
        raise lines.error(f"the {what} {text!r} is not an integer below 2^62.")
    return int(value)


COMPRESSED = ("", ".xz", ".gz")


def load_dataset(
    directory: Path | str, name: str, reading: Reading = STRICT
) -> MultilabelData | RankingData:
    """The data set in the folder `name` of `directory`, or in `directory` if that is its name.

    A folder with one .xml and the .arff of the whole, or two whose names end in train and test, is
    MULAN data; one with a single .txt besides README.txt is LETOR data. Any of them may end in .xz
    or .gz. Upper and lower case of names are alike. Raises UnreadableInput that says what is
    missing.
    """
    folder = _folder(Path(directory), name)
    arffs, xmls = _files(folder, ".arff"), _files(folder, ".xml")
    if arffs and len(xmls) == 1:
        return read_mulan(_parts(folder, arffs), xmls[0], name, reading)
    texts = _letor_files(folder)
    if len(texts) == 1 and not arffs:
        if reading.drop:
            raise UnreadableInput(f"{texts[0]} is LETOR data, whose features have no names.")
        return read_letor(texts[0], name)
    raise UnreadableInput(
        f"{folder} must hold one .xml with its .arff files, or one .txt of LETOR lines."
    )


def load_multilabel(directory: Path | str, name: str, reading: Reading = STRICT) -> MultilabelData:
    """As load_dataset; raises UnreadableInput when the folder holds ranking data."""
    data = load_dataset(directory, name, reading)
    if not isinstance(data, MultilabelData):
        raise UnreadableInput(f"{name} is ranking data; a multilabel data set was asked for.")
    return data


def load_ranking(directory: Path | str, name: str) -> RankingData:
    """As load_dataset; raises UnreadableInput when the folder holds multilabel data."""
    data = load_dataset(directory, name)
    if not isinstance(data, RankingData):
        raise UnreadableInput(f"{name} is multilabel data; a ranking data set was asked for.")
    return data


def available(directory: Path | str) -> tuple[str, ...]:
    """The names of the folders of data, in lower case and sorted; its own where it is one itself.

    A folder holds data when there is an .xml and an .arff in it, or one .txt besides README.txt.
    """
    parent = Path(directory)
    if not parent.is_dir():
        raise UnreadableInput(f"{parent} is not a directory; give the one that holds the data.")
    if _holds_data(parent):
        return (parent.resolve().name.lower(),)
    folders = [item for item in parent.iterdir() if item.is_dir()]
    return tuple(sorted(item.name.lower() for item in folders if _holds_data(item)))


def _holds_data(folder: Path) -> bool:
    if _files(folder, ".arff"):
        return bool(_files(folder, ".xml"))
    return len(_letor_files(folder)) == 1


def _letor_files(folder: Path) -> list[Path]:
    return [path for path in _files(folder, ".txt") if path.stem.upper() != "README"]


def _folder(directory: Path, name: str) -> Path:
    if not directory.is_dir():
        raise UnreadableInput(f"{directory} is not a directory; give the one that holds the data.")
    for item in directory.iterdir():
        if item.is_dir() and item.name.lower() == name.lower():
            return item
    if directory.resolve().name.lower() == name.lower():
        return directory
    raise UnreadableInput(f"{directory} has no folder {name}; put the data set's files there.")


def _files(folder: Path, ending: str) -> list[Path]:
    endings = tuple(ending + extra for extra in COMPRESSED)
    return sorted(path for path in folder.iterdir() if path.name.lower().endswith(endings))


def _parts(folder: Path, arffs: list[Path]) -> list[Path]:
    """The whole file, or the training part followed by the test part."""
    stems = {path: path.name.lower().split(".arff")[0] for path in arffs}
    parts = {path: re.split("[-_.]", stem)[-1] for path, stem in stems.items()}
    whole = [path for path, part in parts.items() if part not in {"train", "test"}]
    if len(whole) == 1:
        return whole
    train = [path for path, part in parts.items() if part == "train"]
    test = [path for path, part in parts.items() if part == "test"]
    if not whole and len(train) == len(test) == 1:
        return [train[0], test[0]]
    raise UnreadableInput(
        f"{folder} must hold one .arff of the whole data set, or one of train and one of test;"
        f" it holds: {', '.join(path.name for path in arffs)}."
    )
