"""CSV and TSV: cells separated by commas, semicolons or tabs, with or without names.

`rows` says how a file is cut into cells and `layout` how names are told from costs. Decimal text is
exact.

The encoding of a text file: UTF-8, or Unicode that says which; any other is refused by name.

UTF-16 and UTF-32 are read where a byte order mark begins the file, as editors and spreadsheets
write it. Nothing else is guessed: every byte of a Latin-1 file means something in a dozen other
encodings too.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from functools import cache

from qstheory.errors import UnreadableInput
from qstheory.inputs.layout import Layout, find_layout
from qstheory.inputs.matrix import Collector, ReadMatrix, require_size
from qstheory.inputs.notations import is_error
from qstheory.inputs.numbers import Exact, exact_text, shown
from qstheory.inputs.numeric_names import distinct_names
from qstheory.inputs.rows import Record, Table, read_table

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
    table = read_table(content, separator)
    layout = find_layout(table, header, labels)
    records, skip = table.records, int(layout.labels)
    body = records[1:] if layout.header else records
    if not body:
        raise UnreadableInput("The file has a row of names but no row of numbers.")
    require_size(len(body), len(body[0].cells) - skip)

    def place(i: int, j: int) -> str:
        return table.place(body[i], j + skip)

    collector = Collector(cache(lambda cell: Exact(exact_text(cell))), place)
    entries = collector.matrix(record.cells[skip:] for record in body)
    named = [(records[0], j) for j in range(skip, len(records[0].cells))] if layout.header else []
    if layout.short_header:
        named = [(records[0], j) for j in range(len(records[0].cells))]
    stubs = [(record, 0) for record in body] if layout.labels else []
    return ReadMatrix(
        entries,
        predictions=_names(table, "row", stubs, len(entries)),
        observations=_names(table, "column", named, entries.columns),
        notes=_notes(table, layout),
    )


def _names(
    table: Table, kind: str, places: list[tuple[Record, int]], count: int
) -> tuple[str, ...] | None:
    """The names in these cells, None when there are none; raises UnreadableInput."""
    for record, j in places:
        if is_error(record.cells[j]):
            raise UnreadableInput(
                f"{table.place(record, j)}: the name {shown(record.cells[j])} is the error value of"
                " a spreadsheet; mend its formula."
            )
    names = [record.cells[j] for record, j in places]
    return distinct_names(kind, names, count) if names else None


def _notes(table: Table, layout: Layout) -> tuple[str, ...]:
    header = "first row read as names" if layout.header else "no row of names"
    labels = "first column read as names" if layout.labels else "no column of names"
    separated, *skipped = table.notes
    return ("; ".join((separated, header, labels, *skipped)),)
