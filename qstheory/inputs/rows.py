"""The rows of a CSV or TSV file, without what says nothing: comments, blank rows, empty margins.

How a file is read. It is text in UTF-8, or UTF-16 or UTF-32 with a byte order mark, as editors and
spreadsheets write it; nothing else is guessed, since every byte of a Latin-1 file means something
in a dozen other encodings too. A first line `sep=;` names the separator, as Excel takes it; else
the separator is the tab in a .tsv file, and otherwise the first of tab, semicolon and comma that
stands outside quotes in the first line that is no comment. Comments are the lines before the first
row that begin with # and do not have the separator: a # further down, or with cells beside it, is
data. Rows without anything in their cells are skipped, and so are first and last columns without
anything in them.
"""

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from dataclasses import dataclass
from io import StringIO
from itertools import takewhile

from qstheory.errors import UnreadableInput

REMEDY = "save it as UTF-8 (in a spreadsheet: CSV UTF-8)"
PROBE = 4096
"""Bytes at the beginning of a file that tell its encoding."""


def encoding_of(start: bytes) -> str:
    """The encoding of a file that begins so; raises UnreadableInput for bytes that are no text.

    >>> encoding_of(b"a,b"), encoding_of("a,b".encode("utf-16"))
    ('utf-8-sig', 'utf-16')
    """
    # The mark of little-endian UTF-32 begins with that of UTF-16.
    if start.startswith((BOM_UTF32_LE, BOM_UTF32_BE)):
        return "utf-32"
    if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-16"
    high, low = start[::2].count(0), start[1::2].count(0)
    if high + low == 0:
        return "utf-8-sig"
    if min(high, low) == 0 and high + low > len(start) // 8:
        order = "big" if high else "little"
        raise UnreadableInput(
            f"The file is not text in UTF-8; it seems to be UTF-16 ({order}-endian) without a byte"
            f" order mark; {REMEDY}."
        )
    raise UnreadableInput("The file is not text in UTF-8: some of its bytes are 0.")


def decode(content: bytes) -> str:
    """The text of the bytes of a file; raises UnreadableInput."""
    name = encoding_of(content)
    try:
        return content.decode(name)
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"Row {row_of(error)} of the file {undecodable(error)}.") from None


def row_of(error: UnicodeDecodeError) -> int:
    """The 1-based row, within what was decoded, of the bytes that are no text."""
    return error.object[: error.start].count(b"\n") + 1


def undecodable(error: UnicodeDecodeError) -> str:
    """What a line is that cannot be decoded, what its first odd byte may be, and the remedy."""
    if not error.encoding.startswith("utf-8"):
        return f"is not text in {error.encoding.upper()}, as the byte order mark says; {REMEDY}"
    odd = error.object[error.start : error.start + 1]
    meant = odd.decode("cp1252", errors="replace")
    return (
        f"is not text in UTF-8: byte 0x{odd.hex().upper()}, which is {meant!r} in Latin-1 and"
        f" Windows-1252; {REMEDY}"
    )


QUOTED = re.compile(r'"(?:[^"]|"")*"')
SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
DECLARED = re.compile(r'"?sep=(?:(?P<mark>[^"])|\\t)?"?[;,\t ]*$', re.IGNORECASE)


@dataclass(frozen=True)
class Record:
    """The cells of a row, and its 1-based number in the file, every row of it counted."""

    number: int
    cells: list[str]


@dataclass(frozen=True)
class Table:
    """The rows with anything in their cells, and what is said of the file.

    `offset` counts the empty columns before the first cell of every row.
    """

    records: list[Record]
    separator: str
    offset: int = 0
    notes: tuple[str, ...] = ()

    def place(self, record: Record, column: int) -> str:
        """The row and column of the file, counted from 1, of a cell by its 0-based column here."""
        return f"Row {record.number}, column {column + 1 + self.offset}"


def _declared(first: str) -> str | None:
    """The separator that a first line sep=; names; raises UnreadableInput for an odd one."""
    match = DECLARED.fullmatch(first.strip("\r\n"))
    if match is None:
        return None
    mark = match["mark"] or "\t"
    if mark not in SEPARATORS:
        raise UnreadableInput(
            f"Row 1 names the separator {mark!r}; tabs, semicolons and commas are read."
        )
    return mark


def _separator(lines: list[str]) -> str:
    for line in lines:
        if line.strip() and not line.startswith("#"):
            bare = QUOTED.sub("", line)
            return next((mark for mark in SEPARATORS if mark in bare), ",")
    bare = QUOTED.sub("", "".join(lines))
    return next((mark for mark in SEPARATORS if mark in bare), ",")


def read_table(content: bytes, separator: str | None) -> Table:
    """The rows of a file with any cells.

    Raises UnreadableInput when the file is not text, is malformed or has no rows.
    """
    return cut(decode(content), separator)


def cut(text: str, separator: str | None) -> Table:
    """The rows of a text with any cells, as `read_table`."""
    lines = list(StringIO(text, newline=""))
    declared = _declared(lines[0]) if lines else None
    skipped = 0 if declared is None else 1
    mark = declared or separator or _separator(lines)
    comments = 0
    for line in takewhile(lambda line: _is_no_row(line, mark), lines[skipped:]):
        comments += bool(line.strip())
        skipped += 1
    records = _records("".join(lines[skipped:]), mark, skipped)
    if not records:
        raise UnreadableInput("The file is empty.")
    full = [record for record in records if any(cell.strip() for cell in record.cells)]
    if not full:
        raise UnreadableInput("The file has rows but nothing in their cells.")
    _require_no_gap(records, full)
    return _trimmed(full, mark, comments)


def _is_no_row(line: str, separator: str) -> bool:
    return not line.strip() or (line.startswith("#") and separator not in line)


def _records(text: str, separator: str, skipped: int) -> list[Record]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    records = []
    try:
        for number, cells in enumerate(reader, start=skipped + 1):
            records.append(Record(number, cells))
    except csv.Error as error:
        number = records[-1].number + 1 if records else skipped + 1
        raise UnreadableInput(f"Row {number} is malformed: {error}.") from None
    return records


def _require_no_gap(records: list[Record], full: list[Record]) -> None:
    """Raise UnreadableInput for a blank row that may be an entry left out."""
    if len(full[0].cells) > 1:
        return
    kept = {record.number for record in full}
    gap = [r.number for r in records if full[0].number < r.number < full[-1].number]
    blank = next((number for number in gap if number not in kept), None)
    if blank is not None:
        raise UnreadableInput(
            f"Row {blank}, column 1: the only entry of the row is empty; fill it in or remove the"
            " row."
        )


def _trimmed(records: list[Record], separator: str, comments: int) -> Table:
    """Without first and last columns that are empty in every row.

    The first row may be one cell shorter or longer: trailing separators often miss there.
    """
    first, rest = records[0], records[1:] or records
    width = max(len(record.cells) for record in rest)
    leading = 0
    while leading < min(len(record.cells) for record in records) and not any(
        record.cells[leading].strip() for record in records
    ):
        leading += 1
    end = max(width, len(first.cells))
    if end - width <= 1 and all(len(record.cells) == width for record in rest):
        while not any(cell.strip() for record in records for cell in record.cells[end - 1 : end]):
            end -= 1
    notes = [f"separated by {SEPARATORS[separator]}"]
    if comments:
        notes.append(f"comment lines skipped: {comments}")
    if leading:
        notes.append(f"empty first columns skipped: {leading}")
    if end < max(width, len(first.cells)):
        notes.append(f"empty last columns skipped: {max(width, len(first.cells)) - end}")
    kept = [Record(record.number, record.cells[leading:end]) for record in records]
    for j in range(min(len(record.cells) for record in kept)):
        if len(kept) > 1 and not any(record.cells[j].strip() for record in kept):
            raise UnreadableInput(f"Column {j + 1 + leading} is empty; remove it.")
    return Table(kept, separator, leading, tuple(notes))
