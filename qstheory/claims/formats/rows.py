"""What every format shows of a judged claim."""

from dataclasses import dataclass

from qstheory.claims.verdict import FAILED, HOLDING, Judgement, Refutation, Strength, as_recorded
from qstheory.claims.verify import Report, Standing


@dataclass(frozen=True)
class Row:
    """A claim on one line: verdict, strength, scope, and what it rests on, in words."""

    claim: str
    source: str
    statement: str
    verdict: str
    strength: str
    scope: str
    as_expected: bool
    note: str


def refutations(judgement: Judgement) -> tuple[Refutation, ...]:
    """What refutes parts of the reading that the source means."""
    return tuple(part.refutation for part in judgement.readings[0].parts if part.refutation)


def rests_on(standing: Standing) -> str:
    """Which refuted, undecided or assumed claims it rests on, and whether repairs carry it."""
    words = []
    for weakness in standing.weaknesses:
        carried = ""
        if weakness in standing.rests_on_refuted:
            carried = (
                f"; carried by {weakness.repaired_by}" if weakness.carried else "; not carried"
            )
        words.append(f"{weakness.claim} ({weakness.verdict.value}{carried})")
    return "rests on " + ", ".join(words) if words else ""


def _other_readings(judgement: Judgement) -> str:
    others = [f"{r.reading}: {r.verdict.value}" for r in judgement.readings[1:]]
    return "other readings: " + ", ".join(others) if others else ""


def _reason(judgement: Judgement) -> str:
    """Why a part is undecided, or proved less strongly than it was meant to be."""
    return next((part.reason for part in judgement.readings[0].parts if part.reason), "")


def _failing(judgement: Judgement) -> str:
    parts = [f"{r.part} fails at {r.case}" for r in refutations(judgement) if r.case]
    survivors = [p.part for p in judgement.readings[0].parts if p.verdict in HOLDING]
    words = "; ".join(parts)
    return f"{words}; {', '.join(survivors)} survives" if parts and survivors else words


def _compiled(judgement: Judgement) -> str:
    """Where the theorems of the meant reading were compiled."""
    hashes = dict.fromkeys(p.formal.hash for p in judgement.readings[0].parts if p.formal)
    at = ", ".join(hashes)
    return f"compiled in CI at {at}; make proofs compiles it again" if at else ""


def row(report: Report, claim: str) -> Row:
    """The line of one of the selected claims."""
    judgement, stated = report.judged[claim], report.ledger[claim]
    repair = f"repaired by {stated.repaired_by}" if stated.repaired_by else ""
    notes = (
        _compiled(judgement),
        _failing(judgement),
        repair,
        _reason(judgement),
        _other_readings(judgement),
        rests_on(report.standings[claim]),
    )
    return Row(
        claim=claim,
        source=stated.source,
        statement=stated.text,
        verdict=judgement.verdict.value,
        strength=judgement.strength.value,
        scope=str(judgement.scope),
        as_expected=as_recorded(judgement.verdict, stated.expected),
        note="; ".join(filter(None, notes)),
    )


def summary(report: Report) -> str:
    """The counts by verdict, then a line for each verdict that is not the recorded one."""
    counts = ", ".join(f"{n} {verdict.value}" for verdict, n in report.counts.items() if n)
    fully = sum(report.standings[claim].fully_proved for claim in report.selected)
    formally = sum(
        report.judged[claim].verdict in FAILED and report.judged[claim].strength is Strength.FORMAL
        for claim in report.selected
    )
    fail = f"; {formally} fail by a theorem in Coq" if formally else ""
    count = len(report.selected)
    lines = [f"{count} claim{'' if count == 1 else 's'}: {counts}; {fully} fully proved{fail}."]
    for claim in report.changed:
        expected = report.ledger[claim].expected.value
        lines.append(f"{claim} is {report.judged[claim].verdict.value}, recorded as {expected}.")
    return "\n".join(lines)
