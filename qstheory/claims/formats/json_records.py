"""The records of `qstheory verify --format json`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from qstheory.claims.claim import Kind
from qstheory.claims.formats.rows import row
from qstheory.claims.verdict import Judgement, Verdict
from qstheory.claims.verify import Report, Standing
from qstheory.work.records import Natural, to_json


@dataclass(frozen=True)
class VerifiedClaim:
    """A claim with its statement, judgement, standing and recorded outcome."""

    id: str
    kind: Kind
    source: str
    text: str
    latex: str
    uses: tuple[str, ...]
    repaired_by: str
    assumed: str
    expected: Verdict
    judgement: Judgement
    standing: Standing
    note: str


@dataclass(frozen=True)
class VerifyRecord:
    """Every selected claim, how many have each verdict, and the exit code of the command."""

    FORMAT: ClassVar[str] = "qstheory-verify/2"
    counts: Mapping[str, Natural]
    exit_code: int
    claims: tuple[VerifiedClaim, ...]


def verify_record(report: Report) -> VerifyRecord:
    """The report as a record."""
    claims = []
    for claim in report.selected:
        stated = report.ledger[claim]
        claims.append(
            VerifiedClaim(
                claim,
                stated.kind,
                stated.source,
                stated.text,
                stated.latex,
                tuple(stated.uses),
                stated.repaired_by,
                stated.assumed,
                stated.expected,
                report.judged[claim],
                report.standings[claim],
                row(report, claim).note,
            )
        )
    counts = {verdict.value: n for verdict, n in report.counts.items()}
    return VerifyRecord(counts, report.exit_code, tuple(claims))


def render(report: Report) -> str:
    """The record as a JSON document."""
    return to_json(verify_record(report))
