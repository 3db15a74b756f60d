"""The cases of a statement, such as m = 3, k = 2, and what bears on it at each of them.

Evidence is propositions with certificates, arguments, measurements.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

from qstheory.errors import InvalidParameter


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
    names = tuple(values)
    combinations = product(*values.values())
    return tuple(Case(tuple(zip(names, chosen, strict=True))) for chosen in combinations)


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
