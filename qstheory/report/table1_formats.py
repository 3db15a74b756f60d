"""Table 1 as text, Markdown, JSON, CSV and LaTeX: what is printed, and what is right beside it."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from qstheory.claims.ledger import COLUMNS, Column
from qstheory.markup import Table
from qstheory.report.table1 import Cell, Instance, TableRow
from qstheory.report.typeset import plain_math, short_name, tex
from qstheory.theory.findings import Status
from qstheory.work.files import to_json
from qstheory.work.terminal import fitted, grid

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
    " is over all decompositions L = F U^T + c, so that of the bounds in both columns the smaller"
    " one counts. m counts labels or items, b blocks; d is the least"
    " power of 2 from b on, D the discounts, H_m the sum of 1/k and H^(2)_m that of 1/k^2 up to m."
    " In brackets: what the right side rests on (formal: a theorem in Coq; argued: a derivation in"
    " words with checks; enumerated: the sizes listed)."
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
    return (row.printed.measure, *shown, fails + rule(row.decoder, last.printed))


def rule(decoder: str, printed: str) -> str:
    r"""A decoder and its cost; without the cost where that is the printed one.

    >>> rule("sort, O(m log m)", r"O(m\log m)"), rule("heaviest, O(min(n, 2^m))", "O(n\\wedge 2^m)")
    ('sort', 'heaviest')
    >>> rule("largest, O(m)", r"O(m\log k)")
    'largest, O(m)'
    """
    name, _, cost = decoder.partition(", O(")
    known = re.sub(r"\((\w+)∧([^)]+)\)", r"(min(\1,\2))", plain_math(printed))
    return name if f"O({cost}".replace(" ", "") == known.replace(" ", "") else decoder


def _dollars(latex: str) -> str:
    return f"${latex}$"


def _markdown(latex: str) -> str:
    r"""With norms by name: a viewer without mathematics takes an index behind a bar for emphasis.

    >>> _markdown(r"\|D\|_2")
    '$\\lVert D\\rVert_2$'
    """
    return _dollars(re.sub(r"\\\|(.*?)\\\|", r"\\lVert \1\\rVert", latex))


def as_markdown(rows: Iterable[TableRow]) -> str:
    """The table and, below it, the sizes that were looked at."""
    rows = list(rows)
    shown = Table(HEADINGS, (cells(row, _markdown, lambda p: f"~~{p}~~") for row in rows))
    sizes = Table(SIZE_HEADINGS, (size_cells(i) for row in rows for i in row.instances))
    lines = [
        f"# {TITLE}",
        "",
        'Of "Sharp Analysis of Learning with Discrete Losses" (Nowak-Vila, Bach, Rudi).',
        NOTE,
        "",
        shown.markdown(),
        "",
        "## Sizes",
        "",
        "Certified values, each with a certificate in `certificates/losses`.",
        "",
        sizes.markdown(),
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
    return (
        f"`{short_name(instance.loss)}`",
        printed,
        affine,
        rank,
        differences,
        between,
        exists,
        failing,
    )


@dataclass(frozen=True)
class CellRecord:
    """A cell as printed, the verdict on it, and what is right: formulas in LaTeX, claims by id."""

    printed: str
    claim: str
    verdict: str
    right: str
    right_claim: str
    strength: str
    reading: str
    column: Column
    fails: bool
    differs: bool


@dataclass(frozen=True)
class SizeRecord:
    """One size of a row: the printed r and A^2 there, and the certified values."""

    loss: str
    r_printed: Fraction
    rank: int | None
    affine_dimension: int | None
    prediction_differences: int | None
    r_agrees: bool | None
    a_squared_printed: str
    a_squared: Mapping[str, Fraction]
    failing_decompositions: tuple[str, ...]
    calibration_dimension: tuple[int, int] | None
    equal_risk_point: Status


@dataclass(frozen=True)
class RowRecord:
    """A row of Table 1, its cells in the order of the columns."""

    measure: str
    family: str
    decoder: str
    cells: Annotated[tuple[CellRecord, ...], ("minItems", 5), ("maxItems", 5)]
    sizes: tuple[SizeRecord, ...]


@dataclass(frozen=True)
class Table1Record:
    """Table 1 as printed and as it is."""

    FORMAT: ClassVar[str] = "qstheory-table1/2"
    rows: tuple[RowRecord, ...]


def table1_record(rows: Iterable[TableRow]) -> Table1Record:
    """The table as a record."""
    return Table1Record(
        tuple(
            RowRecord(
                row.printed.measure,
                row.printed.family,
                row.decoder,
                tuple(
                    CellRecord(**vars(cell), column=column, fails=cell.fails, differs=cell.differs)
                    for column, cell in zip(COLUMNS, row.cells, strict=True)
                ),
                tuple(map(_size, row.instances)),
            )
            for row in rows
        )
    )


def _size(instance: Instance) -> SizeRecord:
    return SizeRecord(
        instance.loss,
        instance.r_printed,
        *instance.dimensions,
        instance.r_agrees,
        str(instance.a_squared_printed),
        dict(instance.holding),
        instance.failing,
        instance.calibration_dimension,
        instance.equal_risk,
    )


def as_json(rows: Iterable[TableRow]) -> str:
    """The table as a JSON document."""
    return to_json(table1_record(rows))


def as_csv(rows: Iterable[TableRow]) -> str:
    """One line for each cell."""
    columns = ("loss", "column", "printed", "verdict", "reading", "right", "rests on", "claim",
               "right claim")  # fmt: skip
    lines = (
        (row.printed.measure, column, cell.printed, cell.verdict, cell.reading, cell.right,
         cell.strength, cell.claim, cell.right_claim)
        for row in rows
        for column, cell in zip(COLUMNS, row.cells, strict=True)
    )  # fmt: skip
    return Table(columns, lines).csv()


RAGGED = r">{\raggedright\arraybackslash}"
WIDTHS = (0.08, 0.16, 0.14, 0.19, 0.15, 0.2)
"""Of the columns in LaTeX, as parts of the line, so that a table fills a page in landscape."""


def as_latex(rows: Iterable[TableRow]) -> str:
    """A tabular for a page of A4 in landscape."""
    shown = (cells(row, _dollars, lambda printed: rf"NOT {printed}") for row in rows)
    table = Table(
        tuple(map(tex, HEADINGS)),
        ([tex(text).replace("NOT ", r"\emph{not} ").replace("→", r"$\to$") for text in texts]
         for texts in shown),
    ).latex("".join(rf"{RAGGED}p{{{width}\linewidth}}" for width in WIDTHS))  # fmt: skip
    return (
        "% needs \\usepackage{amsmath,booktabs,array}; fills a page with"
        " \\usepackage[a4paper,landscape,margin=12mm]{geometry} and \\small\n"
        f"{table}\n"
    )


def as_text(rows: Iterable[TableRow]) -> str:
    """For a terminal: what is wrong stands behind a sign of its own."""
    shown = Table(HEADINGS, (cells(row, plain_math, lambda text: f"✗ {text}") for row in rows))
    return f"{fitted(TITLE)}\n{grid(shown)}\n{fitted(NOTE, hanging=0)}"


RENDERERS: Mapping[str, Callable[[Iterable[TableRow]], str]] = {
    "text": as_text,
    "md": as_markdown,
    "json": as_json,
    "csv": as_csv,
    "latex": as_latex,
}
