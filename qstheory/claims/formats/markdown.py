"""A Markdown table of the verdicts."""

from qstheory.claims.formats.rows import row, summary
from qstheory.claims.verify import Report

COLUMNS = ("claim", "where", "verdict", "strength", "scope", "remarks")


def cell(text: str) -> str:
    """Text that stays within its cell."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def render(report: Report) -> str:
    """The counts, then a row for each selected claim."""
    lines = [summary(report).replace("\n", "\n\n"), ""]
    lines.append("| " + " | ".join(COLUMNS) + " |")
    lines.append("|" + " --- |" * len(COLUMNS))
    for claim in report.selected:
        r = row(report, claim)
        cells = (r.claim, r.source, r.verdict, r.strength, r.scope, r.note)
        lines.append("| " + " | ".join(map(cell, cells)) + " |")
    return "\n".join(lines) + "\n"
