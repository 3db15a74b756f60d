"""A Markdown table of the verdicts."""

from qstheory.claims.formats.rows import row, summary
from qstheory.claims.verify import Report
from qstheory.tables import Table

COLUMNS = ("claim", "where", "verdict", "strength", "scope", "remarks")


def cell(text: str) -> str:
    """Text that stays within its cell."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("<", "&lt;")


def render(report: Report) -> str:
    """The counts, then a row for each selected claim."""
    found = (row(report, claim) for claim in report.selected)
    rows = ((r.claim, r.source, r.verdict, r.strength, r.scope, r.note) for r in found)
    table = Table(COLUMNS, (tuple(map(cell, cells)) for cells in rows))
    return "\n".join((summary(report).replace("\n", "\n\n"), "", table.markdown(), ""))
