"""Table 1 as printed beside Table 1 as certified, cell by cell.

A cell is compared at every size that was enumerated: the printed r with the certified affine
dimension, the printed A with that of the best closed form that holds. The ledger's verdict for the
cell's claim, which may speak of every m, stands beside it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from qstheory.claims.verify import Report
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
    verdicts: Mapping[str, str]
    repairs: Mapping[str, str]


def claims_of(row: PrintedRow) -> dict[str, str]:
    """The ledger's claims for the cells of a row."""
    prefix = row.claim_prefix
    rank = f"{prefix}.rank" if prefix == "fscore" else f"{prefix}.affdim"
    if prefix == "ndcg":
        rank = "ndcg.decomposition"
    return {
        "r": rank,
        "A": f"{prefix}.A",
        "INF": f"{prefix}.inference",
        "optimal": f"{prefix}.optimal",
    }


def instance(row: PrintedRow, size: int, dossier: Dossier) -> Instance:
    """The cell values at one size, from the dossier's judged findings."""
    holding, failing = [], []
    for finding in dossier.part("decompositions"):
        if not finding.key.startswith("form:"):
            continue
        details = dict(finding.details)
        if finding.status == "proved" and isinstance(details.get("A^2"), Fraction | int):
            holding.append((finding.key.removeprefix("form:"), Fraction(details["A^2"])))
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


def table(
    report: Report, keep: Callable[[Dossier], None], progress: Callable[[str], None]
) -> list[TableRow]:
    """Every row of Table 1; each dossier is handed to `keep`, to be written with its certificates."""
    rows = []
    for printed in ROWS:
        instances = []
        for size in printed.sizes:
            loss = make(printed.family, **printed.parameters(size))
            progress(loss.name)
            dossier = analyze_loss(loss)
            keep(dossier)
            instances.append(instance(printed, size, dossier))
        named = claims_of(printed)
        known = {cell: c for cell, c in named.items() if c in report.judged}
        rows.append(
            TableRow(
                printed,
                tuple(instances),
                {cell: report.judged[c].verdict.value for cell, c in known.items()},
                {cell: report.ledger[c].repaired_by for cell, c in known.items()},
            )
        )
    return rows
