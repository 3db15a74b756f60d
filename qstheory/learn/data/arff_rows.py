"""ARFF files as attributes and a stream of rows, each with its line number."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arff

from qstheory.errors import UnreadableInput
from qstheory.learn.data.files import Lines

Value = float | str
Row = dict[int, Value]


@dataclass(frozen=True)
class Attribute:
    """A column of the file; `values` are those of a nominal attribute, None for a numeric one."""

    name: str
    values: tuple[str, ...] | None


@dataclass(frozen=True)
class ArffFile:
    """An opened ARFF file. A sparse row leaves out what has the attribute's default value."""

    path: Path
    attributes: tuple[Attribute, ...]
    sparse: bool
    rows: Iterator[tuple[int, Row]]


def open_arff(path: Path) -> ArffFile:
    """Reads the header and gets ready to stream the rows. Raises UnreadableInput with the line."""
    sparse = _is_sparse(path)
    lines = Lines(path)
    decoder = arff.ArffDecoder()
    kind = arff.LOD_GEN if sparse else arff.DENSE_GEN
    try:
        content = decoder.decode(_normalised(lines), return_type=kind)
    except (arff.ArffException, ValueError) as error:
        raise _refusal(lines, error) from None
    attributes = tuple(_attribute(name, kind, lines) for name, kind in content["attributes"])
    return ArffFile(path, attributes, sparse, _rows(content["data"], attributes, lines))


def _is_sparse(path: Path) -> bool:
    in_data = False
    for line in Lines(path):
        text = line.strip()
        if in_data and text and not text.startswith("%"):
            return text.startswith("{")
        in_data = in_data or text.lower() == "@data"
    return False


def _normalised(lines: Lines) -> Iterator[str]:
    """The lines with tabs of declarations as blanks, which is all that the library splits at."""
    for line in lines:
        text = line.strip()
        yield text.replace("\t", " ") if text.startswith("@") else text


def _attribute(name: str, kind: Any, lines: Lines) -> Attribute:
    plain = _unescaped(name)
    if isinstance(kind, list | tuple):
        return Attribute(plain, tuple(kind))
    if kind == "STRING":
        raise UnreadableInput(
            f"{lines.path}: attribute {plain!r} is text; leave it out or make it nominal."
        )
    return Attribute(plain, None)


def _unescaped(name: str) -> str:
    """The name without the backslashes that the library leaves; it strips a quote at the end."""
    whole = name + "'" if name.endswith("\\") else name
    return whole.replace("\\'", "'").replace('\\"', '"')


def _rows(
    data: Iterator[Any], attributes: tuple[Attribute, ...], lines: Lines
) -> Iterator[tuple[int, Row]]:
    try:
        for values in data:
            row = values if isinstance(values, dict) else dict(enumerate(values))
            for index, value in row.items():
                if value is None:
                    raise lines.error(
                        f"attribute {attributes[index].name!r} has a missing value (?);"
                        " fill it in or remove the row."
                    )
            yield lines.number, row
    except (arff.ArffException, ValueError, IndexError) as error:
        raise _refusal(lines, error) from None


def _refusal(lines: Lines, error: Exception) -> UnreadableInput:
    """The library's complaint as one sentence with the place."""
    said = {
        arff.BadDataFormat: "the row does not have one value for each attribute",
        arff.BadAttributeType: "the type of the attribute is not numeric or {value, ...}",
        arff.BadAttributeFormat: "the line is not of the form @attribute name type",
        arff.BadAttributeName: "the attribute's name was used before",
        arff.BadNominalValue: "a value is not among those that its attribute declares",
        arff.BadNumericalValue: "a value of a numeric attribute is not a number",
        arff.BadRelationFormat: "the name after @relation needs quotes",
        arff.BadLayout: "it does not follow @relation, @attribute, @data, rows,"
        " or sparse and dense rows are mixed",
    }.get(type(error), "it is not in ARFF form")
    return lines.error(f"{said}.")
