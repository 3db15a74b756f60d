"""What `decide` answers, and which check replays which kind of certificate for a proposition."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from operator import eq, ge, gt, le, lt
from types import MappingProxyType
from typing import Any

from qstheory.certify.theorems import Theorem
from qstheory.errors import InvalidParameter


class Outcome(Enum):
    """Whether a certificate proves a proposition, refutes it, or does neither."""

    PROVES = "proves"
    REFUTES = "refutes"
    INVALID = "invalid"


@dataclass(frozen=True)
class Decision:
    """An outcome and, when the certificate is invalid, the first reason why.

    `modulo` names the theorems that lead from what was replayed to the proposition.
    """

    outcome: Outcome
    reason: str = ""
    modulo: tuple[str, ...] = ()


PROVES = Decision(Outcome.PROVES)
REFUTES = Decision(Outcome.REFUTES)


def invalid(reason: str) -> Decision:
    """The decision that a certificate settles nothing."""
    return Decision(Outcome.INVALID, reason)


def proves_if(condition: bool, reason: str) -> Decision:
    """`proves` when the condition holds, otherwise invalid for that reason."""
    return PROVES if condition else invalid(reason)


def settled(truth: bool) -> Decision:
    """The decision of a replay that finds out whether the proposition is true."""
    return PROVES if truth else REFUTES


def refutes_if(condition: bool, reason: str) -> Decision:
    """`refutes` when the condition holds, otherwise invalid for that reason."""
    return REFUTES if condition else invalid(reason)


RELATIONS: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType(
    {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}
)
"""The comparisons by their signs."""


def from_above(relation: str, bound: Fraction, value: Fraction) -> Decision:
    """What a bound from above shows of a number: it is <= the value, or it is not >= it."""
    if relation == "<=":
        return proves_if(bound <= value, "the bound from above is larger")
    return refutes_if(bound < value, "the bound from above is not smaller")


def from_below(relation: str, bound: Fraction, value: Fraction) -> Decision:
    """What a bound from below shows of a number: it is >= the value, or it is not <= it."""
    if relation == ">=":
        return proves_if(bound >= value, "the bound from below is smaller")
    return refutes_if(bound > value, "the bound from below is not larger")


def require(condition: object, reason: str) -> None:
    """Go on where the condition holds; otherwise `decide` answers invalid for that reason."""
    if not condition:
        raise InvalidParameter(reason)


def refuse(fault: str) -> None:
    """Go on where there is no fault; otherwise `decide` answers invalid for this reason."""
    require(not fault, fault)


def require_distribution(weights: Sequence[Fraction], size: int) -> None:
    """Go on where these are that many probabilities."""
    fits = len(weights) == size and min(weights) >= 0 and sum(weights) == 1
    require(fits, "the probabilities are none")


IntegerMatrix = list[list[int]]
Regular = Callable[[IntegerMatrix, int], bool]
"""Whether a square integer matrix has a determinant that is not 0 modulo a number."""
ProductFault = Callable[[IntegerMatrix, IntegerMatrix, IntegerMatrix], tuple[int, int] | None]
"""The first row and column at which the product of the first two matrices is not the third."""


@dataclass(frozen=True)
class Borders:
    """Which minors of a matrix, on chosen rows and columns and one more of each, are 0.

    Modulo each of several numbers; `inside` speaks of all that avoid the last row and column,
    `last_column` and `last_row` of those with just that one, `corner` of the one with both.
    """

    inside: bool
    last_column: bool
    last_row: bool
    corner: bool


Indices = Sequence[int]
BorderedMinors = Callable[[IntegerMatrix, Indices, Indices, Sequence[int]], Borders | None]
"""The borders of a matrix, the chosen rows and columns, and the moduli.

None when the chosen rows and columns are not regular modulo each of these.
"""


@dataclass(frozen=True)
class Tools:
    """Arithmetic that a caller may exchange for a faster implementation of the same functions."""

    regular_modulo: Regular
    product_fault: ProductFault
    borders: BorderedMinors


@dataclass(frozen=True)
class Rule:
    """`check(proposition, certificate, tools)` for one pair of dataclasses.

    The check replays facts; `theorems` say why these imply the proposition where more than the
    definitions is needed.
    """

    proposition: type
    certificate: type
    check: Callable[[Any, Any, Tools], Decision]
    theorems: tuple[Theorem, ...] | Callable[[Any, Any], tuple[Theorem, ...]] = ()

    def rests_on(self, proposition: Any, certificate: Any) -> tuple[str, ...]:
        """The names of the theorems that the conclusion from the certificate needs."""
        rows = self.theorems
        if callable(rows):
            rows = rows(proposition, certificate)
        return tuple(theorem.name for theorem in rows)
