"""The records of `qstheory verify --format json`."""

import json

from qstheory.claims.formats.rows import row
from qstheory.claims.verify import Report
from qstheory.work.records import to_data

FORMAT = "qstheory-verify/2"


def render(report: Report) -> str:
    """Every selected claim with its statement, judgement, standing and recorded outcome."""
    claims = []
    for claim in report.selected:
        stated = report.ledger[claim]
        claims.append(
            {
                "id": claim,
                "kind": stated.kind.value,
                "source": stated.source,
                "text": stated.text,
                "latex": stated.latex,
                "uses": list(stated.uses),
                "repaired_by": stated.repaired_by,
                "assumed": stated.assumed,
                "expected": stated.expected.value,
                "judgement": to_data(report.judged[claim]),
                "standing": to_data(report.standings[claim]),
                "note": row(report, claim).note,
            }
        )
    counts = {verdict.value: n for verdict, n in report.counts.items()}
    document = {"format": FORMAT, "counts": counts, "exit_code": report.exit_code, "claims": claims}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
