"""A judged claim as the record from which its page is made."""

from typing import Any

from qstheory.certify.bundle import loads
from qstheory.claims.claim import Claim
from qstheory.claims.documents import file_name
from qstheory.claims.formats.rows import row
from qstheory.claims.verdict import Judgement, PartJudgement
from qstheory.claims.verify import Report
from qstheory.errors import UnreadableInput
from qstheory.proofs.record import Formal
from qstheory.report.errata import GROUPS, group
from qstheory.report.instances import explain

FORMAT = "qstheory-claim/2"


def topic(claim_id: str) -> str:
    """The loss or subject of a claim; what goes beyond the paper is filed with what it extends.

    >>> topic("x.noise.converse"), topic("hamming.A")
    ('noise', 'hamming')
    """
    words = claim_id.split(".")
    return words[1] if words[0] == "x" else words[0]


def claim_record(report: Report, claim_id: str) -> dict[str, Any]:
    """Statement, verdict, strength, scope, readings, counterexamples, repair and relations."""
    claim, judgement = report.ledger[claim_id], report.judged[claim_id]
    line = row(report, claim_id)
    return {
        "format": FORMAT,
        "id": claim_id,
        "topic": topic(claim_id),
        "kind": claim.kind.value,
        "group": GROUPS[group(claim, report.ledger.table)],
        "source": claim.source,
        "text": claim.text,
        "latex": claim.latex,
        "remark": claim.remark,
        "assumed": claim.assumed,
        "verdict": judgement.verdict.value,
        "strength": judgement.strength.value,
        "scope": str(judgement.scope),
        "as_expected": line.as_expected,
        "note": line.note,
        "fully_proved": report.standings[claim_id].fully_proved,
        "rests_on": [
            {"claim": w.claim, "verdict": w.verdict.value, "carried": w.carried}
            for w in report.standings[claim_id].weaknesses
        ],
        "readings": _readings(claim, judgement),
        "uses": list(claim.uses),
        "used_by": [c for c in report.selected if claim_id in report.ledger[c].uses],
        "repaired_by": claim.repaired_by,
        "repairs": [c for c in report.selected if report.ledger[c].repaired_by == claim_id],
        "certificates": file_name(claim_id),
    }


def _readings(claim: Claim, judgement: Judgement) -> list[dict[str, Any]]:
    names = [reading.name for reading in claim.judged_readings]
    if names != [judged.reading for judged in judgement.readings]:
        raise UnreadableInput(
            f"The ledger's files have changed since {claim.id} was judged; run the command again."
        )
    return [
        {
            "name": reading.name,
            "condition": reading.condition,
            "argument": reading.derivation.argument if reading.derivation else "",
            "verdict": judged.verdict.value,
            "strength": judged.strength.value,
            "scope": str(judged.scope),
            "parts": [_part(part) for part in judged.parts],
            "measurements": [vars(m) for m in judged.measurements],
        }
        for reading, judged in zip(claim.judged_readings, judgement.readings, strict=True)
    ]


def _theorem(formal: Formal | None) -> dict[str, Any] | None:
    if formal is None:
        return None
    return {
        "name": formal.theorem,
        "statement": formal.statement,
        "text": formal.text,
        "axioms": list(formal.axioms),
        "hash": formal.hash,
    }


def _part(part: PartJudgement) -> dict[str, Any]:
    shown = part.refutation
    return {
        "part": part.part,
        "verdict": part.verdict.value,
        "strength": part.strength.value,
        "scope": str(part.scope),
        "decided": part.decided,
        "reason": part.reason,
        "theorem": _theorem(part.formal),
        "fails_at": shown.case if shown else "",
        "counterexample": (
            [line for item in loads(shown.document) for line in explain(item)] if shown else []
        ),
    }
