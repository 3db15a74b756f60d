"""What `qstheory verify` answers: a report as text, JSON, JUnit XML or Markdown."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, TextIO
from xml.etree import ElementTree as Xml

from qstheory.claims.claim import Kind
from qstheory.claims.evidence import (
    FAILED,
    HOLDING,
    Judgement,
    Refutation,
    Strength,
    Verdict,
    as_recorded,
)
from qstheory.claims.verify import Report, Standing, VerifyOptions, to_judge, verify
from qstheory.errors import InvalidParameter
from qstheory.markup import Table
from qstheory.work.files import Natural, copied, to_json, write_whole
from qstheory.work.terminal import fitted, progress_bar, sheet


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
    """Why a part is undecided, or proved less strongly than it was meant to be; nothing is meant to
    prove what is cited."""
    if judgement.verdict is Verdict.ASSUMED:
        return ""
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


def _remarks(report: Report, claim: str) -> str:
    """What fails, what repairs it, other readings, and what the claim rests on."""
    judgement, repair = report.judged[claim], report.ledger[claim].repaired_by
    notes = (
        _failing(judgement),
        f"repaired by {repair}" if repair else "",
        _reason(judgement),
        _other_readings(judgement),
        rests_on(report.standings[claim]),
    )
    return "; ".join(filter(None, notes))


def row(report: Report, claim: str) -> Row:
    """The line of one of the selected claims."""
    judgement, stated = report.judged[claim], report.ledger[claim]
    notes = (_compiled(judgement), _remarks(report, claim))
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
    fail = "fails" if formally == 1 else "fail"
    fail = f"; {formally} {fail} by a theorem in Coq" if formally else ""
    count = len(report.selected)
    lines = [f"{count} claim{'' if count == 1 else 's'}: {counts}; {fully} fully proved{fail}."]
    for claim in report.changed:
        expected = report.ledger[claim].expected.value
        lines.append(f"{claim} is {report.judged[claim].verdict.value}, recorded as {expected}.")
    return "\n".join(lines)


CHANGED = " (!)"
FORMAL = "formal: a theorem in Coq, compiled in CI; make proofs compiles it again"


def _rows(report: Report) -> Iterator[tuple[str, str, str]]:
    """A row for each selected claim, its remarks below it; a changed verdict is marked."""
    for claim in report.selected:
        r = row(report, claim)
        yield (
            r.verdict + ("" if r.as_expected else CHANGED),
            "\n".join(filter(None, (claim, _remarks(report, claim)))),
            f"{r.strength}, {r.scope}" if r.scope else r.strength,
        )


def text(report: Report) -> str:
    """The table and the counts as plain text."""
    table = Table(("verdict", "claim", "strength, scope"), _rows(report))
    formal = any(report.judged[claim].strength is Strength.FORMAL for claim in report.selected)
    lines = [summary(report), *([FORMAL] if formal else [])]
    return sheet(table, ratios=(0, 2, 1)) + fitted("\n".join(lines))


COLUMNS = ("claim", "where", "verdict", "strength", "scope", "remarks")


def _cell(words: str) -> str:
    """Text that stays within its cell."""
    return " ".join(words.split()).replace("\\", "\\\\").replace("<", "&lt;")


def markdown(report: Report) -> str:
    """The counts, then a row for each selected claim."""
    found = (row(report, claim) for claim in report.selected)
    rows = ((r.claim, r.source, r.verdict, r.strength, r.scope, r.note) for r in found)
    table = Table(COLUMNS, (tuple(map(_cell, cells)) for cells in rows))
    return "\n".join((summary(report).replace("\n", "\n\n"), "", table.markdown(), ""))


FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold."""


def junit(report: Report) -> str:
    """One test suite with a test case for each selected claim."""
    suite = Xml.Element(
        "testsuite",
        name="qstheory verify",
        tests=str(len(report.selected)),
        failures=str(len(report.changed)),
        errors="0",
        skipped=str(len(report.undecided)),
    )
    for claim in report.selected:
        shown = row(report, claim)
        group, _, name = claim.partition(".")
        case = Xml.SubElement(suite, "testcase", classname=group, name=name or group)
        message = FORBIDDEN.sub("?", f"{shown.verdict} ({shown.strength}, {shown.scope})")
        if claim in report.changed:
            Xml.SubElement(case, "failure", message=message).text = FORBIDDEN.sub("?", shown.note)
        elif claim in report.undecided:
            Xml.SubElement(case, "skipped", message=message)
        Xml.SubElement(case, "system-out").text = f"{message}\n{FORBIDDEN.sub('?', shown.note)}"
    Xml.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(suite, "unicode") + "\n"


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
        judgement, standing = report.judged[claim], report.standings[claim]
        note = row(report, claim).note
        shown = copied(VerifiedClaim, stated, judgement=judgement, standing=standing, note=note)
        claims.append(shown)
    counts = {verdict.value: n for verdict, n in report.counts.items()}
    return VerifyRecord(counts, report.exit_code, tuple(claims))


def json_text(report: Report) -> str:
    """The record as a JSON document."""
    return to_json(verify_record(report))


FORMATS: Mapping[str, Callable[[Report], str]] = MappingProxyType(
    {"text": text, "json": json_text, "junit": junit, "md": markdown}
)
"""From the name of a format to its function."""


def watched(options: VerifyOptions, errors: TextIO | None = None) -> Report:
    """What `verify` answers, with a bar on the terminal while it judges."""
    with progress_bar(len(to_judge(options)), "judging", stream=errors) as advance:
        return verify(options, lambda judgement: advance(f"judged {judgement.claim}"))


def run_verify(
    options: VerifyOptions,
    form: str = "text",
    output: Path | None = None,
    certificates: Path | None = None,
    *,
    out: TextIO | None = None,
    errors: TextIO | None = None,
) -> int:
    """Judge, print or write the report, and return the exit code.

    `form` is one of FORMATS, `output` a file for the report instead of the standard output,
    `certificates` a folder for a certificate file of each selected claim.

    0: every claim is proved or as recorded; 1: a verdict changed; 3: a claim is undecided and none
    changed. Raises InvalidParameter for an unknown format, UnreadableInput and DuplicateName for a
    wrong ledger or pattern; the caller turns these into exit code 2. Nothing is written then.
    """
    if form not in FORMATS:
        raise InvalidParameter(f"The format must be one of {', '.join(FORMATS)}, not {form!r}.")
    report = watched(options, errors)
    text = FORMATS[form](report)
    if output is None:
        (out or sys.stdout).write(text)
    try:
        if output is not None:
            write_whole(output, text)
        if certificates is not None:
            report.save_certificates(certificates)
    except OSError as error:
        raise InvalidParameter(
            f"The report or the certificates cannot be written: {error.strerror}."
        ) from None
    return report.exit_code
