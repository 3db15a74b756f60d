"""What a claim is: a statement, its readings, and where the evidence for each reading comes from.

A claim says nothing about whether it is true. Its verdict is computed from what `decide` answers
for the propositions and certificates that its readings yield.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from qstheory.claims.cases import Case
from qstheory.claims.constants import Claimed, Constant
from qstheory.claims.evidence import WHOLE, Derivation, Evidence, Measurement
from qstheory.claims.theorems import Theorem
from qstheory.claims.verdict import Verdict
from qstheory.errors import InvalidParameter


@dataclass(frozen=True)
class Reading:
    """A statement under one named convention.

    - `evidence(case, claimed)` yields evidence for every part at one of the `cases`; list these
      smallest first: the first refuted case is reported as the smallest instance.
    - `ranges_over` says what the statement quantifies over, such as "every m >= 1"; when it is
      empty the cases are all that the statement speaks of.
    - `parts` names what can fail on its own: a norm, a constant, one inequality of a chain.
    - `claimed` are the constants of the statement, by name. Evidence uses these and no numbers of
      its own, so that a wrong constant can be planted.
    - `theorems` name what is proved in Coq: nothing else proves a statement in every case.
    - `derivation` argues in words that the statement holds in every case.
    - `measure()` yields what an experiment or a simulation measured, `reads` names the files that
      it reads, there or not: a stored verdict goes by what they hold.
    - `condition` is what the statement assumes beyond its convention.
    """

    name: str
    evidence: Callable[[Case, Claimed], Iterable[Evidence]] | None = None
    cases: tuple[Case, ...] = ()
    ranges_over: str = ""
    parts: tuple[str, ...] = (WHOLE,)
    claimed: Mapping[str, Constant] = field(default_factory=dict)
    theorems: tuple[Theorem, ...] = ()
    derivation: Derivation | None = None
    measure: Callable[[], Iterable[Measurement]] | None = None
    reads: tuple[Path, ...] = ()
    condition: str = ""

    def __post_init__(self) -> None:
        """Refuse a reading without parts and a derivation of parts that it does not have."""
        if not self.parts or len(set(self.parts)) != len(self.parts):
            raise InvalidParameter(f"The reading {self.name!r} needs parts with distinct names.")
        if self.derivation and not set(self.derivation.parts) <= set(self.parts):
            raise InvalidParameter(
                f"The derivation in the reading {self.name!r} covers parts that it does not have."
            )
        if any(not set(theorem.parts) <= set(self.parts) for theorem in self.theorems):
            raise InvalidParameter(
                f"A theorem in the reading {self.name!r} covers parts that it does not have."
            )


class Kind(Enum):
    """Whose statement a claim is."""

    PAPER = "paper"
    """The source says it."""

    REPAIR = "repair"
    """It replaces a claim of the source that fails."""

    EXTENSION = "extension"
    """It goes beyond the source: what it suggests, rests on or leaves open."""


@dataclass(frozen=True)
class Claim:
    """A statement of a source, a repair or an extension of one, to be judged.

    - `source` is the place (a label or section), `text` the statement in plain words.
    - The first of the `readings` is the one that the source means; its verdict is the claim's.
    - `uses` are the ids of the claims that it rests on. When one of these is refuted, the claim is
      carried by the repaired form if it lists that as well.
    - `repaired_by` is the id of the claim that replaces it when it fails.
    - `assumed` cites where a result is taken from that is not proved here.
    - `expected` is the recorded outcome, `proved` standing for whatever holds: it decides the exit
      code, never the verdict.
    - `kind` keeps the claims of the source apart from repairs and extensions.
    - `slip`: of notation or in an edge case, or a remark that is not sharp; told after the rest.
    """

    id: str
    source: str
    text: str
    latex: str = ""
    readings: tuple[Reading, ...] = ()
    uses: tuple[str, ...] = ()
    repaired_by: str = ""
    assumed: str = ""
    expected: Verdict = Verdict.PROVED
    remark: str = ""
    kind: Kind = Kind.PAPER
    slip: bool = False

    def __post_init__(self) -> None:
        """Refuse two readings of the same name."""
        names = [reading.name for reading in self.readings]
        if len(set(names)) != len(names):
            raise InvalidParameter(f"Two readings of the claim {self.id} have the same name.")

    @property
    def judged_readings(self) -> tuple[Reading, ...]:
        """The readings that are judged: one without evidence when the claim has none."""
        return self.readings or (Reading("as stated"),)

    def with_reading(self, reading: Reading) -> "Claim":
        """The claim with only that reading."""
        return replace(self, readings=(reading,))
