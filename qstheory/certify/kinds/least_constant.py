"""The least A = sqrt(r) ||F||_inf U_max over all decompositions L = F U^T + c, of any r and c.

Lower bounds hold for every decomposition: |L(z, y) - c| <= ||F_z|| ||U_y|| <= A for every entry.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.constants import (
    counted_measures,
    enumerated_measures,
    explicit_measures,
)
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    NamedForm,
    Vectors,
    decomposition_fault,
    form_fault,
    form_theorems,
)
from qstheory.certify.limits import require_evaluations, submatrix
from qstheory.certify.outcome import Decision, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import CAUCHY
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class LeastConstantAtLeast:
    """A^2 >= value for every decomposition L = F U^T + c."""

    loss: Reference
    value: Fraction

    def __str__(self) -> str:
        return f"{self.loss}: A^2 >= {self.value} for every decomposition"


@dataclass(frozen=True)
class LeastConstantAtMost:
    """A^2 <= value for some decomposition L = F U^T + c."""

    loss: Reference
    value: Fraction

    def __str__(self) -> str:
        return f"{self.loss}: A^2 <= {self.value} for some decomposition"


@dataclass(frozen=True)
class EntryRange:
    """Two entries, each a prediction and an observation: A >= |L(z, y) - L(z', y')| / 2.

    One of the two differs from c by at least half their difference.
    """

    first: tuple[Label, Label]
    second: tuple[Label, Label]


@dataclass(frozen=True)
class ScaledIsometry:
    """W of the shape of L with sum 0 and W W^T W = s W, s > 0: A^2 >= <W, L>^2 / (s |Z| |Y|).

    Every singular value of W is 0 or sqrt(s). As W sums to 0, <W, L> = <W, F U^T>, which is the sum
    over the columns of F^k . W U^k, at most sqrt(s) ||F||_Fro ||U||_Fro by Cauchy and Schwarz, and
    ||F||_Fro^2 <= |Z| ||F||_inf^2, ||U||_Fro^2 <= |Y| r U_max^2.
    """

    W: Vectors
    s: Fraction


def check_range(proposition: LeastConstantAtLeast, given: EntryRange, tools: Tools) -> Decision:
    """A quarter of the square of the difference of the two entries."""
    loss = resolve(proposition.loss)
    for z, y in (given.first, given.second):
        if z not in loss.predictions or y not in loss.observations:
            return invalid("an entry is not one of the loss")
    difference = loss.entry(*given.first) - loss.entry(*given.second)
    bound = difference**2 / 4
    return proves_if(bound >= proposition.value, f"the entries give only A^2 >= {bound}")


def check_isometry(
    proposition: LeastConstantAtLeast, given: ScaledIsometry, tools: Tools
) -> Decision:
    """The sum, W W^T W = s W and <W, L> are computed exactly."""
    loss, W = resolve(proposition.loss), given.W
    rows, columns = loss.predictions.size, loss.observations.size
    require_evaluations(loss, rows * columns * min(rows, columns))
    if len(W) != rows or any(len(row) != columns for row in W):
        return invalid("W does not have the shape of the loss")
    if sum(map(sum, W)) != 0 or given.s <= 0:
        return invalid("W does not sum to 0 or s is not positive")
    transposed = list(zip(*W, strict=True))
    for row in W:
        overlaps = [inner(row, other) for other in W]
        if any(inner(overlaps, c) != given.s * x for c, x in zip(transposed, row, strict=True)):
            return invalid("W W^T W is not s W")
    entries = submatrix(loss, tuple(loss.predictions), tuple(loss.observations))
    product = sum((inner(w, x) for w, x in zip(W, entries, strict=True)), Fraction(0))
    bound = product**2 / (given.s * rows * columns)
    return proves_if(bound >= proposition.value, f"W gives only A^2 >= {bound}")


def check_decomposition(
    proposition: LeastConstantAtMost, given: AffineDecomposition, tools: Tools
) -> Decision:
    """A decomposition that holds, and its constant."""
    loss = resolve(proposition.loss)
    fault = decomposition_fault(loss, given, tools)
    return invalid(fault) if fault else _at_most(proposition, explicit_measures(loss, given))


def check_named_form(proposition: LeastConstantAtMost, named: NamedForm, tools: Tools) -> Decision:
    """A closed form that holds, and its constant."""
    loss = resolve(proposition.loss)
    form = loss.closed_form(named.form)
    fault = form_fault(loss, form, named.by)
    if fault:
        return invalid(fault)
    measures = counted_measures if named.by == "counts" else enumerated_measures
    return _at_most(proposition, measures(loss, form))


def _at_most(
    proposition: LeastConstantAtMost, measures: tuple[int, Fraction, Fraction]
) -> Decision:
    r, norm, largest = measures
    square = r * norm * largest**2
    return proves_if(square <= proposition.value, f"this decomposition has A^2 = {square}")


RULES = (
    Rule(LeastConstantAtLeast, EntryRange, check_range, (CAUCHY,)),
    Rule(LeastConstantAtLeast, ScaledIsometry, check_isometry, (CAUCHY,)),
    Rule(LeastConstantAtMost, AffineDecomposition, check_decomposition),
    Rule(LeastConstantAtMost, NamedForm, check_named_form, form_theorems),
)
