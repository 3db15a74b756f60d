"""The evidence for a reading, shown to `decide`, and what the ledger's code failed to give."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from qstheory.certify import Decision, Outcome, decide
from qstheory.certify.bundle import Item
from qstheory.claims.claim import Claim, Claimed, Reading, Theorem
from qstheory.claims.evidence import Evidence, Measurement, Stance
from qstheory.proofs.binding import Binding
from qstheory.proofs.record import NO_PROOFS, Formal, Proofs, read_proofs

FOLDER = "coq"


def proofs_folder(folder: Path) -> Path:
    """The folder with the proofs of a ledger: within its own, or beside it."""
    within = folder / FOLDER
    return within if within.is_dir() else folder.parent / FOLDER


def proofs_of(folder: Path) -> Proofs:
    """The proofs of the ledger in a folder, none when it has none; raises UnreadableInput."""
    return read_proofs(proofs_folder(folder))


def bindings(claim: Claim) -> dict[str, Binding | str]:
    """The binding of each statement that the readings of a claim name, or why there is none.

    Readings that name one statement say together which constants it has.
    """
    found: dict[str, Binding | str] = {}
    for reading in claim.judged_readings:
        for theorem in reading.theorems:
            name = theorem.statement(claim.id)
            first = Binding(
                name, theorem.name, theorem.axioms, given=theorem.given, unmet=theorem.unmet
            )
            before = found.get(name, first)
            if isinstance(before, str):
                continue
            if replace(before, instances=()) != first:
                found[name] = f"two theorems are named for {name}"
                continue
            try:
                said = tuple(theorem.instances(claim.id, reading.claimed, reading.cases))
            except Exception as error:  # The formulas of a ledger may raise anything.
                found[name] = f"a constant cannot be compared, {type(error).__name__}: {error}"
                continue
            instances = tuple(dict.fromkeys((*before.instances, *said)))
            found[name] = replace(before, instances=instances)
    return found


def theorems(claim: Claim, proofs: Proofs) -> dict[str, Formal | str]:
    """What is proved in Coq of each statement that a claim names, or why it does not count."""
    return {
        statement: binding if isinstance(binding, str) else proofs.formal(binding)
        for statement, binding in bindings(claim).items()
    }


def all_bindings(claims: Iterable[Claim]) -> dict[str, Binding | str]:
    """Those of all claims; two claims whose statements have one name get neither."""
    found: dict[str, Binding | str] = {}
    for claim in claims:
        for name, binding in bindings(claim).items():
            found[name] = f"two claims have the statement {name}" if name in found else binding
    return found


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
