"""Table 1 as printed beside Table 1 as certified, cell by cell.

A cell is compared at every size that was enumerated: the printed r with the certified affine
dimension, the printed A with that of the best closed form that holds. The ledger's verdict for the
cell's claim, which may speak of every m, stands beside it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import sympy

from qstheory.claims.ledger import load_ledger
from qstheory.claims.verify import Report, VerifyOptions, verify
from qstheory.losses import make
from qstheory.report.printed_table import ROWS, PrintedRow, evaluate
from qstheory.theory.dossier import Dossier, analyze_loss


@dataclass(frozen=True)
class Instance:
    """One size of a row: the printed values there and the certified ones.

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
    equal_risk: str

    @property
    def r_agrees(self) -> bool | None:
        """Whether the printed r is the certified affine dimension; None when that is unknown."""
        return None if self.dimensions[1] is None else self.r_printed == self.dimensions[1]

    @property
    def a_is_bound(self) -> bool | None:
        """Whether some closed form that holds has A at most the printed A."""
        if not self.holding:
            return None
        least = min(value for _, value in self.holding)
        return bool(sympy.Rational(least.numerator, least.denominator) <= self.a_squared_printed)


@dataclass(frozen=True)
class TableRow:
    """A row of Table 1 with its instances and the verdicts of its claims."""

    printed: PrintedRow
    instances: tuple[Instance, ...]
    claims: Mapping[str, str]
    verdicts: Mapping[str, str]
    repairs: Mapping[str, str]


CELLS = ("r", "A", "INF", "optimal")
ELSEWHERE: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "fscore": {"r": "fscore.rank", "INF": "fscore.algo"},
        "ndcg": {"r": "ndcg.decomposition"},
    }
)
"""Cells whose claim has another name: these two rows print the r of a decomposition."""


def claims_of(row: PrintedRow) -> dict[str, str]:
    """The ledger's claims for the cells of a row."""
    prefix = row.claim_prefix
    ids = dict(zip(CELLS, ("affdim", "A", "inference", "optimal"), strict=True))
    claims = {cell: f"{prefix}.{name}" for cell, name in ids.items()}
    return {**claims, **ELSEWHERE.get(prefix, {})}


def instance(row: PrintedRow, size: int, dossier: Dossier) -> Instance:
    """The cell values at one size, from the dossier's judged findings."""
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
    """Every row of Table 1 with its compared sizes and the verdicts of its claims."""
    rows = []
    for printed in ROWS:
        known = {cell: c for cell, c in claims_of(printed).items() if c in report.judged}
        rows.append(
            TableRow(
                printed,
                tuple(sizes[printed.family]),
                known,
                {cell: report.judged[c].verdict.value for cell, c in known.items()},
                {cell: report.ledger[c].repaired_by for cell, c in known.items()},
            )
        )
    return rows


def printed_claims(jobs: int) -> Report:
    """The claims of the cells judged, with all that they rest on."""
    ledger = load_ledger(None)
    wanted = (c for row in ROWS for c in claims_of(row).values() if c in ledger.claims)
    return verify(VerifyOptions(patterns=tuple(wanted), workers=jobs))


def sized_rows(report: Report, progress: Callable[[str], None]) -> list[TableRow]:
    """The table with a dossier made for every size."""
    sizes: dict[str, list[Instance]] = {}
    for row in ROWS:
        sizes[row.family] = []
        for size in row.sizes:
            loss = make(row.family, **row.parameters(size))
            progress(loss.name)
            sizes[row.family].append(instance(row, size, analyze_loss(loss)))
    return table(report, sizes)
