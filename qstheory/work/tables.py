"""A table of text, written in Markdown or as CSV."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO


class Table:
    """Columns and rows of text.

    Parameters
    ----------
    columns : sequence of str
        The heads of the columns.
    rows : iterable of sequences of str
        A cell for each column.

    Examples
    --------
    >>> print(Table(("m", "r"), [("1", "|a|")]).markdown())
    | m | r |
    |---|---|
    | 1 | \\|a\\| |
    """

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self.columns = tuple(columns)
        self.rows = tuple(tuple(row) for row in rows)

    def markdown(self) -> str:
        """The lines of a Markdown table, without an end of line after the last."""
        lines = [_line(self.columns), "|" + "---|" * len(self.columns), *map(_line, self.rows)]
        return "\n".join(lines)

    def csv(self) -> str:
        """One line for the columns, then one for each row."""
        out = StringIO()
        csv.writer(out, lineterminator="\n").writerows((self.columns, *self.rows))
        return out.getvalue()


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
