"""Judging one claim: evidence goes to `decide`, and the verdict follows from its answers alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from qstheory.certify import Decision, Outcome, decide
from qstheory.certify.bundle import Item, dumps
from qstheory.certify.replay import describe
from qstheory.claims.cases import summary
from qstheory.claims.claim import Claim, Reading
from qstheory.claims.constants import Claimed
from qstheory.claims.evidence import Evidence, Stance
from qstheory.claims.verdict import (
    Extent,
    Judgement,
    PartJudgement,
    ReadingJudgement,
    Refutation,
    Scope,
    Strength,
    Verdict,
    weakest,
)
from qstheory.losses.base import LossReference, MatrixReference

NO_CERTIFICATE = "no certificate was found"


@dataclass(frozen=True)
class Decided:
    """A piece of evidence at a case, what `decide` answered, and for which certificate."""

    case: str
    evidence: Evidence
    decision: Decision
    certificate: Any

    @property
    def refutes(self) -> bool:
        """Whether the part of the statement is false."""
        states = self.evidence.stance is Stance.STATES
        return self.decision.outcome is (Outcome.REFUTES if states else Outcome.PROVES)

    @property
    def proves(self) -> bool:
        """Whether the part of the statement is true at the case."""
        supporting = {Stance.STATES: Outcome.PROVES, Stance.DENIES: Outcome.REFUTES}
        return self.decision.outcome is supporting.get(self.evidence.stance)


@dataclass(frozen=True)
class Found:
    """All evidence of a reading, decided, and why some of it could not be produced."""

    at_cases: tuple[Decided, ...]
    everywhere: tuple[Decided, ...]
    faults: tuple[tuple[str, str], ...]


def settle(case: str, evidence: Evidence) -> Decided:
    """The first certificate that settles the proposition, or the reason of the last one."""
    decision, taken = Decision(Outcome.INVALID, NO_CERTIFICATE), None
    for certificate in evidence.certificates:
        decision, taken = decide(evidence.proposition, certificate), certificate
        if decision.outcome is not Outcome.INVALID:
            break
    return Decided(case, evidence, decision, taken)


def names_a_loss(value: Any) -> bool:
    """Whether a proposition speaks of one loss, and so cannot be about every case."""
    if isinstance(value, LossReference | MatrixReference):
        return True
    if isinstance(value, tuple):
        return any(map(names_a_loss, value))
    if is_dataclass(value):
        return any(names_a_loss(getattr(value, f.name)) for f in fields(value))
    return False


def _settle_everywhere(evidence: Evidence) -> Decided:
    if names_a_loss(evidence.proposition):
        reason = "the proposition names one loss, so it is not about every case"
        return Decided("", evidence, Decision(Outcome.INVALID, reason), None)
    return settle("", evidence)


def collect(reading: Reading) -> Found:
    """Evidence comes from code of the ledger, so an error there leaves its case undecided."""
    claimed = Claimed(reading.claimed)
    at_cases: list[Decided] = []
    everywhere: list[Decided] = []
    faults: list[tuple[str, str]] = []
    if reading.evidence is not None:
        for case in reading.cases:
            try:
                at_cases += (settle(str(case), e) for e in reading.evidence(case, claimed))
            except Exception as error:
                faults.append((str(case), f"{type(error).__name__}: {error}"))
    if reading.everywhere is not None:
        try:
            everywhere += map(_settle_everywhere, reading.everywhere(claimed))
        except Exception as error:
            faults.append(("", f"{type(error).__name__}: {error}"))
    strays = {d.evidence.part for d in (*at_cases, *everywhere)} - set(reading.parts)
    faults += [("", f"the reading has no part {stray!r}") for stray in sorted(strays)]
    return Found(tuple(at_cases), tuple(everywhere), tuple(faults))


def _derived(reading: Reading, part: str) -> bool:
    """Whether every step of a derivation of the part holds, there being at least one."""
    if reading.derivation is None or not reading.derivation.covers(part):
        return False
    try:
        steps = list(reading.derivation.steps())
    except Exception:
        return False
    return bool(steps) and all(
        settle("", step).proves if isinstance(step, Evidence) else step.holds for step in steps
    )


def item(decided: Decided, note: str = "") -> Item:
    """A settled proposition with its certificate, as an item of a certificate file."""
    expect: Literal["proves", "refutes"] = (
        "proves" if decided.decision.outcome is Outcome.PROVES else "refutes"
    )
    return Item(decided.evidence.proposition, decided.certificate, expect, note)


def _refutation(part: str, found: Iterable[Decided]) -> Refutation | None:
    for d in found:
        if d.refutes:
            return Refutation(
                case=d.case,
                part=part,
                proposition=describe(d.evidence.proposition),
                document=dumps([item(d)]),
                contradicts=d.evidence.stance is not Stance.STATES,
            )
    return None


def _gaps(part: str, reading: Reading, found: Found) -> Iterator[str]:
    """Why the part is not proved at each of the cases."""
    faults = dict(found.faults)
    if "" in faults:
        yield faults[""]
    for case in map(str, reading.cases):
        stated = [
            d
            for d in found.at_cases
            if d.case == case
            and d.evidence.part == part
            and d.evidence.stance is not Stance.CONTRADICTS
        ]
        if case in faults:
            yield f"{case}: {faults[case]}"
        elif not stated:
            yield f"{case}: {NO_CERTIFICATE}"
        yield from (f"{case}: {d.decision.reason}" for d in stated if not d.proves)


def _judge_part(part: str, reading: Reading, found: Found) -> PartJudgement:
    at_cases = [d for d in found.at_cases if d.evidence.part == part]
    everywhere = [d for d in found.everywhere if d.evidence.part == part]
    decided = sum(d.decision.outcome is not Outcome.INVALID for d in (*at_cases, *everywhere))
    listed, ranges_over = summary(reading.cases), reading.ranges_over
    refutation = _refutation(part, (*at_cases, *everywhere))
    gap = next(_gaps(part, reading, found), "" if at_cases else NO_CERTIFICATE)
    reason = ""
    if refutation is not None:
        verdict, strength = Verdict.REFUTED, Strength.CERTIFIED
        extent, where = Extent.INSTANCE, refutation.case or ranges_over
    elif everywhere and all(d.proves for d in everywhere):
        verdict, strength = Verdict.PROVED, Strength.CERTIFIED
        extent, where = Extent.EVERY_CASE, ranges_over
    elif gap:
        verdict, strength = Verdict.UNDECIDED, Strength.NONE
        extent, where, reason = Extent.NONE, "", gap
    elif not ranges_over:
        verdict, strength = Verdict.PROVED, Strength.CERTIFIED
        extent, where = Extent.EVERY_CASE, listed
    elif _derived(reading, part):
        verdict, strength = Verdict.PROVED, Strength.DERIVED
        extent, where = Extent.EVERY_CASE, ranges_over
    else:
        verdict, strength = Verdict.PROVED, Strength.ENUMERATED
        extent, where = Extent.CASES, listed
    scope = Scope(extent, where, reading.condition)
    return PartJudgement(part, verdict, strength, scope, decided, refutation, reason)


def _combine(parts: tuple[PartJudgement, ...]) -> Verdict:
    verdicts = {part.verdict for part in parts}
    if Verdict.REFUTED in verdicts:
        return Verdict.PARTLY_REFUTED if Verdict.PROVED in verdicts else Verdict.REFUTED
    return Verdict.UNDECIDED if Verdict.UNDECIDED in verdicts else Verdict.PROVED


def judge_reading(reading: Reading, assumed: str = "") -> ReadingJudgement:
    """The verdict of one reading.

    A part is refuted by one refuted case, proved when it is proved at every case or by propositions
    about every case, and undecided otherwise. What stays undecided is `consistent` or `not
    reproduced` when it was measured, and `assumed` when a citation stands for it.
    """
    found = collect(reading)
    parts = tuple(_judge_part(part, reading, found) for part in reading.parts)
    verdict = _combine(parts)
    measurements = tuple(reading.measure()) if reading.measure is not None else ()
    if verdict is Verdict.UNDECIDED and measurements:
        agree = all(measurement.agrees for measurement in measurements)
        verdict = Verdict.CONSISTENT if agree else Verdict.NOT_REPRODUCED
        strength = Strength.SIMULATED
        scope = Scope(Extent.SIMULATION, condition=reading.condition)
    elif verdict is Verdict.UNDECIDED and assumed:
        verdict, strength = Verdict.ASSUMED, Strength.ASSUMED
        scope = Scope(Extent.ASSUMED, condition=reading.condition)
    else:
        refuted = [part for part in parts if part.verdict is Verdict.REFUTED]
        telling = weakest(refuted or parts)
        strength, scope = telling.strength, telling.scope
    return ReadingJudgement(reading.name, verdict, strength, scope, parts, measurements)


def judge(claim: Claim) -> Judgement:
    """The verdict of a claim: that of its first reading, the one that the source means.

    Without readings it is `assumed` when it has a citation, and undecided otherwise.
    """
    readings = claim.readings or (Reading("as stated"),)
    judged = tuple(judge_reading(reading, claim.assumed) for reading in readings)
    meant = judged[0]
    return Judgement(claim.id, meant.verdict, meant.strength, meant.scope, judged)
