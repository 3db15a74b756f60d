"""Table 1 as Markdown, JSON, CSV and LaTeX, from the rows that were compared."""

import csv
import json
from collections.abc import Callable, Iterable, Mapping
from io import StringIO
from typing import Any

import sympy
from rich import box
from rich.markup import escape as rich_escape
from rich.table import Table

from qstheory.report.table1 import CELLS, Instance, TableRow
from qstheory.work.terminal import plain

MARKS = {"proved": "holds", "refuted": "WRONG", "partly refuted": "WRONG IN PART"}
HEADINGS = (
    "measure",
    "r printed",
    "affine dimension certified",
    "A printed",
    "A^2 of the best decomposition listed",
    "decoding printed",
    "cells judged",
)


def dimensions(row: TableRow) -> str:
    """The certified affine dimension at each size, with the printed r where it differs."""
    parts = []
    for instance in row.instances:
        value = instance.dimensions[1]
        shown = "undecided" if value is None else str(value)
        if instance.r_agrees is False:
            shown += f" (printed {instance.r_printed})"
        parts.append(shown)
    return ", ".join(parts)


def constants(row: TableRow) -> str:
    """The least A^2 of the closed forms that hold, by size, marked where it exceeds the table."""
    parts = []
    for instance in row.instances:
        if not instance.holding:
            parts.append("none holds")
            continue
        name, value = min(instance.holding, key=lambda pair: pair[1])
        above = "" if instance.a_is_bound else " > printed"
        parts.append(f"{value} ({name}){above}")
    return ", ".join(parts)


def judged(row: TableRow) -> str:
    """The ledger's verdict on each cell."""
    parts = []
    for cell in CELLS:
        if cell in row.verdicts:
            verdict = row.verdicts[cell]
            repair = row.repairs.get(cell)
            mark = MARKS.get(verdict, verdict)
            parts.append(f"{cell}: {mark}" + (f" -> `{repair}`" if repair else ""))
    return "; ".join(parts)


def cells(row: TableRow) -> tuple[str, ...]:
    """The row as text in the order of HEADINGS."""
    return (
        row.printed.measure,
        f"${sympy.latex(row.printed.r)}$",
        dimensions(row),
        f"${row.printed.a_latex}$",
        constants(row),
        f"${row.printed.inference}$",
        judged(row),
    )


def as_markdown(rows: Iterable[TableRow]) -> str:
    """The table and, below it, the sizes that were enumerated."""
    rows = list(rows)
    lines = [
        "# Table 1, as printed and as certified",
        "",
        'Printed: Table 1 of "Sharp Analysis of Learning with Discrete Losses". Certified: the',
        "affine dimension min over c of rank(L - c), and A^2 = r ||F||^2 U_max^2 of the closed",
        "forms that hold, at each enumerated size; certificates lie in `certificates/`.",
        "",
        "| " + " | ".join(HEADINGS) + " |",
        "|" + "---|" * len(HEADINGS),
    ]
    lines += ["| " + " | ".join(_cell(c) for c in cells(row)) + " |" for row in rows]
    lines += [
        "",
        "## Sizes",
        "",
        "| loss | rank L | affine dimension | differences of predictions"
        " | convex calibration dimension | equal-risk point | decompositions that fail |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        "| " + " | ".join(map(_cell, size_cells(instance))) + " |"
        for row in rows
        for instance in row.instances
    ]
    return "\n".join(lines) + "\n"


def size_cells(instance: Instance) -> tuple[str, ...]:
    """One enumerated size as text."""
    known = ("undecided" if value is None else str(value) for value in instance.dimensions)
    interval = instance.calibration_dimension
    between = "undecided" if interval is None else f"[{interval[0]}, {interval[1]}]"
    exists = {"proved": "exists", "refuted": "none"}.get(instance.equal_risk, instance.equal_risk)
    return (f"`{instance.loss}`", *known, between, exists, ", ".join(instance.failing) or "none")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def as_data(rows: Iterable[TableRow]) -> list[dict[str, Any]]:
    """The table as JSON data."""
    return [
        {
            "measure": row.printed.measure,
            "family": row.printed.family,
            "printed": {
                "r": sympy.latex(row.printed.r),
                "A": row.printed.a_latex,
                "inference": row.printed.inference,
            },
            "claims": dict(row.claims),
            "verdicts": dict(row.verdicts),
            "repairs": {cell: repair for cell, repair in row.repairs.items() if repair},
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
                    "least_a_squared": (
                        [str(x) for x in min(i.holding, key=lambda pair: pair[1])]
                        if i.holding
                        else None
                    ),
                    "printed_a_is_a_bound": i.a_is_bound,
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
    return json.dumps({"format": "qstheory-table1/1", "rows": as_data(rows)}, indent=1) + "\n"


def as_csv(rows: Iterable[TableRow]) -> str:
    """One line for each enumerated size."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ("measure", "loss", "rank", "affine dimension", "differences of predictions",
         "convex calibration dimension", "equal-risk point", "failing decompositions")
    )  # fmt: skip
    for row in rows:
        for instance in row.instances:
            writer.writerow((row.printed.measure, *(c.strip("`") for c in size_cells(instance))))
    return out.getvalue()


def as_latex(rows: Iterable[TableRow]) -> str:
    """A tabular with printed and certified columns."""
    lines = [
        r"\begin{tabular}{@{}llllll@{}} \toprule",
        r"Measure & $r$ printed & $\operatorname{affdim}$ & $\mathsf{A}$ printed & $\mathsf{A}^2$"
        r" & $\mathrm{INF}$ printed \\ \midrule",
    ]
    for row in rows:
        dims = ", ".join(
            "?" if i.dimensions[1] is None else str(i.dimensions[1]) for i in row.instances
        )
        squares = ", ".join(
            str(min(value for _, value in i.holding)) if i.holding else "--" for i in row.instances
        )
        lines.append(
            rf"{row.printed.measure} & ${sympy.latex(row.printed.r)}$ & ${dims}$ &"
            rf" ${row.printed.a_latex}$ & ${squares}$ & ${row.printed.inference}$ \\"
        )
    lines.append(r"\bottomrule \end{tabular}")
    return "\n".join(lines) + "\n"


def as_text(rows: Iterable[TableRow]) -> str:
    """For a terminal."""
    grid = Table(title="Table 1, as printed and as certified", box=box.SIMPLE_HEAD, show_lines=True)
    for heading in HEADINGS:
        grid.add_column(heading, overflow="fold")
    for row in rows:
        grid.add_row(*(rich_escape(cell.replace("$", "").replace("`", "")) for cell in cells(row)))
    return plain(grid)


RENDERERS: Mapping[str, Callable[[Iterable[TableRow]], str]] = {
    "text": as_text,
    "md": as_markdown,
    "json": as_json,
    "csv": as_csv,
    "latex": as_latex,
}
