"""Judging one claim: its evidence goes to `decide`, and the verdict follows from the answers alone.

What the ledger's code failed to give leaves the claim undecided, and is said.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from qstheory.certify import Decision, Outcome, decide
from qstheory.certify.bundle import Item
from qstheory.certify.replay import describe
from qstheory.claims.claim import Claim, Claimed, Reading, Theorem
from qstheory.claims.evidence import (
    HOLDING,
    Evidence,
    Extent,
    Judgement,
    Measurement,
    PartJudgement,
    ReadingJudgement,
    Refutation,
    Scope,
    Stance,
    Strength,
    Verdict,
    summary,
    weakest,
)
from qstheory.claims.theorems import theorems
from qstheory.proofs.compiler import NO_PROOFS, Formal, Proofs
from qstheory.work.certificates import dumps

NO_CERTIFICATE = "no certificate was found"
NOTHING_BOUND: Mapping[Theorem, Formal | str] = MappingProxyType({})
T = TypeVar("T")


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
    """All evidence of a reading, decided, and why some of it could not be produced.

    `faults` go by case, "" standing for what concerns all of them. `formal` are the theorems that
    are bound to the claim, `unbound` the others with the reason.
    """

    at_cases: tuple[Decided, ...]
    measurements: tuple[Measurement, ...]
    faults: Mapping[str, str]
    formal: tuple[tuple[Theorem, Formal], ...] = ()
    unbound: tuple[tuple[Theorem, str], ...] = ()


def settle(case: str, evidence: Evidence) -> Decided:
    """The first certificate that settles the proposition, or the reason of the last one."""
    decision, taken = Decision(Outcome.INVALID, NO_CERTIFICATE), None
    for certificate in evidence.certificates:
        decision, taken = decide(evidence.proposition, certificate), certificate
        if decision.outcome is not Outcome.INVALID:
            break
    return Decided(case, evidence, decision, taken)


def _yielded(
    source: Callable[[], Iterable[T]], *kinds: type[Evidence | Measurement]
) -> tuple[list[T], str]:
    """What foreign code yields and, when it fails, why: the code of a ledger may raise anything."""
    found: list[T] = []
    try:
        for element in source():
            # Exactly of that class: one derived from it could answer for itself.
            if type(element) not in kinds:
                return found, f"a {type(element).__name__} is no {kinds[0].__name__}"
            found.append(element)
    except (Exception, SystemExit) as error:
        return found, f"{type(error).__name__}: {error}"
    return found, ""


def collect(reading: Reading, bound: Mapping[Theorem, Formal | str] = NOTHING_BOUND) -> Found:
    """All evidence for a reading, decided. What fails leaves its case undecided."""
    claimed = Claimed(reading.claimed)
    at_cases: list[Decided] = []
    faults: dict[str, str] = {}
    if (evidence := reading.evidence) is not None:
        for case in reading.cases:
            found, fault = _yielded(lambda case=case: evidence(case, claimed), Evidence)  # type: ignore[misc]
            at_cases += (settle(str(case), e) for e in found)
            if fault:
                faults[str(case)] = fault
    measurements, unmeasured = _yielded(reading.measure or tuple, Measurement)
    strays = {d.evidence.part for d in at_cases} - set(reading.parts)
    stray = f"the reading has no part {min(strays)!r}" if strays else ""
    if unmeasured or stray:
        faults[""] = unmeasured or stray
    return Found(
        tuple(at_cases),
        tuple(measurements),
        faults,
        tuple((t, proof) for t, proof in bound.items() if isinstance(proof, Formal)),
        tuple((t, f"not formal: {why}") for t, why in bound.items() if isinstance(why, str)),
    )


def gather(claim: Claim, proofs: Proofs = NO_PROOFS) -> tuple[Found, ...]:
    """All evidence for each reading of a claim, decided."""
    known = theorems(claim, proofs)
    return tuple(
        collect(reading, {t: known[t.statement(claim.id)] for t in reading.theorems})
        for reading in claim.judged_readings
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


@dataclass(frozen=True)
class _Reach:
    """How far a part that holds at each of the cases is known to hold, and why no further."""

    verdict: Verdict
    strength: Strength
    extent: Extent
    where: str
    reason: str = ""


def _reach(part: str, reading: Reading, found: Found) -> _Reach:
    listed = summary(reading.cases)
    if not reading.ranges_over:
        return _Reach(Verdict.PROVED, Strength.CERTIFIED, Extent.CASES, listed)
    unbound = next((why for theorem, why in found.unbound if theorem.covers(part)), "")
    if reading.argued is not None and reading.argued.covers(part):
        every = reading.ranges_over
        return _Reach(Verdict.ARGUED, Strength.ARGUED, Extent.EVERY_CASE, every, unbound)
    return _Reach(Verdict.ENUMERATED, Strength.ENUMERATED, Extent.CASES, listed, unbound)


def _fails(
    refutation: Refutation,
    part: str,
    reading: Reading,
    found: Found,
    against: tuple[Theorem, Formal] | None,
) -> tuple[_Reach, Formal | None]:
    """How far a part with a refuted case is known to fail, and the theorem that says so."""
    if against is not None:
        theorem, formal = against
        where = theorem.refutes
        return _Reach(Verdict.REFUTED, Strength.FORMAL, Extent.EVERY_CASE, where), formal
    unbound = (why for theorem, why in found.unbound if theorem.refutes and theorem.covers(part))
    instance = (Verdict.REFUTED, Strength.CERTIFIED, Extent.INSTANCE)
    return _Reach(*instance, refutation.case or reading.ranges_over, next(unbound, "")), None


def _judge_part(part: str, reading: Reading, found: Found) -> PartJudgement:
    at_cases = [d for d in found.at_cases if d.evidence.part == part]
    refutation = _refutation(part, at_cases)
    gap = next(_gaps(part, reading, found), "" if at_cases else NO_CERTIFICATE)
    about = [(theorem, bound) for theorem, bound in found.formal if theorem.covers(part)]
    formal = next((bound for theorem, bound in about if not theorem.refutes), None)
    against = next((pair for pair in about if pair[0].refutes), None)
    every = reading.ranges_over or summary(reading.cases)
    if refutation is not None:
        reach, formal = _fails(refutation, part, reading, found, against)
    elif against is not None:
        theorem, formal = against
        reach = _Reach(
            Verdict.UNDECIDED,
            Strength.NONE,
            Extent.NONE,
            "",
            f"{theorem.name} refutes it, and no case shows how",
        )
    elif formal is not None:
        reach = _Reach(Verdict.PROVED, Strength.FORMAL, Extent.EVERY_CASE, every)
    elif gap:
        reach = _Reach(Verdict.UNDECIDED, Strength.NONE, Extent.NONE, "", gap)
    else:
        reach = _reach(part, reading, found)
    decided = sum(d.decision.outcome is not Outcome.INVALID for d in at_cases)
    scope = Scope(reach.extent, reach.where, reading.condition)
    return PartJudgement(
        part, reach.verdict, reach.strength, scope, decided, refutation, reach.reason, formal
    )


def _combine(parts: tuple[PartJudgement, ...]) -> Verdict:
    verdicts = {part.verdict for part in parts}
    if Verdict.REFUTED in verdicts:
        holds = not verdicts.isdisjoint(HOLDING)
        return Verdict.PARTLY_REFUTED if holds else Verdict.REFUTED
    if Verdict.UNDECIDED in verdicts:
        return Verdict.UNDECIDED
    return max(verdicts, key=HOLDING.index)


def judge_reading(reading: Reading, found: Found, assumed: str = "") -> ReadingJudgement:
    """The verdict of one reading, from the evidence that was found for it.

    A part is refuted by one refuted case, and formally by a theorem in Coq beside it. It is proved
    by such a theorem, or at every case when it speaks of no more than these; when it speaks of
    more it is argued, where there is an argument in words, or else enumerated. Otherwise it is
    undecided, or `consistent` or `not reproduced` when it was measured, or `assumed` when a
    citation stands for it.
    """
    parts = tuple(_judge_part(part, reading, found) for part in reading.parts)
    verdict = _combine(parts)
    measurements = found.measurements
    if verdict is Verdict.UNDECIDED and measurements:
        agree = all(measurement.agrees for measurement in measurements)
        verdict = Verdict.CONSISTENT if agree else Verdict.NOT_REPRODUCED
        strength = Strength.MEASURED
        scope = Scope(Extent.MEASUREMENT, condition=reading.condition)
    elif verdict is Verdict.UNDECIDED and assumed:
        verdict, strength = Verdict.ASSUMED, Strength.CITED
        scope = Scope(Extent.CITATION, condition=reading.condition)
    else:
        refuted = [part for part in parts if part.verdict is Verdict.REFUTED]
        telling = weakest(refuted or parts)
        strength, scope = telling.strength, telling.scope
    return ReadingJudgement(reading.name, verdict, strength, scope, parts, measurements)


def judge(claim: Claim, proofs: Proofs = NO_PROOFS) -> Judgement:
    """The verdict of a claim: that of its first reading, the one that the source means.

    Without readings it is `assumed` when it has a citation, and undecided otherwise.
    """
    return judge_found(claim, gather(claim, proofs))


def judge_found(claim: Claim, found: Sequence[Found]) -> Judgement:
    """The verdict of a claim from the evidence that was gathered for its readings."""
    judged = tuple(
        judge_reading(reading, each, claim.assumed)
        for reading, each in zip(claim.judged_readings, found, strict=True)
    )
    meant = judged[0]
    return Judgement(claim.id, meant.verdict, meant.strength, meant.scope, judged)
