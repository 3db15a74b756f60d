"""The paper's affine dimension: min over scalars c of rank(L - c 1 1^T).

Differences of rows or of columns of L - c 1 1^T are those of L, so their rank bounds it from
below; and subtracting a matrix of rank one lowers the rank by at most one.
"""

from dataclasses import dataclass
from typing import Literal

from qstheory.certify.kinds.rank import Minor, minor_fault
from qstheory.certify.kinds.shift import LevelVector, NoShiftLowersRank, check_level_vector
from qstheory.certify.outcome import Decision, invalid, refuse
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import LEVEL
from qstheory.losses import resolve
from qstheory.losses.base import Reference


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
    if len(given.minor.predictions) != proposition.r:
        return invalid("the minor does not have r rows and r columns")
    refuse(minor_fault(resolve(proposition.loss), "loss", given.minor, tools))
    return check_level_vector(NoShiftLowersRank(proposition.loss), given.level, tools)


RULES = (Rule(AffineDimensionAtLeast, UnloweredMinor, check_unlowered_minor, (LEVEL,)),)
