"""What the ledger answers about a claim, and how strongly. All of it is computed, none is typed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from qstheory.claims.evidence import Measurement
from qstheory.markup import Table
from qstheory.proofs.compiler import Formal


class Verdict(Enum):
    """Whether a statement holds."""

    PROVED = "proved"
    """By a theorem in Coq, or by certificates for all the cases that it speaks of."""

    ARGUED = "argued"
    """Certified at the listed cases, with an argument in words for all that it speaks of."""

    ENUMERATED = "enumerated"
    """Certified at the listed cases, of which the statement has more."""

    REFUTED = "refuted"
    PARTLY_REFUTED = "partly refuted"
    UNDECIDED = "undecided"
    ASSUMED = "assumed"
    CONSISTENT = "consistent"
    NOT_REPRODUCED = "not reproduced"


FAILED = frozenset({Verdict.REFUTED, Verdict.PARTLY_REFUTED, Verdict.NOT_REPRODUCED})
"""The verdicts of a claim that does not hold as it is stated."""
HOLDING = (Verdict.PROVED, Verdict.ARGUED, Verdict.ENUMERATED)
"""The verdicts of a claim that was found to hold, the one that says most first."""


def as_recorded(found: Verdict, expected: Verdict) -> bool:
    """Whether a verdict is the recorded one; `proved` is recorded for whatever holds.

    >>> as_recorded(Verdict.ARGUED, Verdict.PROVED), as_recorded(Verdict.REFUTED, Verdict.PROVED)
    (True, False)
    """
    return found is expected or (expected is Verdict.PROVED and found in HOLDING)


class Strength(Enum):
    """What a verdict rests on, strongest first."""

    FORMAL = "formal"
    """A theorem in Coq, for every case that it names."""

    CERTIFIED = "certified"
    """`decide` replays certificates for all that the statement speaks of."""

    ARGUED = "argued"
    """An argument in words, which agrees with the certified cases."""

    ENUMERATED = "enumerated"
    """Certificates for the listed cases only."""

    MEASURED = "measured"
    """A measurement."""

    CITED = "cited"
    """A citation."""

    NONE = "none"
    """Nothing: the statement is undecided."""


class Extent(Enum):
    """How far a verdict reaches."""

    EVERY_CASE = "every case"
    """All that the statement ranges over."""

    CASES = "cases"
    """The listed cases."""

    INSTANCE = "instance"
    """The one case that refutes."""

    MEASUREMENT = "measurement"
    CITATION = "citation"
    NONE = "none"


@dataclass(frozen=True)
class Scope:
    """For what a verdict holds: how far it reaches, the cases or the range, a condition."""

    extent: Extent
    where: str = ""
    condition: str = ""

    def __str__(self) -> str:
        """In words.

        >>> str(Scope(Extent.CASES, "m = 1..6", "no ties"))
        'm = 1..6, no ties'
        """
        words = self.where or str(self.extent.value)
        return f"{words}, {self.condition}" if self.condition else words


@dataclass(frozen=True)
class Refutation:
    """The first case at which a part fails, and what shows it.

    `proposition` is a proposition on one line, `document` the text of a certificate file for it,
    which `qstheory check` replays. With `contradicts` the proposition excludes the part and the
    certificate proves it; without, it is the part and the certificate refutes it.
    """

    case: str
    part: str
    proposition: str
    document: str
    contradicts: bool


@dataclass(frozen=True)
class PartJudgement:
    """A part of the statement: what `decide` made of its evidence, and why it says no more.

    `formal` is the theorem that proves it, or that shows where it fails.
    """

    part: str
    verdict: Verdict
    strength: Strength
    scope: Scope
    decided: int
    refutation: Refutation | None = None
    reason: str = ""
    formal: Formal | None = None


@dataclass(frozen=True)
class ReadingJudgement:
    """A reading: its parts, and the verdict and strength that follow from them."""

    reading: str
    verdict: Verdict
    strength: Strength
    scope: Scope
    parts: tuple[PartJudgement, ...]
    measurements: tuple[Measurement, ...] = ()


@dataclass(frozen=True)
class Judgement:
    """A claim judged: the verdict is that of its first reading."""

    claim: str
    verdict: Verdict
    strength: Strength
    scope: Scope
    readings: tuple[ReadingJudgement, ...]

    def _repr_html_(self) -> str:
        """In a notebook: the verdict of every part of every reading."""
        caption = f"{self.claim}: {self.verdict.value} ({self.strength.value}, {self.scope})"
        rows = (
            (reading.reading, part.part, part.verdict.value, part.strength.value, str(part.scope))
            for reading in self.readings
            for part in reading.parts
        )
        return Table(("reading", "part", "verdict", "strength", "scope"), rows).html(caption)


def weakest(parts: Sequence[PartJudgement]) -> PartJudgement:
    """The part that rests on least: what is said of it can be said of all."""
    order = list(Strength)
    return max(parts, key=lambda part: order.index(part.strength))
