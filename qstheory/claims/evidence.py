"""What bears on a statement: propositions with certificates, arguments, measurements."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from qstheory.errors import InvalidParameter

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
