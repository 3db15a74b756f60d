"""Table 1 as printed beside Table 1 as it is, cell by cell.

The right side of a cell is the formula of the claim that says what is right, with what that claim
rests on; below, the printed r is held against certified values at every enumerated size.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from qstheory.claims.formats import watched
from qstheory.claims.ledger import PrintedCell, PrintedRow, evaluate, load_ledger
from qstheory.claims.verdict import FAILED
from qstheory.claims.verify import Report, VerifyOptions
from qstheory.losses import make
from qstheory.theory.dossier import Dossier, analyze_loss
from qstheory.theory.findings import Status

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
    """What is printed, whether it fails, and what is right: formulas in LaTeX, claims by id.

    `reading` tells how a printed number is right that differs from what stands beside it.
    """

    printed: str
    claim: str
    verdict: str
    right: str
    right_claim: str
    strength: str
    reading: str = ""

    @property
    def fails(self) -> bool:
        """Whether what is printed is wrong."""
        return self.verdict in {verdict.value for verdict in FAILED}

    @property
    def differs(self) -> bool:
        """Whether something else than what is printed is shown as right."""
        return self.right_claim != self.claim and self.right not in ("", self.printed)


@dataclass(frozen=True)
class Instance:
    """One size of a row: the printed r there and the certified values.

    `dimensions` are (rank L, affine dimension, differences of predictions); `holding` and `failing`
    are A^2 of the closed forms that hold and the names of those that do not.
    """

    loss: str
    r_printed: Fraction
    dimensions: tuple[int | None, int | None, int | None]
    a_squared_printed: sympy.Expr
    holding: tuple[tuple[str, Fraction], ...]
    failing: tuple[str, ...]
    calibration_dimension: tuple[int, int] | None
    equal_risk: Status

    @property
    def r_agrees(self) -> bool | None:
        """Whether the printed r is the certified affine dimension; None when that is unknown."""
        return None if self.dimensions[1] is None else self.r_printed == self.dimensions[1]


@dataclass(frozen=True)
class TableRow:
    """A row of Table 1: its cells in the order of COLUMNS, its decoder, its sizes."""

    printed: PrintedRow
    cells: tuple[Cell, ...]
    decoder: str
    instances: tuple[Instance, ...]


def right_side(latex: str) -> str:
    r"""A formula without what its column says.

    >>> right_side(r"\operatorname{affdim}(L)=2^m-1"), right_side(r"\mathsf A\le\sqrt m\,\|D\|_2")
    ('2^m-1', '\\le\\sqrt m\\,\\|D\\|_2')
    >>> right_side(r"2\le\operatorname{CCdim}(L)\le3\quad(m=2)")
    '2\\text{ to }3\\quad(m=2)'
    """
    return LEFT.sub("", BETWEEN.sub(r"\1\\text{ to }", latex))


def cell(report: Report, given: PrintedCell) -> Cell:
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
    )


def instance(row: PrintedRow, size: int, dossier: Dossier) -> Instance:
    """The certified values at one size, from the dossier's judged findings."""
    holding, failing = [], []
    for finding in dossier.part("decompositions"):
        if not finding.key.startswith("form:"):
            continue
        details = dict(finding.details)
        square = details.get("A^2")
        if finding.status == "proved" and isinstance(square, Fraction | int):
            holding.append((finding.key.removeprefix("form:"), Fraction(square)))
        elif finding.status == "refuted":
            failing.append(finding.key.removeprefix("form:"))
    symbols = row.symbols(size)
    printed_r = sympy.Rational(evaluate(row.r, symbols))
    calibration = dossier.finding("calibration-dimension")
    return Instance(
        loss=dossier.loss.name,
        r_printed=Fraction(int(printed_r.p), int(printed_r.q)),
        dimensions=(
            _proved(dossier, "loss"),
            _proved(dossier, "affine-dimension"),
            _proved(dossier, "prediction-differences"),
        ),
        a_squared_printed=evaluate(row.a_squared, symbols),
        holding=tuple(holding),
        failing=tuple(failing),
        calibration_dimension=_interval(calibration.value),
        equal_risk=dossier.finding("equal-risk").status,
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
        cells = tuple(cell(report, given) for given in printed.cells)
        decoder = f"{note.name}, {note.cost}"
        rows.append(TableRow(printed, cells, decoder, tuple(sizes[printed.family])))
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
