"""What bears on a statement: propositions with certificates, relations, arguments, measurements."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from qstheory.errors import InvalidParameter

Side: TypeAlias = Any
"""An integer, a `Fraction`, an expression of sympy, or a list or tuple of such sides."""
SIGNS = ("=", "<=", "<")


@dataclass(frozen=True)
class Relation:
    """left = right, left <= right or left < right; of lists, element by element.

    Expressions are compared for equality alone, by expanding and simplifying the difference. Raises
    `InvalidParameter` for a truth value, a float or any other side.

    >>> Relation([1 + 1, 3], "=", [2, 3]).holds
    True
    """

    left: Side
    sign: Literal["=", "<=", "<"]
    right: Side

    def __post_init__(self) -> None:
        if self.sign not in SIGNS:
            raise InvalidParameter(f"{self.sign!r} is no relation; use one of {', '.join(SIGNS)}.")
        for side in (self.left, self.right):
            _refuse(side, self.sign)

    @property
    def holds(self) -> bool:
        """Whether the sides, evaluated, are in the relation."""
        return _holds(self.left, self.sign, self.right)


def _is_number(side: Side) -> bool:
    return type(side) in (int, Fraction)


def _refuse(side: Side, sign: str) -> None:
    if isinstance(side, list | tuple):
        if not side:
            raise InvalidParameter("Two empty lists compare nothing: give a relation with content.")
        for element in side:
            _refuse(element, sign)
    elif not _is_number(side):
        _refuse_symbolic(side, sign)


def _refuse_symbolic(side: Side, sign: str) -> None:
    from sympy import Expr, Float

    if isinstance(side, bool) or not isinstance(side, Expr) or side.has(Float):
        raise InvalidParameter(
            f"{side!r} is no side of a relation: give the exact numbers or expressions that are"
            " to be compared, not what comparing them gave."
        )
    if sign != "=" and not side.is_Rational:
        raise InvalidParameter(f"Only numbers are ordered by {sign}, {side} is none.")


def _holds(left: Side, sign: str, right: Side) -> bool:
    if isinstance(left, Sequence) or isinstance(right, Sequence):
        alike = isinstance(left, Sequence) and isinstance(right, Sequence)
        return (
            alike
            and len(left) == len(right)
            and all(_holds(a, sign, b) for a, b in zip(left, right, strict=True))
        )
    if sign == "=":
        return _equal(left, right)
    return bool(left <= right if sign == "<=" else left < right)


def _equal(left: Side, right: Side) -> bool:
    if _is_number(left) and _is_number(right):
        return bool(left == right)
    from sympy import expand, powsimp, simplify

    apart = left - right
    return any(made(apart) == 0 for made in (expand, simplify, powsimp))


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

    No certificate at all means that none was found: the case stays undecided.
    """

    proposition: Any
    certificates: tuple[Any, ...] = ()
    part: str = WHOLE
    stance: Stance = Stance.STATES


@dataclass(frozen=True)
class Step:
    """A step of an argument in words: a relation, whose two sides the package evaluates.

    A step that speaks of a loss is an `Evidence`, which `decide` replays. Raises `InvalidParameter`
    for a truth value: nobody types whether a step holds.

    >>> Step("1 + 1 = 2", Relation(1 + 1, "=", 2)).holds
    True
    """

    description: str
    relation: Relation

    def __post_init__(self) -> None:
        if not isinstance(self.relation, Relation):
            raise InvalidParameter(
                f"The step {self.description!r} is given a {type(self.relation).__name__}; give"
                ' both sides, as in Relation(1 + 1, "=", 2), which are then evaluated.'
            )

    @property
    def holds(self) -> bool:
        """Whether the relation holds."""
        return self.relation.holds


@dataclass(frozen=True)
class Derivation:
    """Why parts of a statement hold in every case: an argument in words, with steps.

    `argument` says, in words and LaTeX, how the steps give the statement. `steps()` yields evidence
    or `Step`s, all of which must hold. A derivation proves nothing: a part that holds at the listed
    cases is then `argued` instead of `enumerated`. Empty `parts`: all of them. Where a theorem
    proves them the words suffice: they say why it is true.
    """

    argument: str
    steps: Callable[[], Iterable[Evidence | Step]] = tuple
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
