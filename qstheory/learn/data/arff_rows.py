"""ARFF files as attributes and a stream of rows, each with its line number.

The library splits lines and quotes; numbers are read here, as Weka reads them: `integer` and `real`
are other words for `numeric`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import arff

from qstheory.errors import UnreadableInput
from qstheory.inputs.numbers import finite_float
from qstheory.learn.data import STRICT, Reading
from qstheory.learn.data.reading import Lines

Value = float | str | None
"""A number, a category, or None where it is missing."""
Row = dict[int, Value]

TYPE = re.compile(r"(@attribute\s.*[\s'\"])(numeric|real|integer|string|date(\s.*)?)$", re.I)
"""A declaration up to its type; numbers and dates are handed to the library as text."""
WEIGHT = re.compile(r",\s*\{([^{},]*)\}\s*$")
"""The weight of a row, after its values."""
QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")


@dataclass(frozen=True)
class Attribute:
    """A column of the file; `values` are those of a nominal attribute, None for a numeric one."""

    name: str
    values: tuple[str, ...] | None


@dataclass(frozen=True)
class ArffFile:
    """An opened ARFF file. A sparse row leaves out what has the attribute's default value.

    Rows come with the number of their line and their weight; they have nothing of the attributes in
    `dropped`.
    """

    path: Path
    attributes: tuple[Attribute, ...]
    sparse: bool
    rows: Iterator[tuple[int, Row, float]]
    dropped: frozenset[str]


def open_arff(path: Path, reading: Reading = STRICT) -> ArffFile:
    """Reads the header and gets ready to stream the rows. Raises UnreadableInput with the line.

    Attributes that are left out may be texts or dates, and their values may be missing.
    """
    sparse = _is_sparse(path)
    lines = Lines(path)
    given = Normalised(lines, reading.weights)
    drop = set(reading.drop)
    decoder = arff.ArffDecoder()
    kind = arff.LOD_GEN if sparse else arff.DENSE_GEN
    try:
        content = decoder.decode(iter(given), return_type=kind)
    except UnreadableInput:
        raise
    except (arff.ArffException, ValueError) as error:
        raise _refusal(lines, error) from None
    except IndexError:  # The library takes the first value of each nominal attribute.
        raise UnreadableInput(f"{path}: a nominal attribute declares no values.") from None
    attributes = []
    for (name, declared), written in zip(content["attributes"], given.types, strict=True):
        plain = _unescaped(name)
        if written in ("string", "date") and reading.text == "drop":
            drop.add(plain)
        elif written in ("string", "date") and plain not in drop:
            raise UnreadableInput(
                f"{path}: attribute {plain!r} is a {'text' if written == 'string' else 'date'};"
                f" leave it out with drop=[{plain!r}] or text='drop' (of the command: --drop,"
                " --text drop), or make it nominal."
            )
        nominal = isinstance(declared, list | tuple)
        if nominal and len(set(declared)) < len(declared):
            raise UnreadableInput(f"{path}: attribute {plain!r} declares a value twice.")
        attributes.append(Attribute(plain, tuple(declared) if nominal else None))
    absent = drop - {attribute.name for attribute in attributes}
    if absent:
        raise UnreadableInput(f"{path} has no attribute {min(absent)!r} to leave out.")
    kept = {i: a for i, a in enumerate(attributes) if a.name not in drop}
    rows = _rows(content["data"], kept, given, reading.missing)
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
    silence is refused: rows on the line of @data, an index that a sparse row has twice. Weights are
    cut off; `weight` is that of the row handed out last.
    """

    lines: Lines
    weights: str = "refuse"
    weight: float = field(default=1.0, init=False)
    types: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[str]:
        """The lines; raises UnreadableInput."""
        in_data = False
        for line in self.lines:
            text = line.strip()
            if in_data and not text.startswith("%"):
                text = self._without_weight(text)
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

    def _without_weight(self, text: str) -> str:
        found = WEIGHT.search(text)
        # In a sparse row the braces of the values come before the comma.
        if found is None or (text.startswith("{") and "}" not in QUOTED.sub("x", text)[:-1]):
            self.weight = 1.0
            return text
        if self.weights == "refuse":
            raise self.lines.error(
                "the row has a weight; take it with weights='use' or leave it out with"
                " weights='ignore' (of the command: --weights use or ignore)."
            )
        try:
            self.weight = finite_float(found[1])
        except UnreadableInput as error:
            raise self.lines.error(f"the weight of the row: {error}.") from None
        if self.weight < 0:
            raise self.lines.error(f"the weight {found[1]} of the row is negative.")
        return text[: found.start()]

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
    data: Iterator[Any], kept: dict[int, Attribute], given: Normalised, missing: str
) -> Iterator[tuple[int, Row, float]]:
    lines = given.lines
    try:
        for values in data:
            row = values if isinstance(values, dict) else dict(enumerate(values))
            read = {i: _value(kept[i], row[i], lines, missing) for i in row if i in kept}
            if missing != "drop" or None not in read.values():
                yield lines.number, read, given.weight
    except UnreadableInput:
        raise
    except (arff.ArffException, ValueError, IndexError) as error:
        raise _refusal(lines, error) from None


def _value(attribute: Attribute, value: str | None, lines: Lines, missing: str) -> Value:
    """The number or the category, None for a missing one; raises UnreadableInput."""
    if value is None and missing == "refuse":
        raise lines.error(
            f"attribute {attribute.name!r} has a missing value (?); fill it in, or say"
            " missing='impute', or leave out such rows with missing='drop' (of the command:"
            " --missing impute or drop)."
        )
    if value is None:
        return None
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
