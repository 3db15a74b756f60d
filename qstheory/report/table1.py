"""Table 1 as printed beside Table 1 as it is, cell by cell: judged, and in every format.

The right side of a cell is the formula of the claim that says what is right, with what that claim
rests on; below, the printed r is held against certified values at every enumerated size.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, ClassVar

import sympy

from qstheory.claims.evidence import FAILED
from qstheory.claims.formats import watched
from qstheory.claims.ledger import COLUMNS, Column, PrintedCell, PrintedRow, evaluate, load_ledger
from qstheory.claims.verify import Report, VerifyOptions
from qstheory.losses import make
from qstheory.markup import Table
from qstheory.report.typeset import plain_math, short_name, tex
from qstheory.theory.dossier import Dossier, analyze_loss
from qstheory.theory.findings import Status
from qstheory.work.files import to_json
from qstheory.work.terminal import fitted, grid

SAID = (
    r"(?:\\operatorname\{(?:affdim|CCdim)\}\(L\)|\\min_\{L=FU\^\\top\+c\}\\mathsf A"
    r"|\\mathsf A(?:_\*)?(?:=\\gamma_2)?)(?!\^)"
)
"""What a cell's column says already."""
PARTS = ("dimensions", "decompositions", "optimality")
"""The parts of a dossier that a size is read off; the others are most of the work."""
LEFT, BETWEEN = re.compile(rf"^{SAID}=?"), re.compile(rf"^(.+?)\\le\s*{SAID}\\le\s*")


@dataclass(frozen=True)
class Cell:
    """A cell as printed, the verdict on it, and what is right: formulas in LaTeX, claims by id.

    `reading` tells how a printed number is right that differs from what stands beside it, and
    `differs` whether something else than what is printed is shown as right.
    """

    printed: str
    claim: str
    verdict: str
    right: str
    right_claim: str
    strength: str
    reading: str
    column: Column
    fails: bool = field(init=False)
    differs: bool = field(init=False)

    def __post_init__(self) -> None:
        """What follows from the rest."""
        fails = self.verdict in {verdict.value for verdict in FAILED}
        differs = self.right_claim != self.claim and self.right not in ("", self.printed)
        object.__setattr__(self, "fails", fails)
        object.__setattr__(self, "differs", differs)


@dataclass(frozen=True)
class Instance:
    """One size of a row: the printed r and A^2 there, and the certified values.

    `a_squared` is that of the closed forms that hold; `r_agrees` says whether the printed r is the
    affine dimension, null when that is unknown.
    """

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
class TableRow:
    """A row of Table 1: its cells in the order of the columns, its decoder, its sizes."""

    measure: str
    family: str
    decoder: str
    cells: Annotated[tuple[Cell, ...], ("minItems", 5), ("maxItems", 5)]
    sizes: tuple[Instance, ...]


@dataclass(frozen=True)
class Table1Record:
    """Table 1 as printed and as it is."""

    FORMAT: ClassVar[str] = "qstheory-table1/2"
    rows: tuple[TableRow, ...]


def right_side(latex: str) -> str:
    r"""A formula without what its column says.

    >>> right_side(r"\operatorname{affdim}(L)=2^m-1"), right_side(r"\mathsf A\le\sqrt m\,\|D\|_2")
    ('2^m-1', '\\le\\sqrt m\\,\\|D\\|_2')
    >>> right_side(r"2\le\operatorname{CCdim}(L)\le3\quad(m=2)")
    '2\\text{ to }3\\quad(m=2)'
    """
    return LEFT.sub("", BETWEEN.sub(r"\1\\text{ to }", latex))


def cell(report: Report, column: Column, given: PrintedCell) -> Cell:
    """The cell with the verdict on what is printed and what is right."""
    judged, ledger = report.judged, report.ledger
    printed, right = judged.get(given.claim), judged.get(given.right)
    holds = right is not None and right.verdict not in FAILED
    verdict = printed.verdict.value if printed else ""
    formula = right_side(ledger[given.right].latex) if holds else ""
    stated = printed is not None and printed.verdict not in FAILED and given.printed != ""
    repairs = printed is not None and ledger[given.claim].repaired_by == given.right
    enough = stated and not repairs and formula not in (given.printed, "")
    return Cell(
        given.printed,
        given.claim if printed else "",
        verdict,
        formula,
        given.right if holds else "",
        right.strength.value if right and holds else "",
        "enough, not least" if enough and given.right != given.claim else "",
        column,
    )


def instance(row: PrintedRow, size: int, dossier: Dossier) -> Instance:
    """The certified values at one size, from the dossier's judged findings."""
    holding: dict[str, Fraction] = {}
    failing = []
    for finding in dossier.part("decompositions"):
        if not finding.key.startswith("form:"):
            continue
        details = dict(finding.details)
        square = details.get("A^2")
        if finding.status == "proved" and isinstance(square, Fraction | int):
            holding[finding.key.removeprefix("form:")] = Fraction(square)
        elif finding.status == "refuted":
            failing.append(finding.key.removeprefix("form:"))
    symbols = row.symbols(size)
    printed_r = sympy.Rational(evaluate(row.r, symbols))
    r, affine = Fraction(int(printed_r.p), int(printed_r.q)), _proved(dossier, "affine-dimension")
    calibration = dossier.finding("calibration-dimension")
    return Instance(
        loss=dossier.loss.name,
        r_printed=r,
        rank=_proved(dossier, "loss"),
        affine_dimension=affine,
        prediction_differences=_proved(dossier, "prediction-differences"),
        r_agrees=None if affine is None else r == affine,
        a_squared_printed=str(evaluate(row.a_squared, symbols)),
        a_squared=holding,
        failing_decompositions=tuple(failing),
        calibration_dimension=_interval(calibration.value),
        equal_risk_point=dossier.finding("equal-risk").status,
    )


def _proved(dossier: Dossier, key: str) -> int | None:
    finding = dossier.finding(key)
    return finding.value if finding.status == "proved" and isinstance(finding.value, int) else None


def _interval(value: Any) -> tuple[int, int] | None:
    return (value[0], value[1]) if isinstance(value, tuple) and len(value) == 2 else None


def table(report: Report, sizes: Mapping[str, Sequence[Instance]]) -> list[TableRow]:
    """Every row of Table 1 with its judged cells and the sizes that were looked at."""
    rows = []
    for printed in report.ledger.table:
        note = make(printed.family, **printed.parameters(printed.sizes[-1])).decoder
        given = zip(COLUMNS, printed.cells, strict=True)
        cells = tuple(cell(report, column, each) for column, each in given)
        decoder = f"{note.name}, {note.cost}"
        found = tuple(sizes[printed.family])
        rows.append(TableRow(printed.measure, printed.family, decoder, cells, found))
    return rows


def printed_claims(jobs: int) -> Report:
    """The claims of the cells judged, with all that they rest on."""
    ledger = load_ledger(None)
    named = (claim for row in ledger.table for pair in row.claims for claim in pair)
    wanted = dict.fromkeys(claim for claim in named if claim in ledger.claims)
    return watched(VerifyOptions(patterns=tuple(wanted), workers=jobs))


def sized_rows(report: Report, progress: Callable[[str], None]) -> list[TableRow]:
    """The table with a dossier made for every size."""
    sizes: dict[str, list[Instance]] = {}
    for row in report.ledger.table:
        sizes[row.family] = []
        for size in row.sizes:
            loss = make(row.family, **row.parameters(size))
            progress(loss.name)
            sizes[row.family].append(instance(row, size, analyze_loss(loss, parts=PARTS)))
    return table(report, sizes)


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
    " one counts. m counts labels or items, b blocks; D are the discounts, H_m is the sum of 1/k"
    " and H^(2)_m that of 1/k^2 up to m."
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
    return (row.measure, *shown, fails + rule(row.decoder, last.printed))


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
    sizes = Table(SIZE_HEADINGS, (size_cells(i) for row in rows for i in row.sizes))
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


EXISTS: Mapping[str, str] = {"proved": "exists", "refuted": "none"}


def size_cells(instance: Instance) -> tuple[str, ...]:
    """One size as text in the order of SIZE_HEADINGS."""
    dimensions = instance.affine_dimension, instance.rank, instance.prediction_differences
    interval = instance.calibration_dimension
    between = "undecided"
    if interval is not None:
        low, high = interval
        between = str(low) if low == high else f"{low} to {high}"
    exists = EXISTS.get(instance.equal_risk_point, instance.equal_risk_point)
    failing = ", ".join(instance.failing_decompositions) or "none"
    printed = str(instance.r_printed)
    return (
        f"`{short_name(instance.loss)}`",
        printed,
        *("undecided" if value is None else str(value) for value in dimensions),
        between,
        exists,
        failing,
    )


def as_json(rows: Iterable[TableRow]) -> str:
    """The table as a JSON document."""
    return to_json(Table1Record(tuple(rows)))


def as_csv(rows: Iterable[TableRow]) -> str:
    """One line for each cell."""
    columns = ("loss", "column", "printed", "verdict", "reading", "right", "rests on", "claim",
               "right claim")  # fmt: skip
    lines = (
        (row.measure, cell.column, cell.printed, cell.verdict, cell.reading, cell.right,
         cell.strength, cell.claim, cell.right_claim)
        for row in rows
        for cell in row.cells
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
