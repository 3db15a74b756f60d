"""Values: one entry of a loss, its spectral norm squared, and comparisons between numbers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.arithmetic import integers
from qstheory.certify.definite import least_eigenvalue_sign
from qstheory.certify.expressions import Expression, evaluate, radical, written
from qstheory.certify.intervals import Interval, require_bits
from qstheory.certify.limits import submatrix
from qstheory.certify.rules import RELATIONS, Decision, Rule, Tools, require, settled
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import Label, label

Relation = Literal["=", "<", "<=", ">", ">="]
ORDER_LIMIT = 128
"""Most rows or columns, whichever are fewer: the matrix of their products is eliminated exactly."""


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
class SpectralNorm:
    """|L|^2 relation squared."""

    loss: Reference
    relation: Literal["<", "<=", ">=", ">"]
    squared: Fraction

    def __str__(self) -> str:
        return f"{self.loss}: the squared spectral norm of L is {self.relation} {self.squared}"


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


@dataclass(frozen=True)
class Elimination:
    """|L|^2 <= s exactly when s I - L L^T is positive semidefinite; < when it is regular as well.

    The replay eliminates; this proves or refutes.
    """


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


def check_elimination(proposition: SpectralNorm, _: Elimination, tools: Tools) -> Decision:
    """The sign of the least eigenvalue of s I - L L^T."""
    loss = resolve(proposition.loss)
    predictions, observations = tuple(loss.predictions), tuple(loss.observations)
    few = 0 < min(len(predictions), len(observations)) <= ORDER_LIMIT
    require(few, f"the loss has more than {ORDER_LIMIT} rows and columns")
    L = submatrix(loss, predictions, observations)
    rows, shared = integers(L if len(L) <= len(L[0]) else list(zip(*L, strict=True)))
    scaled = proposition.squared * shared * shared
    gram = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in rows] for x in rows]
    gap = [
        [scaled.numerator * (i == j) - scaled.denominator * x for j, x in enumerate(row)]
        for i, row in enumerate(gram)
    ]
    sign = least_eigenvalue_sign(gap)
    return settled(RELATIONS[proposition.relation](0, sign))


RULES = (
    Rule(EntryEquals, Exactly, check_entry),
    Rule(Comparison, Exactly, check_exactly),
    Rule(Comparison, Enclosed, check_enclosed),
    Rule(SpectralNorm, Elimination, check_elimination),
)
