"""Bounds on A* and gamma_2 of a loss too large for factors and duals of its own size.

From above: a closed form that holds has gamma_2 <= ||F||_inf ||U||_inf with the longest rows of F
and U, and A* <= A and A* <= sqrt(pi/2) ||F||_inf ||U||_inf by Grothendieck's identity: for C >= 0
with diagonal 1 the matrix (2/pi) arcsin C of the mean signs of Gaussian vectors is in the hull of
the sign matrices and no smaller than (2/pi) C. Without a form, F = L - c and U = I, or the other
way round, do, and C = I for A*.

From below: a part of a loss has no larger constants than the whole, whose factors are factors of
the part.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from operator import add

from qstheory.certify.kinds.best_constants import (
    HALF_PI,
    BestConstant,
    DiagonalDual,
    check_diagonal,
)
from qstheory.certify.kinds.constants import measures
from qstheory.certify.kinds.decomposition import NamedForm, held_form
from qstheory.certify.limits import require_evaluations, scaled_submatrix, submatrix
from qstheory.certify.outcome import Decision, proves_if, require
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import GROTHENDIECK, HULL
from qstheory.losses import resolve
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.matrix import matrix_loss
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class FormNorms:
    """A closed form that holds, for its constant and its longest rows."""

    form: NamedForm


@dataclass(frozen=True)
class EntryNorms:
    """A scalar c, for the longest row and column of L - c."""

    c: Fraction


@dataclass(frozen=True)
class PartDual:
    """Distinct predictions and observations, and a dual of the loss on these alone."""

    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    dual: DiagonalDual


def check_form(proposition: BestConstant, given: FormNorms, tools: Tools) -> Decision:
    """The form holds; its rows are measured."""
    require(proposition.relation == "<=", "a decomposition bounds from above only")
    loss = resolve(proposition.loss)
    of = measures(loss, held_form(loss, given.form), given.form.by)
    square = of.F * of.U
    if proposition.quantity == "A":
        square = min(HALF_PI * square, of.values["squared-constant"])
    return proves_if(square <= proposition.value, f"the form gives only {square}")


def check_entries(proposition: BestConstant, given: EntryNorms, tools: Tools) -> Decision:
    """The squares of all entries of L - c are summed by rows and by columns."""
    require(proposition.relation == "<=", "a decomposition bounds from above only")
    loss = resolve(proposition.loss)
    if not isinstance(loss.reference, MatrixReference):
        require_evaluations(loss, loss.predictions.size * loss.observations.size)
    row, column = _longest(loss, given.c)
    square = row if proposition.quantity == "A" else min(row, column)
    return proves_if(square <= proposition.value, f"the entries give only {square}")


@lru_cache(maxsize=1)
def _longest(loss: Loss, c: Fraction) -> tuple[Fraction, Fraction]:
    """The largest sum of squares of a row of L - c, and of a column."""
    # Numerators over one denominator a row: sums of these are by far the quickest.
    row, columns, observations = Fraction(0), dict[int, list[int]](), tuple(loss.observations)
    for z in loss.predictions:
        ((below, entries),) = scaled_submatrix(loss, (z,), observations)
        shift, unit = c.numerator * below, below * c.denominator
        line = [(x * c.denominator - shift) ** 2 for x in entries]
        row = max(row, Fraction(sum(line), unit**2))
        columns[unit] = [*map(add, columns[unit], line)] if unit in columns else line
    parts = [[Fraction(x, unit**2) for x in line] for unit, line in columns.items()]
    return row, max(sum(each, Fraction(0)) for each in zip(*parts, strict=True))


def check_part(proposition: BestConstant, given: PartDual, tools: Tools) -> Decision:
    """The dual is replayed on the part."""
    loss = resolve(proposition.loss)
    for labels, space in (
        (given.predictions, loss.predictions),
        (given.observations, loss.observations),
    ):
        known = len(set(labels)) == len(labels) > 0 and all(x in space for x in labels)
        require(known, "a label of the part is repeated or is none of the loss")
    part = matrix_loss(submatrix(loss, given.predictions, given.observations))
    return check_diagonal(replace(proposition, loss=part.reference), given.dual, tools)


RULES = (
    Rule(BestConstant, FormNorms, check_form, (HULL, GROTHENDIECK)),
    Rule(BestConstant, EntryNorms, check_entries, (HULL,)),
    Rule(BestConstant, PartDual, check_part, (HULL,)),
)
