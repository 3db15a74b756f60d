"""The cases of a statement, what bears on it at each of them, and what the ledger then answers.

Cases are such as m = 3, k = 2. Evidence is propositions with certificates, arguments, measurements.
Of the verdict, and how strong it is, all is computed and none is typed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

from qstheory.errors import InvalidParameter
from qstheory.markup import Table
from qstheory.proofs.compiler import Formal


class Told(str):
    """A value by its short name, told in words of its own.

    >>> at = Case((("problem", Told("coin 1/2", "a coin with P(1) = 3/4")), ("p", 3)))
    >>> str(at), str(at["problem"])
    ('a coin with P(1) = 3/4, p = 3', 'coin 1/2')
    """

    words: str

    def __new__(cls, name: str, words: str) -> "Told":
        """The name as text, beside the words."""
        self = super().__new__(cls, name)
        self.words = words
        return self

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        """For copies and other processes."""
        return str(self), self.words


Value = int | str | Fraction


def _told(name: str, value: Value) -> str:
    return value.words if isinstance(value, Told) else f"{name} = {value}"


@dataclass(frozen=True)
class Case(Mapping[str, Value]):
    """Values of the variables of a statement, in order.

    >>> case = Case((("m", 3), ("k", 2)))
    >>> str(case), case.integer("m")
    ('m = 3, k = 2', 3)
    """

    bindings: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, name: str) -> Value:
        """The value of the variable of that name."""
        return dict(self.bindings)[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the variables."""
        return (name for name, _ in self.bindings)

    def __len__(self) -> int:
        """The number of variables."""
        return len(self.bindings)

    def __hash__(self) -> int:
        """By the values in order."""
        return hash(self.bindings)

    def __str__(self) -> str:
        """The values on one line."""
        return ", ".join(_told(name, value) for name, value in self.bindings)

    def integer(self, name: str) -> int:
        """The value of a variable that is an integer."""
        if name not in self:
            raise LookupError(f"the cases have no variable {name!r}; they have {', '.join(self)}")
        value = self[name]
        if not isinstance(value, int):
            raise TypeError(f"{name} is not an integer but {value!r}")
        return value


def cases(**values: Iterable[Value]) -> tuple[Case, ...]:
    """All combinations of the values, the first variable moving slowest.

    >>> [str(case) for case in cases(m=range(1, 3), undefined=("zero", "one"))][:2]
    ['m = 1, undefined = zero', 'm = 1, undefined = one']
    """
    combinations = product(*values.values())
    return tuple(Case(tuple(zip(values, chosen, strict=True))) for chosen in combinations)


def _runs(numbers: Sequence[int]) -> str:
    """Integers with runs shortened: 1, 2, 3, 7 is 1..3, 7."""
    runs: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return ", ".join(str(a) if a == b else f"{a}..{b}" for a, b in runs)


def summary(listed: Sequence[Case]) -> str:
    """The cases on one line; when they are not all combinations of the values, their number too.

    >>> summary(cases(m=(1, 2, 3, 7)))
    'm = 1..3, 7'
    >>> summary([*cases(m=(2,), k=(1,)), *cases(m=(3,), k=(1, 2))])
    '3 cases with m = 2..3; k = 1..2'
    """
    names = list(dict.fromkeys(name for case in listed for name in case))
    shown, combinations = [], 1
    for name in names:
        values = list(dict.fromkeys(case[name] for case in listed if name in case))
        integers = [value for value in values if isinstance(value, int)]
        if len(integers) == len(values):
            shown.append(f"{name} = {_runs(integers)}")
        else:
            first, *others = (_told(name, value) for value in values)
            shown.append(", ".join([first, *(text.removeprefix(f"{name} = ") for text in others)]))
        combinations *= len(values)
    words = "; ".join(shown)
    return words if combinations == len(listed) else f"{len(listed)} cases with {words}"


WHOLE = "statement"
"""The name of the only part of a statement that is not divided."""


class Stance(Enum):
    """How a proposition bears on the part of the statement that it is evidence for."""

    STATES = "states"
    """It is that part, at one case: proved it supports, refuted it refutes."""

    CONTRADICTS = "contradicts"
    """It excludes that part: proved it refutes; refuted it says nothing."""

    DENIES = "denies"
    """It is the negation of that part, at one case: refuted it supports, proved it refutes."""


@dataclass(frozen=True)
class Evidence:
    """A proposition and the certificates that might settle it; the first that `decide` takes does.

    No certificate at all means that none was found: the case stays undecided. Raises
    `InvalidParameter` for certificates that are no tuple and for a stance that is none.
    """

    proposition: Any
    certificates: tuple[Any, ...] = ()
    part: str = WHOLE
    stance: Stance = Stance.STATES

    def __post_init__(self) -> None:
        if not isinstance(self.certificates, tuple):
            raise InvalidParameter(f"{self.certificates!r} is no tuple of certificates.")
        if not isinstance(self.stance, Stance):
            raise InvalidParameter(f"{self.stance!r} is no Stance; use Stance.STATES or another.")


@dataclass(frozen=True)
class Derivation:
    """Why parts of a statement hold in every case: an argument in words and LaTeX.

    It proves nothing: a part that holds at the listed cases is then `argued` instead of
    `enumerated`, and where a theorem proves it the words say why it is true. Empty `parts`: all.
    """

    argument: str
    parts: tuple[str, ...] = ()

    def covers(self, part: str) -> bool:
        """Whether the argument is about that part."""
        return not self.parts or part in self.parts


@dataclass(frozen=True)
class Measurement:
    """A quantity of an experiment or a simulation beside what is printed.

    It agrees when low <= printed <= high; [low, high] is the interval that the measurement allows
    for, and `how` says where it comes from (seeds, standard errors, tolerance).
    """

    quantity: str
    printed: float
    low: float
    high: float
    how: str

    @property
    def agrees(self) -> bool:
        """Whether the printed value lies in the interval."""
        return self.low <= self.printed <= self.high


@dataclass(frozen=True)
class Bound:
    """A bound that was found, with the certificate for it."""

    value: Any
    certificate: Any


def equality(
    value: int | Fraction,
    at_least: Callable[[Any], Any],
    at_most: Callable[[Any], Any],
    *,
    lower: Bound,
    upper: Bound,
    part: str = WHOLE,
) -> Iterator[Evidence]:
    """Evidence for or against `quantity = value`, given lower <= quantity <= upper.

    `at_least(n)` and `at_most(n)` are the propositions that the quantity is >= n and <= n. A bound
    beyond the value contradicts it; when both bounds are the value they state it; otherwise the
    case is left without a certificate.
    """
    if lower.value > value:
        yield Evidence(at_least(lower.value), (lower.certificate,), part, Stance.CONTRADICTS)
    elif upper.value < value:
        yield Evidence(at_most(upper.value), (upper.certificate,), part, Stance.CONTRADICTS)
    elif lower.value == value == upper.value:
        yield Evidence(at_least(lower.value), (lower.certificate,), part)
        yield Evidence(at_most(upper.value), (upper.certificate,), part)


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
    return max(parts, key=lambda part: list(Strength).index(part.strength))
