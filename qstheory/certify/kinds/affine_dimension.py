"""The paper's affine dimension: min over scalars c of rank(L - c 1 1^T).

Differences of rows or of columns of L - c 1 1^T are those of L, so their rank bounds it from
below; and subtracting a matrix of rank one lowers the rank by at most one.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    NamedForm,
    decomposition_fault,
    form_fault,
    form_theorems,
)
from qstheory.certify.kinds.rank import Minor, minor_fault
from qstheory.certify.kinds.shift import LevelVector, NoShiftLowersRank, check_level_vector
from qstheory.certify.limits import submatrix
from qstheory.certify.outcome import Decision, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import DETERMINANT, LEVEL, RANK_ONE
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
class ShiftInvariantMinor:
    """A regular r x r minor M of L (base None) and x, one number a column, with M x = 1, 1^T x = 0.

    By the matrix determinant lemma det(M - c 1 1^T) = det(M) (1 - c 1^T M^-1 1) = det(M) for all c.
    """

    minor: Minor
    x: tuple[Fraction, ...]


@dataclass(frozen=True)
class UnloweredMinor:
    """A regular r x r minor of L, and a vector that shows that no shift lowers the rank of L."""

    minor: Minor
    level: LevelVector


def check_large_minor(proposition: AffineDimensionAtLeast, minor: Minor, tools: Tools) -> Decision:
    """A regular minor of L of size r + 1: no shift lowers the rank by more than one."""
    if len(minor.predictions) != proposition.r + 1:
        return invalid("the minor does not have r + 1 rows and columns")
    fault = minor_fault(resolve(proposition.loss), "loss", minor, tools)
    return proves_if(not fault, fault)


def check_difference_minor(
    proposition: AffineDimensionAtLeast, given: DifferenceMinor, tools: Tools
) -> Decision:
    """A regular minor of differences of size r."""
    if len(given.minor.predictions) != proposition.r:
        return invalid("the minor does not have r rows and r columns")
    fault = minor_fault(resolve(proposition.loss), given.view, given.minor, tools)
    return proves_if(not fault, fault)


def check_invariant_minor(
    proposition: AffineDimensionAtLeast, given: ShiftInvariantMinor, tools: Tools
) -> Decision:
    """A regular minor of L of size r whose determinant no shift changes."""
    minor, x = given.minor, given.x
    if not len(minor.predictions) == len(x) == proposition.r:
        return invalid("the minor and x do not have size r")
    loss = resolve(proposition.loss)
    fault = minor_fault(loss, "loss", minor, tools)
    if fault:
        return invalid(fault)
    rows = submatrix(loss, minor.predictions, minor.observations)
    images = [sum((a * b for a, b in zip(row, x, strict=True)), Fraction(0)) for row in rows]
    level = sum(x) == 0 and all(image == 1 for image in images)
    return proves_if(level, "M x is not 1 or the sum of x is not 0")


def check_unlowered_minor(
    proposition: AffineDimensionAtLeast, given: UnloweredMinor, tools: Tools
) -> Decision:
    """rank(L - c 1 1^T) >= rank L >= r for every c."""
    if len(given.minor.predictions) != proposition.r:
        return invalid("the minor does not have r rows and r columns")
    fault = minor_fault(resolve(proposition.loss), "loss", given.minor, tools)
    if fault:
        return invalid(fault)
    return check_level_vector(NoShiftLowersRank(proposition.loss), given.level, tools)


def check_decomposition(
    proposition: AffineDimensionAtMost, given: AffineDecomposition, tools: Tools
) -> Decision:
    """L = F U^T + c with r columns."""
    if any(len(row) != proposition.r for row in given.F):
        return invalid("F does not have r columns")
    fault = decomposition_fault(resolve(proposition.loss), given, tools)
    return proves_if(not fault, fault)


def check_named_form(
    proposition: AffineDimensionAtMost, named: NamedForm, tools: Tools
) -> Decision:
    """A closed form of dimension r that holds."""
    loss = resolve(proposition.loss)
    form = loss.closed_form(named.form)
    if form.dimension != proposition.r:
        return invalid(f"the form has dimension {form.dimension}, not r")
    fault = form_fault(loss, form, named.by)
    return proves_if(not fault, fault)


RULES = (
    Rule(AffineDimensionAtLeast, Minor, check_large_minor, (RANK_ONE,)),
    Rule(AffineDimensionAtLeast, DifferenceMinor, check_difference_minor, (RANK_ONE,)),
    Rule(AffineDimensionAtLeast, ShiftInvariantMinor, check_invariant_minor, (DETERMINANT,)),
    Rule(AffineDimensionAtLeast, UnloweredMinor, check_unlowered_minor, (LEVEL,)),
    Rule(AffineDimensionAtMost, AffineDecomposition, check_decomposition),
    Rule(AffineDimensionAtMost, NamedForm, check_named_form, form_theorems),
)
