"""The table that `qstheory verify` prints."""

from rich.table import Table
from rich.text import Text

from qstheory.claims.formats.rows import row, summary
from qstheory.claims.verify import Report
from qstheory.work.terminal import plain


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
    return plain(table(report), Text(summary(report)))
