"""The table that `qstheory verify` prints."""

from io import StringIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from qstheory.claims.formats.rows import row, summary
from qstheory.claims.verify import Report

WIDTH = 120


def table(report: Report) -> Table:
    """A row for each selected claim; a changed verdict is marked."""
    shown = Table()
    for column in ("claim", "verdict", "strength", "scope", "remarks"):
        shown.add_column(column, overflow="fold")
    for claim in report.selected:
        r = row(report, claim)
        mark = "" if r.as_expected else " (!)"
        cells = (r.claim, r.verdict + mark, r.strength, r.scope, r.note)
        shown.add_row(*map(Text, cells))
    return shown


def render(report: Report) -> str:
    """The table and the counts as plain text."""
    console = Console(file=StringIO(), width=WIDTH, color_system=None)
    console.print(table(report))
    console.print(Text(summary(report)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()
