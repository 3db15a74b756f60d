"""The paper's affine dimension, min over scalars c of rank(L - c 1 1^T), and if any c lowers it.

Differences of rows or of columns of L - c 1 1^T are those of L, so their rank bounds it from
below; and subtracting a matrix of rank one lowers the rank by at most one.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.kinds.rank import Minor, require_minor
from qstheory.certify.rules import Decision, Rule, Tools, invalid, proves_if, refuse, require
from qstheory.certify.theorems import LEVEL
from qstheory.certify.weights import Side, Weights, products, total, weights_fault
from qstheory.losses import resolve
from qstheory.losses.base import Reference


@dataclass(frozen=True)
class NoShiftLowersRank:
    """rank(L - c 1 1^T) >= rank L for every scalar c."""

    loss: Reference

    def __str__(self) -> str:
        return f"{self.loss}: no number c makes the rank of L - c smaller than that of L"


@dataclass(frozen=True)
class LevelVector:
    """Weights v on one side whose product with L is a constant k at every label of the other.

    It proves the proposition when exactly one of k and the sum s of v is zero. Say v is on the
    observations, L v = k 1. If k = 0 and s != 0, then (L - c 1 1^T) v = -c s 1, so for c != 0 the
    column space of L - c 1 1^T contains 1 and with it that of L. If k != 0 and s = 0, take x = v/k:
    L x = 1 and 1^T x = 0. Let (L - c 1 1^T) u = 0 with t = 1^T u. Then u - c t x is in the kernel
    of L and sums to t. Either some kernel vector of L does not sum to 0, which is the first case,
    or t = 0 and u is in the kernel of L: the kernel does not grow.
    """

    side: Side
    weights: Weights


def check_level_vector(proposition: NoShiftLowersRank, given: LevelVector, _: Tools) -> Decision:
    """The product is computed at every label or size of the other side."""
    loss = resolve(proposition.loss)
    refuse(weights_fault(loss, given.side, given.weights))
    level: Fraction | None = None
    for label, value in products(loss, given.side, given.weights):
        if level is None:
            level = value
        if value != level:
            return invalid(f"the product of the weights with L is not constant at {label!r}")
    one_is_zero = (level == 0) != (total(given.weights) == 0)
    return proves_if(one_is_zero, "not exactly one of the constant and the sum is zero")


@dataclass(frozen=True)
class AffineDimensionAtLeast:
    """min over c of rank(L - c 1 1^T) >= r."""

    loss: Reference
    r: int

    def __str__(self) -> str:
        return f"{self.loss}: min over c of rank(L - c) >= {self.r}"


@dataclass(frozen=True)
class AffineDimensionAtMost:
    """min over c of rank(L - c 1 1^T) <= r."""

    loss: Reference
    r: int

    def __str__(self) -> str:
        return f"{self.loss}: min over c of rank(L - c) <= {self.r}"


@dataclass(frozen=True)
class DifferenceMinor:
    """A regular r x r minor of the differences of predictions or of observations."""

    view: Literal["prediction-differences", "observation-differences"]
    minor: Minor


@dataclass(frozen=True)
class UnloweredMinor:
    """A regular r x r minor of L, and a vector that shows that no shift lowers the rank of L."""

    minor: Minor
    level: LevelVector


def check_unlowered_minor(
    proposition: AffineDimensionAtLeast, given: UnloweredMinor, tools: Tools
) -> Decision:
    """rank(L - c 1 1^T) >= rank L >= r for every c."""
    fit = len(given.minor.predictions) == proposition.r
    require(fit, "the minor does not have r rows and r columns")
    require_minor(resolve(proposition.loss), "loss", given.minor, tools)
    return check_level_vector(NoShiftLowersRank(proposition.loss), given.level, tools)


RULES = (
    Rule(NoShiftLowersRank, LevelVector, check_level_vector, (LEVEL,)),
    Rule(AffineDimensionAtLeast, UnloweredMinor, check_unlowered_minor, (LEVEL,)),
)
