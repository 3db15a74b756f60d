"""ARFF files as attributes and a stream of rows, each with its line number.

The library splits lines and quotes; numbers are read here, as Weka reads them: `integer` and `real`
are other words for `numeric`.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import arff

from qstheory.errors import UnreadableInput
from qstheory.inputs.numbers import finite_float
from qstheory.learn.data.files import Lines

Value = float | str
Row = dict[int, Value]

TYPE = re.compile(r"(@attribute\s.*[\s'\"])(numeric|real|integer|string|date(\s.*)?)$", re.I)
"""A declaration up to its type; numbers and dates are handed to the library as text."""
QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")


@dataclass(frozen=True)
class Attribute:
    """A column of the file; `values` are those of a nominal attribute, None for a numeric one."""

    name: str
    values: tuple[str, ...] | None


@dataclass(frozen=True)
class ArffFile:
    """An opened ARFF file. A sparse row leaves out what has the attribute's default value.

    Rows have nothing of the attributes in `dropped`.
    """

    path: Path
    attributes: tuple[Attribute, ...]
    sparse: bool
    rows: Iterator[tuple[int, Row]]
    dropped: frozenset[str]


def open_arff(path: Path, drop: Collection[str] = ()) -> ArffFile:
    """Reads the header and gets ready to stream the rows. Raises UnreadableInput with the line.

    Attributes named in `drop` may be texts or dates, and their values may be missing.
    """
    sparse = _is_sparse(path)
    lines = Lines(path)
    given = Normalised(lines)
    decoder = arff.ArffDecoder()
    kind = arff.LOD_GEN if sparse else arff.DENSE_GEN
    try:
        content = decoder.decode(iter(given), return_type=kind)
    except UnreadableInput:
        raise
    except (arff.ArffException, ValueError) as error:
        raise _refusal(lines, error) from None
    attributes = []
    for (name, declared), written in zip(content["attributes"], given.types, strict=True):
        plain = _unescaped(name)
        if written in ("string", "date") and plain not in drop:
            raise UnreadableInput(
                f"{path}: attribute {plain!r} is a {'text' if written == 'string' else 'date'};"
                f" leave it out with drop=[{plain!r}] or make it nominal."
            )
        nominal = isinstance(declared, list | tuple)
        attributes.append(Attribute(plain, tuple(declared) if nominal else None))
    absent = set(drop) - {attribute.name for attribute in attributes}
    if absent:
        raise UnreadableInput(f"{path} has no attribute {min(absent)!r} to leave out.")
    kept = {i: a for i, a in enumerate(attributes) if a.name not in drop}
    rows = _rows(content["data"], kept, lines)
    return ArffFile(path, tuple(attributes), sparse, rows, frozenset(drop))


def _is_sparse(path: Path) -> bool:
    in_data = False
    for line in Lines(path):
        text = line.strip()
        if in_data and text and not text.startswith("%"):
            return text.startswith("{")
        in_data = in_data or text.lower().startswith("@data")
    return False


@dataclass
class Normalised:
    """The lines as the library takes them, and the types of the attributes as they are written.

    Tabs of declarations become blanks, which is all that the library splits at, and numbers and
    dates become texts: it would cut 1.7 to 1 where the type is `integer`. What it would drop in
    silence is refused: rows on the line of @data, an index that a sparse row has twice.
    """

    lines: Lines
    types: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[str]:
        """The lines; raises UnreadableInput."""
        in_data = False
        for line in self.lines:
            text = line.strip()
            if in_data:
                self._require_distinct(text)
            elif text.lower().startswith("@attribute"):
                text = self._declaration(text.replace("\t", " "))
            elif text.lower().startswith("@data"):
                in_data = True
                if text[5:].strip() and not text[5:].strip().startswith("%"):
                    raise self.lines.error("the line of @data has more; begin the rows below it.")
            elif text.startswith("@"):
                text = text.replace("\t", " ")
            yield text

    def _declaration(self, text: str) -> str:
        match = TYPE.match(text)
        self.types.append("nominal" if match is None else match[2].lower().split()[0])
        return text if match is None else f"{match[1]}string"

    def _require_distinct(self, text: str) -> None:
        if not text.startswith("{"):
            return
        items = [item.split() for item in QUOTED.sub("x", text).strip("{} ").split(",")]
        indices = [item[0].lstrip("0") for item in items if item]
        if len(set(indices)) < len(indices):
            twice = next(index for index in indices if indices.count(index) > 1)
            raise self.lines.error(f"the sparse row has the index {twice or 0} twice.")


def _unescaped(name: str) -> str:
    """The name without the backslashes that the library leaves; it strips a quote at the end."""
    whole = name + "'" if name.endswith("\\") else name
    return whole.replace("\\'", "'").replace('\\"', '"')


def _rows(
    data: Iterator[Any], kept: dict[int, Attribute], lines: Lines
) -> Iterator[tuple[int, Row]]:
    try:
        for values in data:
            row = values if isinstance(values, dict) else dict(enumerate(values))
            yield lines.number, {i: _value(kept[i], row[i], lines) for i in row if i in kept}
    except UnreadableInput:
        raise
    except (arff.ArffException, ValueError, IndexError) as error:
        raise _refusal(lines, error) from None


def _value(attribute: Attribute, value: str | None, lines: Lines) -> Value:
    """The number or the category; raises UnreadableInput."""
    if value is None:
        raise lines.error(
            f"attribute {attribute.name!r} has a missing value (?); fill it in or remove the row."
        )
    if attribute.values is not None:
        return value
    try:
        return finite_float(value)
    except UnreadableInput as error:
        raise lines.error(f"attribute {attribute.name!r}: {error}.") from None


def _refusal(lines: Lines, error: Exception) -> UnreadableInput:
    """The library's complaint as one sentence with the place."""
    said = {
        arff.BadDataFormat: "the row does not have one value for each attribute",
        arff.BadAttributeType: "the type of the attribute is not numeric or {value, ...}",
        arff.BadAttributeFormat: "the line is not of the form @attribute name type",
        arff.BadAttributeName: "the attribute's name was used before",
        arff.BadNominalValue: "a value is not among those that its attribute declares",
        arff.BadRelationFormat: "the name after @relation needs quotes",
        arff.BadLayout: "it does not follow @relation, @attribute, @data, rows,"
        " or sparse and dense rows are mixed",
    }.get(type(error), "it is not in ARFF form")
    return lines.error(f"{said}.")
