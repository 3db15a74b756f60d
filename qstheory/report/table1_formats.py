"""Table 1 as text, Markdown, JSON, CSV and LaTeX: what is printed, and what is right beside it."""

import csv
import json
from collections.abc import Callable, Iterable, Mapping
from io import StringIO
from typing import Any

from rich import box
from rich.markup import escape as rich_escape
from rich.table import Table

from qstheory.claims.printed import COLUMNS
from qstheory.report.table1 import Cell, Instance, TableRow
from qstheory.report.typeset import plain_math
from qstheory.work.terminal import plain

TITLE = "Table 1, as printed and as it is"
HEADINGS = (
    "loss",
    "r: numbers to estimate",
    "numbers a decoder needs",
    "A of a decomposition",
    "least A",
    "decoding",
)
NOTE = (
    "Left of an arrow stands what is printed and wrong, right of it what is right. r is the least"
    " rank of L - c over scalars c; a decoder needs the convex calibration dimension; the least A"
    " is over all decompositions L = F U^T + c. In brackets: what the right side rests on"
    " (formal: a theorem in Coq; argued: a derivation in words with checks; enumerated: the sizes"
    " listed)."
)


def worded(cell: Cell, math: Callable[[str], str], wrong: Callable[[str], str]) -> str:
    """A cell as text: `math` sets a formula, `wrong` marks what is printed and wrong."""
    printed = math(cell.printed) if cell.printed else ""
    right = math(cell.right) if cell.right else ""
    rests = f" ({cell.strength})" if cell.strength else ""
    if not printed:
        return right + rests if right else "open"
    if cell.reading:
        return f"{printed} {cell.reading}: {right}{rests}"
    if cell.fails:
        return f"{wrong(printed)} → {right}{rests}" if right else wrong(printed)
    if cell.differs and right:
        return f"{printed}; {right}{rests}"
    return f"{printed}{rests}"


def cells(
    row: TableRow, math: Callable[[str], str], wrong: Callable[[str], str]
) -> tuple[str, ...]:
    """The row in the order of HEADINGS; what decodes stands in words."""
    shown = [worded(cell, math, wrong) for cell in row.cells[:-1]]
    last = row.cells[-1]
    printed = math(last.printed)
    fails = f"{printed}, {wrong('rule as printed')} → " if last.fails else f"{printed}: "
    return (row.printed.measure, *shown, fails + row.decoder)


def _dollars(latex: str) -> str:
    return f"${latex}$"


def as_markdown(rows: Iterable[TableRow]) -> str:
    """The table and, below it, the sizes that were looked at."""
    rows = list(rows)
    lines = [
        f"# {TITLE}",
        "",
        'Of "Sharp Analysis of Learning with Discrete Losses" (Nowak-Vila, Bach, Rudi).',
        NOTE,
        "",
        "| " + " | ".join(HEADINGS) + " |",
        "|" + "---|" * len(HEADINGS),
    ]
    lines += [
        "| " + " | ".join(_cell(c) for c in cells(row, _dollars, lambda p: f"~~{p}~~")) + " |"
        for row in rows
    ]
    lines += [
        "",
        "## Sizes",
        "",
        "Certified values, each with a certificate in `certificates/losses`.",
        "",
        "| " + " | ".join(SIZE_HEADINGS) + " |",
        "|" + "---|" * len(SIZE_HEADINGS),
    ]
    lines += [
        "| " + " | ".join(map(_cell, size_cells(instance))) + " |"
        for row in rows
        for instance in row.instances
    ]
    return "\n".join(lines) + "\n"


SIZE_HEADINGS = (
    "loss",
    "r printed",
    "affine dimension",
    "rank L",
    "differences of predictions",
    "convex calibration dimension",
    "equal-risk point",
    "decompositions that fail",
)


def size_cells(instance: Instance) -> tuple[str, ...]:
    """One size as text in the order of SIZE_HEADINGS."""
    rank, affine, differences = (
        "undecided" if value is None else str(value) for value in instance.dimensions
    )
    interval = instance.calibration_dimension
    between = "undecided"
    if interval is not None:
        low, high = interval
        between = str(low) if low == high else f"{low} to {high}"
    exists = {"proved": "exists", "refuted": "none"}.get(instance.equal_risk, instance.equal_risk)
    failing = ", ".join(instance.failing) or "none"
    printed = str(instance.r_printed)
    return (f"`{instance.loss}`", printed, affine, rank, differences, between, exists, failing)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def as_data(rows: Iterable[TableRow]) -> list[dict[str, Any]]:
    """The table as JSON data."""
    return [
        {
            "measure": row.printed.measure,
            "family": row.printed.family,
            "decoder": row.decoder,
            "cells": [
                {"column": column, "fails": cell.fails, "differs": cell.differs, **vars(cell)}
                for column, cell in zip(COLUMNS, row.cells, strict=True)
            ],
            "sizes": [
                {
                    "loss": i.loss,
                    "r_printed": str(i.r_printed),
                    "rank": i.dimensions[0],
                    "affine_dimension": i.dimensions[1],
                    "prediction_differences": i.dimensions[2],
                    "r_agrees": i.r_agrees,
                    "a_squared_printed": str(i.a_squared_printed),
                    "a_squared": {name: str(value) for name, value in i.holding},
                    "failing_decompositions": list(i.failing),
                    "calibration_dimension": i.calibration_dimension,
                    "equal_risk_point": i.equal_risk,
                }
                for i in row.instances
            ],
        }
        for row in rows
    ]


def as_json(rows: Iterable[TableRow]) -> str:
    """The table as a JSON document."""
    return json.dumps({"format": "qstheory-table1/2", "rows": as_data(rows)}, indent=1) + "\n"


def as_csv(rows: Iterable[TableRow]) -> str:
    """One line for each cell."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ("loss", "column", "printed", "verdict", "reading", "right", "rests on", "claim",
         "right claim")
    )  # fmt: skip
    for row in rows:
        for column, cell in zip(COLUMNS, row.cells, strict=True):
            writer.writerow(
                (row.printed.measure, column, cell.printed, cell.verdict, cell.reading, cell.right,
                 cell.strength, cell.claim, cell.right_claim)
            )  # fmt: skip
    return out.getvalue()


def as_latex(rows: Iterable[TableRow]) -> str:
    """A tabular for a page in landscape or a small font; needs amsmath and booktabs."""
    lines = [
        "% needs \\usepackage{amsmath,booktabs}",
        r"\begin{tabular}{@{}llllll@{}} \toprule",
        " & ".join(_words(heading) for heading in HEADINGS) + r" \\ \midrule",
    ]
    for row in rows:
        shown = cells(row, _dollars, lambda printed: rf"\emph{{not}} {printed}")
        texts = (_words(text).replace("→", r"$\to$") for text in shown)
        lines.append(" & ".join(texts) + r" \\")
    lines.append(r"\bottomrule \end{tabular}")
    return "\n".join(lines) + "\n"


def _words(text: str) -> str:
    """Text with formulas between dollars, its words safe for LaTeX."""
    pieces = text.split("$")
    for i in range(0, len(pieces), 2):
        for sign in "%#&":
            pieces[i] = pieces[i].replace(sign, f"\\{sign}")
        pieces[i] = pieces[i].replace("^", r"\^{}")
    return "$".join(pieces)


def as_text(rows: Iterable[TableRow]) -> str:
    """For a terminal: what is wrong stands between signs of its own."""
    grid = Table(title=TITLE, box=box.SIMPLE_HEAD, show_lines=True)
    for heading in HEADINGS:
        grid.add_column(heading, overflow="fold")
    for row in rows:
        shown = cells(row, plain_math, lambda printed: f"✗ {printed}")
        grid.add_row(*map(rich_escape, shown))
    return plain(grid, NOTE)


RENDERERS: Mapping[str, Callable[[Iterable[TableRow]], str]] = {
    "text": as_text,
    "md": as_markdown,
    "json": as_json,
    "csv": as_csv,
    "latex": as_latex,
}
