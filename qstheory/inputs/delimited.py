"""CSV and TSV: cells separated by commas, semicolons or tabs, with or without names.

How a file is read. It is text in UTF-8, with or without a byte order mark. Blank lines and lines
that start with # are skipped. The separator is the tab in a .tsv file; otherwise the first of tab,
semicolon and comma that stands in the first line outside quotes. A first row without any number is
a row of names of the observations, a first column without any number one of the predictions; an
empty first cell, or a first row that is one cell shorter than the others, announces both. Decimal
text is exact.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import StringIO

from qstheory.errors import UnreadableInput
from qstheory.inputs.matrix import Collector, ReadMatrix, require_size
from qstheory.inputs.names import distinct_names
from qstheory.inputs.numbers import Exact, exact_text, looks_like_number

QUOTED = re.compile(r'"(?:[^"]|"")*"')
SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas"}


@dataclass(frozen=True)
class Record:
    """The cells of a row, and its 1-based number in the file, every row of it counted."""

    number: int
    cells: list[str]


def _decode(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in content:
        raise UnreadableInput("The file is not text in UTF-8; save it as CSV in UTF-8.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content[: error.start].count(b"\n") + 1
        raise UnreadableInput(
            f"The file is not text in UTF-8 (row {row}); save it as CSV in UTF-8."
        ) from None


def _separator(text: str) -> str:
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            bare = QUOTED.sub("", line)
            return next((mark for mark in SEPARATORS if mark in bare), ",")
    return ","


def _records(text: str, separator: str) -> tuple[list[Record], int]:
    """The rows with cells, and the number of comment lines."""
    records: list[Record] = []
    comments = 0
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    number = 0
    try:
        for number, cells in enumerate(reader, start=1):
            if cells and cells[0].startswith("#"):
                comments += 1
            elif len(cells) > 1 or (cells and cells[0].strip()):
                records.append(Record(number, cells))
    except csv.Error as error:
        raise UnreadableInput(f"Row {number + 1} is malformed: {error}.") from None
    return records, comments


def _without_number(cells: Sequence[str]) -> bool:
    return bool(cells) and not any(map(looks_like_number, cells))


@dataclass(frozen=True)
class Layout:
    """Whether there are a row and a column of names."""

    header: bool
    labels: bool
    short_header: bool = False


def _layout(records: list[Record], header: bool | None, labels: bool | None) -> Layout:
    first, rest = records[0].cells, records[1:]
    named = _without_number(first)
    if rest and header is not False and labels is not False:
        longer = all(len(record.cells) == len(first) + 1 for record in rest)
        if longer and (named or header):
            return Layout(True, True, short_header=True)
        if len(first) > 1 and not first[0].strip():
            return Layout(True, True)
    if labels is None:
        stubs = [record.cells[0] for record in (rest if rest and named else records)]
        labels = len(first) > 1 and _without_number(stubs)
    if header is None:
        header = _without_number(first[1:] if labels else first)
    return Layout(header, labels)


def _require_rectangle(records: list[Record], layout: Layout) -> None:
    body = records[1:] if layout.header else records
    if not body:
        raise UnreadableInput("The file has a row of names but no row of numbers.")
    width = len(body[0].cells)
    expected = [(records[0], width - layout.short_header)] if layout.header else []
    for record, cells in (*expected, *((record, width) for record in body)):
        if len(record.cells) != cells:
            raise UnreadableInput(
                f"Row {record.number} has {len(record.cells)} cells where {cells} are expected, as"
                f" in row {body[0].number}."
            )


def read_records(content: bytes, separator: str | None) -> tuple[list[Record], str, int]:
    """The rows of a file with any cells, the separator, and the number of comment lines.

    Raises UnreadableInput when the file is not text or has no rows.
    """
    text = _decode(content)
    separator = separator or _separator(text)
    records, comments = _records(text, separator)
    if not records:
        raise UnreadableInput("The file is empty.")
    return records, separator, comments


def read_delimited(
    content: bytes,
    separator: str | None = None,
    header: bool | None = None,
    labels: bool | None = None,
) -> ReadMatrix:
    """The matrix in the bytes of a CSV or TSV file; raises UnreadableInput.

    `separator` is found out when None, and so are the row of names (`header`) and the column of
    names (`labels`), which must be stated when some of the names are numbers.
    """
    records, separator, comments = read_records(content, separator)
    layout = _layout(records, header, labels)
    _require_rectangle(records, layout)
    body = records[1:] if layout.header else records
    skip = int(layout.labels)
    require_size(len(body), len(body[0].cells) - skip)

    def place(i: int, j: int) -> str:
        return f"Row {body[i].number}, column {j + 1 + skip}"

    collector = Collector(cache(lambda cell: Exact(exact_text(cell))), place)
    codes = collector.rows(record.cells[skip:] for record in body)
    names = records[0].cells[0 if layout.short_header else skip :] if layout.header else None
    stubs = [record.cells[0] for record in body] if layout.labels else None
    return ReadMatrix(
        values=collector.values(),
        codes=codes,
        predictions=None if stubs is None else distinct_names("row", stubs, len(codes)),
        observations=None if names is None else distinct_names("column", names, len(codes[0])),
        notes=_notes(separator, layout, comments),
    )


def _notes(separator: str, layout: Layout, comments: int) -> tuple[str, ...]:
    read = [f"separated by {SEPARATORS.get(separator, repr(separator))}"]
    read.append("first row read as names" if layout.header else "no row of names")
    read.append("first column read as names" if layout.labels else "no column of names")
    if comments:
        read.append(f"comment lines skipped: {comments}")
    return ("; ".join(read),)
