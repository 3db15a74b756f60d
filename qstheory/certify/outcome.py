"""What `decide` answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

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


def refutes_if(condition: bool, reason: str) -> Decision:
    """`refutes` when the condition holds, otherwise invalid for that reason."""
    return REFUTES if condition else invalid(reason)


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
