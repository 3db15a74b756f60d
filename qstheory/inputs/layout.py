"""A CSV or TSV as a matrix: which row and column are names is decided, or refused as ambiguous.

A cell is a number, a number in another notation, a placeholder (empty, nan) or a word. A first row
with a word and no number is a row of names of the observations, a first column likewise of the
predictions; an empty or telling corner (`pred`, `index`, ...) announces both. Names may be numbers
as well, and then the shape helps: costs of right decisions, the leading diagonal, are often zero.
Where a line can be read both as names and as costs, the user has to say which it is.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal, NoReturn

from qstheory.errors import UnreadableInput
from qstheory.inputs.matrix import Collector, ReadMatrix, require_size
from qstheory.inputs.numbers import (
    DECIMAL,
    Exact,
    exact_text,
    is_error,
    is_number,
    is_placeholder,
    other_notation,
    shown,
)
from qstheory.inputs.numeric_names import (
    COSTS,
    FEWEST,
    distinct_names,
    is_corner,
    is_series,
    numeric_labels,
    numeric_names,
    stripped,
)
from qstheory.inputs.rows import Record, Table, read_table

Line = Literal["header", "labels"]

GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}\.[0-9]{3}")
"""A number whose point may separate thousands."""
TRIPLE = 3
VALUES = COSTS | {"value", "values", "entry", "entries", "weight"}
"""What heads the third column of a list of entries: row, column, value."""


@dataclass(frozen=True)
class Layout:
    """Whether there are a row and a column of names."""

    header: bool
    labels: bool
    short_header: bool = False


def _is_named(cells: Sequence[str]) -> bool:
    """Whether there is a word and no number: such a line has no costs."""
    plain = [cell.strip() for cell in cells]
    if any(map(is_number, plain)):
        return False
    return any(not (is_placeholder(c) or is_error(c) or other_notation(c)) for c in plain)


def _is_numeric(cells: Sequence[str]) -> bool:
    return all(is_number(cell.strip()) for cell in cells)


def _require_notation(table: Table, places: Sequence[tuple[Record, int]], option: Line) -> None:
    """Raise UnreadableInput when a line has no plain number and no word, only other notations."""
    cells = [record.cells[j] for record, j in places]
    if any(map(is_number, (cell.strip() for cell in cells))) or _is_named(cells):
        return
    for record, j in places:
        if fault := other_notation(record.cells[j]):
            raise UnreadableInput(
                f"{table.place(record, j)}: {shown(record.cells[j].strip())} {fault}; if it is a"
                f" name, state {_stated(option, 'yes')}."
            )


def _stated(option: Line, answer: str) -> str:
    return f"--{option} {answer} (in Python {option}={answer == 'yes'})"


def _ambiguous(table: Table, option: Line, why: str) -> NoReturn:
    first = table.records[0]
    where = f"Row {first.number}" if option == "header" else f"Column {1 + table.offset}"
    kind = "observations" if option == "header" else "predictions"
    raise UnreadableInput(
        f"{where} can be read as names of the {kind} and as costs ({why}); state"
        f" {_stated(option, 'yes')} or {_stated(option, 'no')}."
    )


def find_layout(table: Table, header: bool | None, labels: bool | None) -> Layout:
    """The layout, with what is stated of it; raises UnreadableInput where it is ambiguous."""
    records = table.records
    first, rest = records[0].cells, records[1:]
    _require_no_mark(table, header)
    if rest and header is not False and labels is not False:
        longer = all(len(record.cells) == len(first) + 1 for record in rest)
        if longer and (_is_named(first) or header):
            _require_no_title(table, header, labels)
            return Layout(True, True, short_header=True)
    require_rectangle(table)
    corner = first[0]
    if len(first) == 1:
        labels = bool(labels)
    if header is None and labels is None and rest and not corner.strip():
        return _announced(table)
    if header is None:
        header = _is_header(table, labels)
    if labels is None:
        _require_no_list(table, header)
        labels = _has_labels(table, header)
        _require_no_word(table, "labels", [(record, 0) for record in records[header:]], labels)
    if not header and len(first) > 1:
        cells = [(records[0], j) for j in range(labels, len(first))]
        _require_no_word(table, "header", cells, header)
    return Layout(header, labels)


def _require_no_word(
    table: Table, option: Line, places: Sequence[tuple[Record, int]], named: bool
) -> None:
    """Raise UnreadableInput for a word in a line of costs at the margin, with the option."""
    for record, j in () if named else places:
        cell = record.cells[j].strip()
        if _is_named([cell]):
            line = "row" if option == "header" else "column"
            raise UnreadableInput(
                f"{table.place(record, j)}: {shown(cell)} is not a number; if the first {line} has"
                f" names, state {_stated(option, 'yes')}."
            )


def _require_no_mark(table: Table, header: bool | None) -> None:
    """Raise UnreadableInput for a first row such as `# a,b`: names, or a comment?"""
    first, *rest = table.records
    start = first.cells[0].strip()
    if header is not None or not start.startswith("#") or start == "#" or is_error(start):
        return
    if not any(record.cells[0].strip().startswith("#") for record in rest):
        raise UnreadableInput(
            f"Row {first.number} begins with # and has cells: remove the # where it has names,"
            f" the line where it is a comment, or state {_stated('header', 'yes')}."
        )


def _require_no_list(table: Table, header: bool) -> None:
    """Raise UnreadableInput for rows of a prediction, an observation and its cost: no matrix."""
    first, *rest = table.records
    if not header or len(first.cells) != TRIPLE or first.cells[2].strip().lower() not in VALUES:
        return
    pairs = {tuple(stripped(record.cells[:2])) for record in rest}
    rows, columns = ({pair[k] for pair in pairs} for k in (0, 1))
    whole = len(pairs) == len(rest) == len(rows) * len(columns)
    if whole and min(len(rows), len(columns)) >= FEWEST:
        raise UnreadableInput(
            f"The rows list {', '.join(shown(cell.strip()) for cell in first.cells)}, an entry in"
            " each: write a matrix, a row for each prediction and a column for each observation,"
            f" or state {_stated('labels', 'no')} where all three columns have costs."
        )


def _require_no_title(table: Table, header: bool | None, labels: bool | None) -> None:
    """Raise UnreadableInput for one cell above two columns of numbers: a title, or a name?"""
    first, *rest = table.records
    stubs = stripped([record.cells[0] for record in rest])
    if header is None and labels is None and len(first.cells) == 1 and not _is_named(stubs):
        raise UnreadableInput(
            f"Row {first.number} has one cell above rows of two: remove it where it is a title, or"
            f" state {_stated('header', 'yes')} where it names the second column."
        )


def _announced(table: Table) -> Layout:
    """Names in both, as an empty corner says; numbers as names must be whole or increase."""
    records = table.records
    _require_increasing(table, "header", records[0].cells[1:])
    _require_increasing(table, "labels", [record.cells[0] for record in records[1:]])
    return Layout(True, True)


def _require_increasing(table: Table, option: Line, cells: Sequence[str]) -> None:
    plain = stripped(cells)
    if _is_numeric(plain) and not all(re.fullmatch("[0-9]+", cell) for cell in plain):
        values = [float(cell) if DECIMAL.fullmatch(cell) else 0.0 for cell in plain]
        if any(a >= b for a, b in pairwise(values)):
            _ambiguous(table, option, "the corner is empty")


def _is_header(table: Table, labels: bool | None) -> bool:
    """Whether the first row has names."""
    first, rest = table.records[0], table.records[1:]
    cells = first.cells
    skip = _skipped(table, labels)
    if not rest:
        named = _is_named(cells[skip:])
        if not named:
            _require_notation(table, [(first, j) for j in range(skip, len(cells))], "header")
        return named
    if _is_named(cells[skip:]) or (not skip and _is_named(cells)):
        return True
    _require_notation(table, [(first, j) for j in range(skip, len(cells))], "header")
    names, body = stripped(cells[skip:]), [record.cells[skip:] for record in rest]
    stubs = stripped([record.cells[0] for record in rest])
    if skip and not is_number(stripped(cells)[0]) and is_corner(cells[0]):
        # pred,0,1 above cat,0,1: a row called pred, or the heads of the columns
        if not cells[0].strip():
            return True
        if _is_numeric(names) and not is_series([cells[0], *stubs]):
            _ambiguous(table, "header", f"its first cell is {shown(cells[0])}")
    word = any(letter.isalnum() for letter in cells[0])  # A dash may stand for no cost.
    if not skip and word and _is_named(cells[:1]) and len(cells) > 1 and _is_numeric(names[1:]):
        # pred,0,1 above 0,0,1 and 1,1,0: a word is no cost, so that the first row has names
        if is_corner(cells[0]) or (len(stubs) >= FEWEST and names[1:] == stubs):
            return True
        _ambiguous(table, "header", f"its first cell is {shown(cells[0])}")
    if _is_numeric(names) and (reason := numeric_names(names, body)):
        _ambiguous(table, "header", reason)
    return False


def _skipped(table: Table, labels: bool | None) -> int:
    """1 when the first column has names or words, as far as is known before the header."""
    if labels is not None:
        return int(labels)
    if len(table.records[0].cells) == 1:
        return 0
    below = [record.cells[0] for record in table.records[1:] or table.records]
    return int(_is_named(below))


def _has_labels(table: Table, header: bool) -> bool:
    """Whether the first column has names."""
    first = table.records[0]
    body = table.records[1:] if header else table.records
    if not body:
        return False
    stubs = stripped([record.cells[0] for record in body])
    if _is_named(stubs):
        return True
    _require_notation(table, [(record, 0) for record in body], "labels")
    if not _is_numeric(stubs):
        return False
    rest = [record.cells[1:] for record in body]
    try:
        if header:
            return numeric_labels(first.cells[0], first.cells[1:], stubs, rest)
        if reason := numeric_names(stubs, list(zip(*rest, strict=True))):
            raise ValueError(reason)
    except ValueError as error:
        _ambiguous(table, "labels", str(error))
    return False


def require_rectangle(table: Table) -> None:
    """Raise UnreadableInput unless every row has as many cells as most of them."""
    records = table.records
    body = records[min(len(records) - 1, int(_is_named(records[0].cells))) :]
    [(width, _)] = Counter(len(record.cells) for record in body).most_common(1)
    like = next(record for record in body if len(record.cells) == width)
    for record in records:
        if len(record.cells) != width:
            raise UnreadableInput(
                f"Row {record.number} has {len(record.cells)} cells where {width} are"
                f" expected, as in row {like.number}{_hint(record, table)}."
            )


def _hint(record: Record, table: Table) -> str:
    if record.cells[0].startswith("#"):
        return "; comments stand before the first row and have no separator"
    if not record.cells[-1].strip():
        return "; it ends with a separator"
    first, *rest = table.records
    if all(len(each.cells) == len(first.cells) + 1 for each in rest):
        return f"; if the first row has names, state {_stated('header', 'yes')}"
    return ""


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

    _require_no_thousands(table, body, skip)

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


def _require_no_thousands(table: Table, body: Sequence[Record], skip: int) -> None:
    """Raise UnreadableInput where 1.000 may be a thousand: between semicolons, all points alike.

    Programs that write decimal commas separate cells by semicolons and thousands by points. Any
    point that can only be a decimal one, as in 0.000 or 0.5, says that all of them are.
    """
    if table.separator != ";":
        return
    places = [
        (record, j)
        for record in body
        for j in range(skip, len(record.cells))
        if "." in record.cells[j]
    ]
    if places and all(GROUPED.fullmatch(record.cells[j].strip()) for record, j in places):
        record, j = places[0]
        cell = record.cells[j].strip()
        raise UnreadableInput(
            f"{table.place(record, j)}: {cell} between semicolons has a separator of thousands or"
            f" a decimal point; write {cell.replace('.', '')} or {cell}0."
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
