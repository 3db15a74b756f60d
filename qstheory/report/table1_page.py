"""Table 1 as a single HTML page that needs nothing else and prints on A4."""

from collections.abc import Iterable
from html import escape

from qstheory.report.table1 import TableRow
from qstheory.report.table1_formats import (
    HEADINGS,
    NOTE,
    SIZE_HEADINGS,
    TITLE,
    cells,
    size_cells,
)
from qstheory.report.typeset import plain_math
from qstheory.tables import Table

STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse }
caption { text-align: left; font-weight: 600; padding: .5rem 0 }
th, td { border-bottom: 1px solid; padding: .3rem .8rem; text-align: left; vertical-align: top }
:root { color-scheme: light dark }
@media print {
  @page { size: A4 landscape; margin: 12mm }
  body { margin: 0; max-width: none; font-size: 8pt }
  th, td { padding: 1pt 4pt }
  .scroll { overflow: visible }
}
"""


def as_html(rows: Iterable[TableRow]) -> str:
    """The comparison, and the certified values size by size."""
    rows = list(rows)
    shown = (cells(row, lambda f: escape(plain_math(f)), _struck) for row in rows)
    first = Table(HEADINGS, shown).html(TITLE, cell=str)
    sizes = (size_cells(instance) for row in rows for instance in row.instances)
    second = Table(SIZE_HEADINGS, sizes).html("Certified values by size", _without_marks)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{TITLE}</title><style>{STYLE}</style></head><body>\n"
        f"<h1>{TITLE}</h1>\n<p>{escape(NOTE)}</p>\n"
        f'<div class="scroll">{first}</div>\n<div class="scroll">{second}</div>\n'
        "</body></html>\n"
    )


def _struck(printed: str) -> str:
    return f"<del>{printed}</del>"


def _without_marks(cell: str) -> str:
    """A cell of Markdown as HTML."""
    return escape(cell.replace("`", ""))
