"""The table that `qstheory verify` prints."""

from rich import box
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from qstheory.claims.formats.rows import row, summary
from qstheory.claims.verdict import Verdict
from qstheory.claims.verify import Report
from qstheory.work.terminal import plain

CHANGED = " (!)"


def table(report: Report) -> Table:
    """A row for each selected claim, its remarks below it; a changed verdict is marked."""
    shown = Table(box=box.SIMPLE_HEAD, expand=True)
    shown.add_column("verdict", width=max(len(verdict.value) for verdict in Verdict) + len(CHANGED))
    shown.add_column("claim", ratio=3, overflow="fold")
    shown.add_column("strength, scope", ratio=1, overflow="fold")
    for claim in report.selected:
        r = row(report, claim)
        remarks = Padding(Text(r.note), (0, 0, 0, 2)) if r.note else ""
        shown.add_row(
            Text(r.verdict + ("" if r.as_expected else CHANGED)),
            Group(Text(r.claim), remarks) if remarks else Text(r.claim),
            Text(f"{r.strength}, {r.scope}" if r.scope else r.strength),
        )
    return shown


def render(report: Report) -> str:
    """The table and the counts as plain text."""
    return plain(table(report), Text(summary(report)))
