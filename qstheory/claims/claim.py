"""What a claim is: a statement, its readings, and where the evidence for each reading comes from.

A claim says nothing about whether it is true. Its verdict is computed from what `decide` answers
for the propositions and certificates that its readings yield.

The constants that a statement claims, as formulas of its variables, and how to get them wrong.

Evidence takes the constants from here and from nowhere else; replacing one by a wrong one must
make the ledger refute the claim, which is tested for every constant.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, TypedDict, Unpack

from qstheory.claims.evidence import WHOLE, Case, Derivation, Evidence, Measurement, Verdict
from qstheory.errors import InvalidParameter
from qstheory.proofs.binding import Argument, Axioms, Instance

Number = int | Fraction
Formula = Callable[..., Any]
"""A function of the variables of the case, by keyword, to an exact number."""


def _map(change: Callable[[Any], Any]) -> Callable[[Formula], Formula]:
    return lambda formula: lambda **case: change(formula(**case))


def _next(formula: Formula) -> Formula:
    def shifted(**case: Any) -> Any:
        first = next((name for name, value in case.items() if isinstance(value, int)), None)
        return formula(**case) if first is None else formula(**{**case, first: case[first] + 1})

    return shifted


PERTURBATIONS: Mapping[str, Callable[[Formula], Formula]] = {
    "plus one": _map(lambda value: value + 1),
    "minus one": _map(lambda value: value - 1),
    "doubled": _map(lambda value: 2 * value),
    "halved": _map(lambda value: value * Fraction(1, 2)),
    "sign": _map(lambda value: -value),
    "squared": _map(lambda value: value * value),
    "next index": _next,
}
"""Ways to get a constant wrong: by name, from a formula to a wrong formula."""


@dataclass(frozen=True)
class Constant:
    """A claimed constant.

    `falsified_by` names the perturbations that make the statement false wherever they change the
    value; for a bound in one direction these are the ones that overstep it.
    """

    formula: Formula
    falsified_by: tuple[str, ...] = tuple(PERTURBATIONS)


def always(value: Any, falsified_by: tuple[str, ...] = tuple(PERTURBATIONS)) -> Constant:
    """A constant that is the same in every case."""
    return Constant(lambda **_: value, falsified_by)


@dataclass(frozen=True)
class Claimed:
    """The constants of a reading, looked up by name at a case."""

    constants: Mapping[str, Constant]

    def __call__(self, name: str, case: Case) -> Any:
        """The claimed value of the constant at the case."""
        return self.formula(name)(**case)

    def formula(self, name: str) -> Formula:
        """The formula of the constant, for propositions about every case."""
        if name not in self.constants:
            known = ", ".join(self.constants) or "none"
            raise LookupError(f"the reading claims no constant {name!r}; it claims {known}")
        return self.constants[name].formula


def _identifier(words: str) -> str:
    return re.sub(r"\W+", "_", words).strip("_")


def _integers(**case: Any) -> tuple[Argument, ...]:
    return tuple(value for value in case.values() if isinstance(value, int))


@dataclass(frozen=True)
class Theorem:
    """A theorem of the ledger's folder `coq`, as `File.name`: it proves parts of a reading or, with
    `refutes`, shows that they fail.

    - The statement is `claim_` with the id of the claim, `_` for what is no letter or digit, and
      `__word` behind it when there is a `word`. Empty `parts`: all of them.
    - `refutes` says where the parts fail, such as "every m >= 2". The statement is then `refuted_`
      with the id: what it negates is the reading with the constants that it claims.
    - `axioms` is "reals" when it may rest on those of the real numbers.
    - `given` are the cited theorems, definitions of Loss.v, that are premises of the statement. All
      its other premises must be met by a witness, unless `unmet` says that there is none yet.
    - Every constant that the reading claims is the definition `constant_<id>_<name>`, of which the
      statement speaks, taken at `arguments(**case)`, by default the variables that are integers,
      at small cases. Those in `beside` are no numbers of the statement: a direction, an exponent
      that is written out.
    """

    name: str
    word: str = ""
    parts: tuple[str, ...] = ()
    refutes: str = ""
    axioms: Axioms = "none"
    given: tuple[str, ...] = ()
    unmet: bool = False
    arguments: Callable[..., tuple[Argument, ...]] = _integers
    beside: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a name that is not of the form File.name."""
        if not re.fullmatch(r"\w+\.\w+", self.name):
            raise InvalidParameter(f"A theorem is named as File.name, not {self.name!r}.")

    def covers(self, part: str) -> bool:
        """Whether the theorem is about that part."""
        return not self.parts or part in self.parts

    def statement(self, claim: str) -> str:
        """The name of the proposition.

        >>> Theorem("Hamming.dimension", "zero").statement("x.a-b")
        'claim_x_a_b__zero'
        >>> Theorem("Hamming.not_three", refutes="every m >= 4").statement("x.a-b")
        'refuted_x_a_b'
        """
        says = "refuted" if self.refutes else "claim"
        return f"{says}_{_identifier(claim)}" + (f"__{self.word}" if self.word else "")

    def instances(
        self, claim: str, claimed: Mapping[str, Constant], cases: tuple[Case, ...]
    ) -> Iterator[Instance]:
        """The claimed constants at small cases; raises what a formula or `arguments` raises."""
        small = [
            case
            for case in cases
            if all(value <= SMALL for value in case.values() if isinstance(value, int))
        ]
        for name, constant in claimed.items():
            if name not in self.beside:
                definition = f"constant_{_identifier(claim)}_{_identifier(name)}"
                for case in (small or list(cases))[:CASES]:
                    value = Fraction(constant.formula(**case))
                    yield Instance(definition, tuple(self.arguments(**case)), value)


class TheoremFields(TypedDict, total=False):
    """What a theorem may have beside its name, its parts and where they fail."""

    word: str
    axioms: Axioms
    given: tuple[str, ...]
    arguments: Callable[..., tuple[Argument, ...]]
    beside: tuple[str, ...]


def proved(name: str, *parts: str, **others: Unpack[TheoremFields]) -> Theorem:
    """The theorem that these parts of a reading hold."""
    return Theorem(name, parts=parts, **others)


def refuted(name: str, where: str, *parts: str, **others: Unpack[TheoremFields]) -> Theorem:
    """The theorem that the parts, all if none is named, fail there."""
    return Theorem(name, refutes=where, parts=parts, **others)


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
    derivation: Derivation | str | None = None
    measure: Callable[[], Iterable[Measurement]] | None = None
    reads: tuple[Path, ...] = ()
    condition: str = ""

    def __post_init__(self) -> None:
        """Refuse a reading without parts, different cases that are written alike, as a judgement
        goes by what is written, and a derivation of parts that it does not have."""
        if len(set(map(str, self.cases))) < len(set(self.cases)):
            raise InvalidParameter(
                f"The reading {self.name!r} has different cases that are written alike; rename one."
            )
        if not self.parts or len(set(self.parts)) != len(self.parts):
            raise InvalidParameter(f"The reading {self.name!r} needs parts with distinct names.")
        if self.argued and not set(self.argued.parts) <= set(self.parts):
            raise InvalidParameter(
                f"The derivation in the reading {self.name!r} covers parts that it does not have."
            )
        if any(not set(theorem.parts) <= set(self.parts) for theorem in self.theorems):
            raise InvalidParameter(
                f"A theorem in the reading {self.name!r} covers parts that it does not have."
            )

    @property
    def argued(self) -> Derivation | None:
        """The derivation, of all parts where it is given as text."""
        return Derivation(self.derivation) if isinstance(self.derivation, str) else self.derivation


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


SMALL, CASES = 6, 5
"""The largest variable, and how many cases, at which constants are compared with Coq's."""
