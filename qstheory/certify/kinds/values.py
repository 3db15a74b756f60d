"""Values: one entry of a loss, and comparisons between numbers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.expressions import Expression, evaluate, radical, written
from qstheory.certify.intervals import Interval, require_bits
from qstheory.certify.rules import RELATIONS, Decision, Rule, Tools, require, settled
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import Label, label

Relation = Literal["=", "<", "<=", ">", ">="]


@dataclass(frozen=True)
class EntryEquals:
    """L(z, y) = value."""

    loss: Reference
    prediction: Label
    observation: Label
    value: Fraction

    def __str__(self) -> str:
        return f"{self.loss}: L({label(self.prediction)}, {label(self.observation)}) = {self.value}"


@dataclass(frozen=True)
class Comparison:
    """left relation right, for two expressions without variables."""

    left: Expression
    relation: Relation
    right: Expression

    def __str__(self) -> str:
        return f"{written(self.left)} {self.relation} {written(self.right)}"


@dataclass(frozen=True)
class Exactly:
    """The replay computes exactly.

    Each side of a comparison must be a product of rational powers of rationals: raising both to
    the common denominator of the exponents leaves rationals.
    """


@dataclass(frozen=True)
class Enclosed:
    """The replay encloses both sides by rationals, roots and logarithms to about 2^-bits."""

    bits: int


def holds(relation: Relation, left: Interval, right: Interval) -> bool | None:
    """Whether the relation holds between all, or between no members; None when between some."""
    if relation in (">", ">="):
        return holds("<" if relation == ">" else "<=", right, left)
    if left.upper < right.lower:
        return relation != "="
    if left.lower > right.upper:
        return False
    if left.is_exact and right.is_exact:
        return relation != "<"
    if relation == "<=" and left.upper == right.lower:
        return True
    return False if relation == "<" and left.lower == right.upper else None


def check_entry(proposition: EntryEquals, _: Exactly, tools: Tools) -> Decision:
    """The entry is evaluated; this proves or refutes."""
    loss = resolve(proposition.loss)
    z, y = proposition.prediction, proposition.observation
    known = z in loss.predictions and y in loss.observations
    require(known, "the pair is not a prediction and an observation of the loss")
    return settled(loss.entry(z, y) == proposition.value)


def check_exactly(proposition: Comparison, _: Exactly, tools: Tools) -> Decision:
    """Both sides are compared exactly; this proves or refutes."""
    order = radical(proposition.left).compare(radical(proposition.right))
    return settled(RELATIONS[proposition.relation](order, 0))


def check_enclosed(proposition: Comparison, given: Enclosed, _: Tools) -> Decision:
    """The enclosures of both sides are compared; this proves or refutes when they are apart."""
    require_bits(given.bits)
    left, right = (
        evaluate(side, bits=given.bits) for side in (proposition.left, proposition.right)
    )
    truth = holds(proposition.relation, left, right)
    require(truth is not None, "the enclosures of the two sides overlap")
    return settled(truth is True)


RULES = (
    Rule(EntryEquals, Exactly, check_entry),
    Rule(Comparison, Exactly, check_exactly),
    Rule(Comparison, Enclosed, check_enclosed),
)
