"""A judged claim as the record from which its page is made."""

from dataclasses import dataclass
from typing import ClassVar

from qstheory.certify.bundle import loads
from qstheory.claims.claim import Claim, Kind
from qstheory.claims.evidence import Measurement
from qstheory.claims.formats import row
from qstheory.claims.verdict import Judgement, PartJudgement, Strength, Verdict
from qstheory.claims.verify import Report, file_name
from qstheory.errors import UnreadableInput
from qstheory.report.errata import GROUPS, group
from qstheory.report.instances import explain


@dataclass(frozen=True)
class Support:
    """A claim that this one rests on and that is not proved; `carried` where its repair serves."""

    claim: str
    verdict: Verdict
    carried: bool


@dataclass(frozen=True)
class TheoremRecord:
    """The theorem in Coq that proves a part, the witness of its premises, or `meet` where Coq finds
    one, the cited theorems that it is given, what it assumes, the hash of the compiled texts."""

    name: str
    statement: str
    witness: str
    given: tuple[str, ...]
    text: str
    axioms: tuple[str, ...]
    hash: str


@dataclass(frozen=True)
class PartRecord:
    """A part of a reading; `decided` counts the certificates that settled something.

    `fails_at` is the smallest instance at which it fails, empty for every case.
    """

    part: str
    verdict: Verdict
    strength: Strength
    scope: str
    decided: int
    reason: str
    fails_at: str
    counterexample: tuple[str, ...]
    theorem: TheoremRecord | None


@dataclass(frozen=True)
class ReadingRecord:
    """One way to read a claim; `argument` is its derivation, with LaTeX between dollar signs."""

    name: str
    condition: str
    argument: str
    verdict: Verdict
    strength: Strength
    scope: str
    parts: tuple[PartRecord, ...]
    measurements: tuple[Measurement, ...]


@dataclass(frozen=True)
class ClaimRecord:
    """A judged claim.

    `kind` says whether the paper says it, it repairs what the paper says, or it goes beyond;
    `group` in which part of the letter to the authors it stands when it fails; `assumed` is a
    citation, for what is not proved here; `fully_proved` says whether all that it rests on is
    proved as well; `certificates` names its certificate file.
    """

    FORMAT: ClassVar[str] = "qstheory-claim/3"
    id: str
    topic: str
    kind: Kind
    group: str
    source: str
    text: str
    latex: str
    remark: str
    assumed: str
    verdict: Verdict
    strength: Strength
    scope: str
    as_expected: bool
    note: str
    fully_proved: bool
    rests_on: tuple[Support, ...]
    readings: tuple[ReadingRecord, ...]
    uses: tuple[str, ...]
    used_by: tuple[str, ...]
    repaired_by: str
    repairs: tuple[str, ...]
    certificates: str


@dataclass(frozen=True)
class LedgerRecord:
    """A judged ledger."""

    FORMAT: ClassVar[str] = "qstheory-claims/2"
    claims: tuple[ClaimRecord, ...]


def topic(claim_id: str) -> str:
    """The loss or subject of a claim; what goes beyond the paper is filed with what it extends.

    >>> topic("x.noise.converse"), topic("hamming.A")
    ('noise', 'hamming')
    """
    words = claim_id.split(".")
    return words[1] if words[0] == "x" else words[0]


def claim_record(report: Report, claim_id: str) -> ClaimRecord:
    """Statement, verdict, strength, scope, readings, counterexamples, repair and relations."""
    claim, judgement = report.ledger[claim_id], report.judged[claim_id]
    line, standing = row(report, claim_id), report.standings[claim_id]
    return ClaimRecord(
        claim_id,
        topic(claim_id),
        claim.kind,
        GROUPS[group(claim, report.ledger.table)],
        claim.source,
        claim.text,
        claim.latex,
        claim.remark,
        claim.assumed,
        judgement.verdict,
        judgement.strength,
        str(judgement.scope),
        line.as_expected,
        line.note,
        standing.fully_proved,
        tuple(Support(w.claim, w.verdict, w.carried) for w in standing.weaknesses),
        _readings(claim, judgement),
        claim.uses,
        tuple(c for c in report.selected if claim_id in report.ledger[c].uses),
        claim.repaired_by,
        tuple(c for c in report.selected if report.ledger[c].repaired_by == claim_id),
        file_name(claim_id),
    )


def _readings(claim: Claim, judgement: Judgement) -> tuple[ReadingRecord, ...]:
    names = [reading.name for reading in claim.judged_readings]
    if names != [judged.reading for judged in judgement.readings]:
        raise UnreadableInput(
            f"The ledger's files have changed since {claim.id} was judged; run the command again."
        )
    return tuple(
        ReadingRecord(
            reading.name,
            reading.condition,
            reading.derivation.argument if reading.derivation else "",
            judged.verdict,
            judged.strength,
            str(judged.scope),
            tuple(map(_part, judged.parts)),
            judged.measurements,
        )
        for reading, judged in zip(claim.judged_readings, judgement.readings, strict=True)
    )


def _part(part: PartJudgement) -> PartRecord:
    shown, formal = part.refutation, part.formal
    return PartRecord(
        part.part,
        part.verdict,
        part.strength,
        str(part.scope),
        part.decided,
        part.reason,
        shown.case if shown else "",
        tuple(line for item in loads(shown.document) for line in explain(item)) if shown else (),
        TheoremRecord(
            formal.theorem,
            formal.statement,
            formal.witness,
            formal.given,
            formal.text,
            formal.axioms,
            formal.hash,
        )
        if formal
        else None,
    )
