"""The convex calibration dimension at an equal-risk point, from a rank that is shown in any way.

At a distribution of full support at which all predictions have the same risk every prediction is
optimal and no column is left out: the lower bound of `calibration_dimension` is the whole rank of
the differences of predictions.
"""

from dataclasses import dataclass

from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, equal_risk_fault
from qstheory.certify.kinds.independent_sets import IndependentSets, independent_labels
from qstheory.certify.kinds.rank_by_component import ByComponents, ranks_of
from qstheory.certify.outcome import Decision, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import (
    COMPONENTS,
    FEASIBLE_SUBSPACE,
    INDEPENDENT_SETS,
    Theorem,
)
from qstheory.losses import resolve


@dataclass(frozen=True)
class EqualRiskRank:
    """An equal-risk point, and what shows the rank of the differences of predictions from below."""

    point: EqualRiskPoint
    lower: IndependentSets | ByComponents


def check(proposition: CalibrationDimensionAtLeast, given: EqualRiskRank, tools: Tools) -> Decision:
    """The risks are equal and the rank is at least d."""
    fault = equal_risk_fault(resolve(proposition.loss), given.point)
    if fault:
        return invalid(fault)
    if isinstance(given.lower, IndependentSets):
        shown = independent_labels(proposition.loss) - 1
    else:
        shown = ranks_of(proposition.loss).prediction_differences
    return proves_if(shown >= proposition.d, f"the rank is shown to be {shown}")


def theorems(given: EqualRiskRank) -> tuple[Theorem, ...]:
    """The theorem on cells, and that of the rank."""
    by_sets = isinstance(given.lower, IndependentSets)
    return FEASIBLE_SUBSPACE, INDEPENDENT_SETS if by_sets else COMPONENTS


RULES = (Rule(CalibrationDimensionAtLeast, EqualRiskRank, check, theorems),)
