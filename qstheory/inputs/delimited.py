"""CSV and TSV: cells separated by commas, semicolons or tabs, with or without names.

`rows` says how a file is cut into cells and `layout` how names are told from costs. Decimal text is
exact.
"""

from functools import cache

from qstheory.errors import UnreadableInput
from qstheory.inputs.layout import Layout, find_layout
from qstheory.inputs.matrix import Collector, ReadMatrix, require_size
from qstheory.inputs.notations import is_error
from qstheory.inputs.numbers import Exact, exact_text, shown
from qstheory.inputs.numeric_names import distinct_names
from qstheory.inputs.rows import Record, Table, read_table


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
