"""A finding: a statement, its value, and the certificates that `decide` has judged."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from qstheory.certify import Decision, decide
from qstheory.certify.bundle import Item
from qstheory.certify.rules import Outcome
from qstheory.errors import IrrationalEntry, NotApplicable, QstheoryError, TooLarge, UndefinedLoss
from qstheory.exact.span import FLINT
from qstheory.work.certificates import dumps

Value = None | bool | int | str | Fraction | tuple["Value", ...]
Status = Literal["proved", "refuted", "undecided", "not attempted", "stated"]
Extent = Literal["exact", "interval", "undecided", "not attempted"]
Part = Literal[
    "dimensions",
    "decompositions",
    "constants",
    "optimality",
    "calibration",
    "margins",
    "consistency",
    "decoder",
    "merging",
]


@dataclass(frozen=True)
class Evidence:
    """A proposition, a certificate for it, and what `decide` says of the two.

    `supports` is the outcome that speaks for the statement of the finding.
    """

    proposition: Any
    certificate: Any
    decision: Decision
    supports: Outcome = Outcome.PROVES

    @property
    def proves(self) -> bool:
        """Whether the certificate proves the proposition."""
        return self.decision.outcome is Outcome.PROVES


def judged(proposition: Any, certificate: Any, supports: Outcome = Outcome.PROVES) -> Evidence:
    """The evidence, decided here and nowhere else (large matrices with python-flint)."""
    decision = decide(proposition, certificate, FLINT)
    return Evidence(proposition, certificate, decision, supports)


@dataclass(frozen=True)
class Finding:
    """One line of a dossier.

    `key` names it within its part; `value` is what was found, exact; `reason` says what failed,
    `limit` what was not attempted and how to have it; `meaning` explains the quantity in one line;
    `latex` has, for named families, its quantities for every m. `interval` tells that the quantity
    is only known to lie between bounds.
    """

    part: Part
    key: str
    statement: str
    value: Value = None
    evidence: tuple[Evidence, ...] = field(default=(), repr=False)
    meaning: str = ""
    reason: str = ""
    details: tuple[tuple[str, Value], ...] = ()
    latex: tuple[tuple[str, str], ...] = ()
    limit: str = ""
    interval: bool = False

    @property
    def extent(self) -> Extent:
        """How much of the quantity is known."""
        if self.interval:
            return "interval"
        return self.status if self.status in ("undecided", "not attempted") else "exact"

    @property
    def status(self) -> Status:
        """What the decisions say: nothing here is typed in.

        refuted when one certificate says the opposite of the statement, undecided when one is
        invalid or a reason says what failed, proved when all support it. Without certificates it is
        not attempted when it has no value and a limit, otherwise merely stated.
        """
        outcomes = [(item.decision.outcome, item.supports) for item in self.evidence]
        if any(outcome is Outcome.INVALID for outcome, _ in outcomes):
            return "undecided"
        if any(outcome is not supports for outcome, supports in outcomes):
            return "refuted"
        if self.reason:
            return "undecided"
        if outcomes:
            return "proved"
        return "not attempted" if self.limit and self.value is None else "stated"

    def items(self) -> list[Item]:
        """Its entries in a certificate file: those that prove or refute."""
        return [
            Item(
                item.proposition,
                item.certificate,
                "refutes" if item.decision.outcome is Outcome.REFUTES else "proves",
                f"{self.part}: {self.statement}",
            )
            for item in self.evidence
            if item.decision.outcome is not Outcome.INVALID
        ]


@contextmanager
def within_digits() -> Iterator[None]:
    """Raises TooLarge where a number is too long for Python to write, and the checker to read."""
    try:
        yield
    except ValueError as error:
        if "integer string conversion" not in str(error):
            raise
        raise TooLarge(
            "it has a number of more than 4300 digits, because the entries are of sizes too far"
            " apart; round the small ones to 0 for it"
        ) from None


def writable(finding: Finding) -> Finding:
    """The finding, where all its numbers and certificates can be written; or that they cannot."""
    try:
        with within_digits():
            str((finding.value, finding.details, dumps(finding.items())))
            return finding
    except TooLarge as error:
        return without(finding.part, finding.key, finding.key, error)


def attempt(part: Part, key: str, compute: Callable[[], Finding]) -> Finding:
    """The finding, or one that says why there is none: too large, not defined, undecided."""
    try:
        with within_digits():
            return compute()
    except QstheoryError as error:
        return without(part, key, key, error)


def without(part: Part, key: str, statement: str, error: QstheoryError) -> Finding:
    """What an error leaves: not attempted, stated as not defined, or undecided."""
    match error:
        case TooLarge() | IrrationalEntry():
            return not_attempted(part, key, statement, str(error))
        case NotApplicable() | UndefinedLoss():
            return Finding(part, key, f"{statement}: {error}")
        case _:
            return Finding(part, key, statement, reason=str(error))


def not_attempted(part: Part, key: str, statement: str, limit: str, meaning: str = "") -> Finding:
    """A finding that was not computed, and what would have it."""
    return Finding(part, key, statement, meaning=meaning, limit=limit)
