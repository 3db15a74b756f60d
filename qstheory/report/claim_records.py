"""A judged claim as the record from which its page is made, with a title in words."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import ClassVar

from qstheory.certify.bundle import loads
from qstheory.claims.claim import Claim, Kind
from qstheory.claims.evidence import Judgement, Measurement, PartJudgement, Strength, Verdict
from qstheory.claims.formats import row
from qstheory.claims.verify import Report, file_name
from qstheory.errors import UnreadableInput
from qstheory.losses.catalogue import families
from qstheory.report.errata import GROUPS, group
from qstheory.report.instances import explain
from qstheory.work.files import copied

BEYOND = " (beyond the paper)"
"""What ends the title of an extension that is no repair; a list of kinds need not say it."""


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    """The words for what an id begins with, for its other words, and names within a word."""
    return tomllib.loads(files("qstheory.report").joinpath("titles.toml").read_text("utf-8"))


def claim_title(claim_id: str) -> str:
    """What a claim is about, in words.

    >>> claim_title("hamming.affdim"), claim_title("fscore.dec1-norms.repaired")
    ('Hamming: affine dimension', 'F-score: norms of decomposition 1 (repaired)')
    >>> claim_title("x.calibration.missing-c")
    'Calibration: the missing c (beyond the paper)'
    """
    head, *words = claim_id.split(".")
    beyond = head == "x" and bool(words)
    if beyond:
        head, *words = words
    repaired = "repaired" in words
    shown = [_aspect(word) for word in words if word != "repaired"]
    notes = [*(["repaired"] if repaired else []), *(["beyond the paper"] if beyond else [])]
    title = ": ".join([_subject(head), ", ".join(shown)] if shown else [_subject(head)])
    return f"{title} ({', '.join(notes)})" if notes else title


def _subject(word: str) -> str:
    known = families()
    if word in _words()["subjects"]:
        return _words()["subjects"][word]
    if word in known:
        return known[word].title
    aspect = _aspect(word)
    return aspect[:1].upper() + aspect[1:]


def _aspect(word: str) -> str:
    if word in _words()["aspects"]:
        return _words()["aspects"][word]
    return _named(word.replace("zero-one", "zero_one")).replace("zero_one", "0-1")


def _named(word: str) -> str:
    return " ".join(_words()["capitals"].get(part, part) for part in word.split("-"))


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
    others = [report.ledger[c] for c in report.selected]
    return copied(
        ClaimRecord,
        claim,
        topic=topic(claim_id),
        group=GROUPS[group(claim, report.ledger.table)],
        verdict=judgement.verdict,
        strength=judgement.strength,
        scope=str(judgement.scope),
        as_expected=line.as_expected,
        note=line.note,
        fully_proved=standing.fully_proved,
        rests_on=tuple(copied(Support, weakness) for weakness in standing.weaknesses),
        readings=_readings(claim, judgement),
        used_by=tuple(other.id for other in others if claim_id in other.uses),
        repairs=tuple(other.id for other in others if other.repaired_by == claim_id),
        certificates=file_name(claim_id),
    )


def _readings(claim: Claim, judgement: Judgement) -> tuple[ReadingRecord, ...]:
    names = [reading.name for reading in claim.judged_readings]
    if names != [judged.reading for judged in judgement.readings]:
        raise UnreadableInput(
            f"The ledger's files have changed since {claim.id} was judged; run the command again."
        )
    return tuple(
        copied(
            ReadingRecord,
            judged,
            name=reading.name,
            condition=reading.condition,
            argument=reading.argued.argument if reading.argued else "",
            scope=str(judged.scope),
            parts=tuple(map(_part, judged.parts)),
        )
        for reading, judged in zip(claim.judged_readings, judgement.readings, strict=True)
    )


def _part(part: PartJudgement) -> PartRecord:
    shown, formal = part.refutation, part.formal
    lines = (line for item in loads(shown.document) for line in explain(item)) if shown else ()
    return copied(
        PartRecord,
        part,
        scope=str(part.scope),
        fails_at=shown.case if shown else "",
        counterexample=tuple(lines),
        theorem=copied(TheoremRecord, formal, name=formal.theorem) if formal else None,
    )
