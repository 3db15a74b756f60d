"""Judging one claim: evidence goes to `decide`, and the verdict follows from its answers alone."""

from collections.abc import Iterable, Iterator, Sequence

from qstheory.certify import Outcome
from qstheory.certify.bundle import dumps
from qstheory.certify.replay import describe
from qstheory.claims.cases import summary
from qstheory.claims.claim import Claim, Reading
from qstheory.claims.collect import NO_CERTIFICATE, Decided, Found, gather, item
from qstheory.claims.evidence import Stance
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
    if "" in found.faults:
        yield found.faults[""]
    for case in map(str, reading.cases):
        stated = [
            d
            for d in found.at_cases
            if d.case == case
            and d.evidence.part == part
            and d.evidence.stance is not Stance.CONTRADICTS
        ]
        if case in found.faults:
            yield f"{case}: {found.faults[case]}"
        elif not stated:
            yield f"{case}: {NO_CERTIFICATE}"
        yield from (f"{case}: {d.decision.reason}" for d in stated if not d.proves)


def _reach(part: str, reading: Reading, found: Found) -> tuple[Strength, str]:
    """How strongly a part is proved that holds at each of the cases, and why not more strongly."""
    everywhere = [d for d in found.everywhere if d.evidence.part == part]
    if not reading.ranges_over or (everywhere and all(d.proves for d in everywhere)):
        return Strength.CERTIFIED, ""
    if reading.derivation is not None and reading.derivation.covers(part):
        if found.derivation_fault is None:
            return Strength.DERIVED, ""
        return Strength.ENUMERATED, f"the derivation fails: {found.derivation_fault}"
    reasons = (d.decision.reason for d in everywhere if not d.proves)
    return Strength.ENUMERATED, next((f"not for every case: {r}" for r in reasons), "")


def _judge_part(part: str, reading: Reading, found: Found) -> PartJudgement:
    at_cases = [d for d in found.at_cases if d.evidence.part == part]
    everywhere = [d for d in found.everywhere if d.evidence.part == part]
    everywhere_proved = bool(everywhere) and all(d.proves for d in everywhere)
    refutation = _refutation(part, (*at_cases, *everywhere))
    gap = next(_gaps(part, reading, found), "" if at_cases else NO_CERTIFICATE)
    listed, ranges_over = summary(reading.cases), reading.ranges_over
    if refutation is not None:
        verdict, strength, reason = Verdict.REFUTED, Strength.CERTIFIED, ""
        extent, where = Extent.INSTANCE, refutation.case or ranges_over
    elif gap and not everywhere_proved:
        verdict, strength, reason = Verdict.UNDECIDED, Strength.NONE, gap
        extent, where = Extent.NONE, ""
    else:
        verdict = Verdict.PROVED
        strength, reason = _reach(part, reading, found)
        enumerated = strength is Strength.ENUMERATED
        extent = Extent.CASES if enumerated else Extent.EVERY_CASE
        where = listed if enumerated else ranges_over or listed
    decided = sum(d.decision.outcome is not Outcome.INVALID for d in (*at_cases, *everywhere))
    scope = Scope(extent, where, reading.condition)
    return PartJudgement(part, verdict, strength, scope, decided, refutation, reason)


def _combine(parts: tuple[PartJudgement, ...]) -> Verdict:
    verdicts = {part.verdict for part in parts}
    if Verdict.REFUTED in verdicts:
        return Verdict.PARTLY_REFUTED if Verdict.PROVED in verdicts else Verdict.REFUTED
    return Verdict.UNDECIDED if Verdict.UNDECIDED in verdicts else Verdict.PROVED


def judge_reading(reading: Reading, found: Found, assumed: str = "") -> ReadingJudgement:
    """The verdict of one reading, from the evidence that was found for it.

    A part is refuted by one refuted case, proved when it is proved at every case or by propositions
    about every case, and undecided otherwise. What stays undecided is `consistent` or `not
    reproduced` when it was measured, and `assumed` when a citation stands for it.
    """
    parts = tuple(_judge_part(part, reading, found) for part in reading.parts)
    verdict = _combine(parts)
    measurements = found.measurements
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
    return judge_found(claim, gather(claim))


def judge_found(claim: Claim, found: Sequence[Found]) -> Judgement:
    """The verdict of a claim from the evidence that was gathered for its readings."""
    judged = tuple(
        judge_reading(reading, each, claim.assumed)
        for reading, each in zip(claim.judged_readings, found, strict=True)
    )
    meant = judged[0]
    return Judgement(claim.id, meant.verdict, meant.strength, meant.scope, judged)
