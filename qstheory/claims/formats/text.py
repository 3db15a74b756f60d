"""The table that `qstheory verify` prints."""

from collections.abc import Iterator

from qstheory.claims.formats.rows import row, summary
from qstheory.claims.verify import Report
from qstheory.tables import Table
from qstheory.work.terminal import fitted, sheet

CHANGED = " (!)"


def _rows(report: Report) -> Iterator[tuple[str, str, str]]:
    """A row for each selected claim, its remarks below it; a changed verdict is marked."""
    for claim in report.selected:
        r = row(report, claim)
        yield (
            r.verdict + ("" if r.as_expected else CHANGED),
            "\n".join(filter(None, (r.claim, r.note))),
            f"{r.strength}, {r.scope}" if r.scope else r.strength,
        )


def render(report: Report) -> str:
    """The table and the counts as plain text."""
    table = Table(("verdict", "claim", "strength, scope"), _rows(report))
    return sheet(table, ratios=(0, 3, 1)) + fitted(summary(report))
