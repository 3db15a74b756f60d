"""Table 1 as a single HTML page that needs nothing else."""

from collections.abc import Iterable
from html import escape

from qstheory.report.table1 import TableRow
from qstheory.report.table1_formats import HEADINGS, cells, size_cells

STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse }
caption { text-align: left; font-weight: 600; padding: .5rem 0 }
th, td { border-bottom: 1px solid; padding: .3rem .8rem; text-align: left; vertical-align: top }
:root { color-scheme: light dark }
"""
SIZE_HEADINGS = (
    "loss",
    "rank L",
    "affine dimension",
    "differences of predictions",
    "convex calibration dimension",
    "equal-risk point",
    "decompositions that fail",
)


def as_html(rows: Iterable[TableRow]) -> str:
    """The comparison and the enumerated sizes."""
    rows = list(rows)
    first = _table("Table 1, as printed and as certified", HEADINGS, map(cells, rows))
    sizes = (size_cells(instance) for row in rows for instance in row.instances)
    second = _table("Every enumerated size", SIZE_HEADINGS, sizes)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Table 1, certified</title><style>{STYLE}</style></head><body>\n"
        f"<h1>Table 1, as printed and as certified</h1>\n{first}\n{second}\n</body></html>\n"
    )


def _table(caption: str, headings: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f'<th scope="col">{escape(h)}</th>' for h in headings)
    body = "\n".join(
        f'<tr><th scope="row">{_plain(row[0])}</th>'
        + "".join(f"<td>{_plain(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>"
    )


def _plain(cell: str) -> str:
    return escape(cell.replace("`", ""))
