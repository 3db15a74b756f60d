"""How claims are written: where each stands, and then what it says, by what becomes of it.

- `claim` is one that holds, `extension` one beyond the source;
- `fails` and `fails_partly` are refuted, in whole or in part, and name their repair;
- `repair` is that repair, and `fails(...).repaired(...)` the two beside each other.

Each takes the id of a claim and its source, and what it returns takes the rest: the fields of
`Claim` and, where it has one reading, those of `Reading` beside them, the name of the reading being
`reading`. `tried` are the evidence, the cases and what the statement ranges over; what a claim and
its repair share of it is a `Shown`.

>>> told = claim("x", "Sec. 1")("1 + 1 = 2.", "as stated", ranges_over="all there is")
>>> told.readings[0].name, repair("x", "Sec. 1")("1 + 1 = 2.").source
('as stated', 'repairs Sec. 1')
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypedDict, Unpack

from qstheory.claims.claim import Claim, Claimed, Constant, Kind, Reading, Theorem
from qstheory.claims.evidence import Case, Derivation, Evidence, Measurement, Verdict
from qstheory.errors import InvalidParameter


class Shown(TypedDict, total=False):
    """What the readings of a claim and of its repair share: one evidence, for other constants."""

    evidence: Callable[[Case, Claimed], Iterable[Evidence]]
    ranges_over: str
    parts: tuple[str, ...]


class Tried(Shown, total=False):
    """The same with the cases at which it is tried."""

    cases: tuple[Case, ...]


class ReadingFields(Tried, total=False):
    """What a reading has beside its name."""

    claimed: Mapping[str, Constant]
    theorems: tuple[Theorem, ...]
    derivation: Derivation | str
    measure: Callable[[], Iterable[Measurement]]
    reads: tuple[Path, ...]
    condition: str


class ClaimFields(ReadingFields, total=False):
    """What a claim may have beside its id, source and text."""

    latex: str
    readings: tuple[Reading, ...]
    uses: tuple[str, ...]
    repaired_by: str
    assumed: str
    expected: Verdict
    remark: str
    kind: Kind
    slip: bool


OF_READINGS = frozenset(field.name for field in fields(Reading))


def tried(
    evidence: Callable[[Case, Claimed], Iterable[Evidence]],
    cases: tuple[Case, ...],
    ranges_over: str = "",
    *parts: str,
) -> Tried:
    """What is decided at the cases, and what the statement ranges over where that is more."""
    found = Tried(evidence=evidence, cases=cases, ranges_over=ranges_over)
    return {**found, "parts": parts} if parts else found


@dataclass(frozen=True)
class Stated:
    """A place in the ledger: called with what a claim says and what it has, it gives the claim."""

    id: str
    source: str
    usual: ClaimFields = field(default_factory=ClaimFields)
    """What the claim has where nothing else is given."""

    def __call__(self, text: str, reading: str = "", **given: Unpack[ClaimFields]) -> Claim:
        """The claim, with one reading where that is named; raises InvalidParameter for the fields
        of a reading without a name, and for a named one beside others."""
        own: dict[str, Any] = {name: value for name, value in given.items() if name in OF_READINGS}
        all_given: dict[str, Any] = {**self.usual, **given}
        others = {name: value for name, value in all_given.items() if name not in own}
        if reading and "readings" in given:
            raise InvalidParameter(
                f"The claim {self.id} has `reading` and `readings`: give one of them."
            )
        if reading:
            others["readings"] = (Reading(reading, **own),)
        elif own:
            raise InvalidParameter(
                f"The claim {self.id} has {', '.join(own)}: give a name as `reading`."
            )
        return Claim(self.id, self.source, text, **others)


class Failing(Claim):
    """A claim that is refuted, beside which its repair may be written."""

    def repaired(
        self, text: str, reading: str = "", source: str = "", **given: Unpack[ClaimFields]
    ) -> tuple[Claim, Claim]:
        """The claim and its repair: of the same source and, where both have one reading and nothing
        else is given, of the same name, evidence, range and parts."""
        repaired: dict[str, Any] = {**given}
        if len(self.readings) == 1 and "readings" not in given:
            [own] = self.readings
            reading = reading or own.name
            if "evidence" not in given:
                shown = {"evidence": own.evidence, "ranges_over": own.ranges_over}
                repaired = {**shown, "parts": own.parts, **given}
        return self, repair(self.id, source or self.source)(text, reading, **repaired)


class StatedFailing(Stated):
    """The same for a claim that is refuted."""

    def __call__(self, text: str, reading: str = "", **given: Unpack[ClaimFields]) -> Failing:
        """The claim, which may be followed by its repair."""
        told = super().__call__(text, reading, **given)
        return Failing(**{field.name: getattr(told, field.name) for field in fields(told)})


def claim(id: str, source: str) -> Stated:
    """A claim that holds."""
    return Stated(id, source)


def extension(id: str, source: str) -> Stated:
    """A claim that goes beyond the source."""
    return Stated(id, source, {"kind": Kind.EXTENSION})


def repair(of: str, source: str) -> Stated:
    """What replaces the claim `of` of that source."""
    return Stated(f"{of}.repaired", f"repairs {source}", {"kind": Kind.REPAIR})


def fails(id: str, source: str, expected: Verdict = Verdict.REFUTED) -> StatedFailing:
    """A claim that is refuted, repaired by the one of its id and `.repaired` if not said."""
    return StatedFailing(id, source, {"repaired_by": f"{id}.repaired", "expected": expected})


def fails_partly(id: str, source: str) -> StatedFailing:
    """A claim some of whose parts are refuted."""
    return fails(id, source, Verdict.PARTLY_REFUTED)


def under(conventions: Mapping[str, Shown], **shared: Unpack[ReadingFields]) -> tuple[Reading, ...]:
    """The same statement under several conventions, by name, each with its own evidence."""
    readings = []
    for name, own in conventions.items():
        given: dict[str, Any] = {**shared, **own}
        readings.append(Reading(name, **given))
    return tuple(readings)
