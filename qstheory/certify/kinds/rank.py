"""The rank of a loss matrix or of its differences is at least r, or at most r.

Views of L: `loss` is L itself; `prediction-differences` has the rows L(z, .) - L(z0, .), whose rank
is what a decoder sees and Ramaswamy and Agarwal's affine dimension; `observation-differences` has
the columns L(., y) - L(., y0). The reference z0 or y0 does not change the rank.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.limits import entries
from qstheory.certify.modular import integer_rows
from qstheory.certify.outcome import PROVES, Decision, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import Label

View = Literal["loss", "prediction-differences", "observation-differences"]


@dataclass(frozen=True)
class RankAtLeast:
    """rank of the view >= r."""

    loss: Reference
    view: View
    r: int


@dataclass(frozen=True)
class RankAtMost:
    """rank of the view <= r."""

    loss: Reference
    view: View
    r: int


@dataclass(frozen=True)
class Minor:
    """r rows and r columns whose minor is not zero modulo `modulus`.

    `base` is the reference prediction or observation of a view of differences, None for L itself.
    """

    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    modulus: int
    base: Label | None = None


@dataclass(frozen=True)
class Factorisation:
    """view = left . right, with `left` |Z| x r and `right` r x |Y|, in the order of the spaces.

    For a view of differences the base is the first prediction or observation.
    """

    left: tuple[tuple[Fraction, ...], ...]
    right: tuple[tuple[Fraction, ...], ...]


def view_entry(
    loss: Loss, view: View, base: Label | None
) -> Callable[[Label, Label], Fraction] | None:
    """The entry function of a view, or None when `base` does not fit it."""
    if view == "loss":
        return loss.entry if base is None else None
    if view == "prediction-differences":
        if base not in loss.predictions:
            return None
        return lambda z, y: loss.entry(z, y) - loss.entry(base, y)  # type: ignore[arg-type]
    if base not in loss.observations:
        return None
    return lambda z, y: loss.entry(z, y) - loss.entry(z, base)  # type: ignore[arg-type]


def submatrix_fault(loss: Loss, minor: Minor) -> str:
    """Why the rows and columns of a minor do not select from the loss, or ''."""
    for labels, space in (
        (minor.predictions, loss.predictions),
        (minor.observations, loss.observations),
    ):
        if len(set(labels)) != len(labels) or any(label not in space for label in labels):
            return "a row or column of the minor is repeated or is not one of the loss"
    return "" if minor.modulus > 1 else "the modulus must exceed 1"


def is_regular(loss: Loss, view: View, minor: Minor, tools: Tools) -> str:
    """'' when the minor of the view is not zero, otherwise why that is not shown."""
    entry = view_entry(loss, view, minor.base)
    if entry is None:
        return f"the base of the minor does not fit the view {view!r}"
    fault = submatrix_fault(loss, minor)
    if fault:
        return fault
    rows = [[entry(z, y) for y in minor.observations] for z in minor.predictions]
    if not tools.regular_modulo(integer_rows(rows), minor.modulus):
        return "the minor is zero modulo the modulus"
    return ""


def check_minor(proposition: RankAtLeast, minor: Minor, tools: Tools) -> Decision:
    """A regular r x r minor proves rank >= r."""
    if not len(minor.predictions) == len(minor.observations) == proposition.r:
        return invalid("the minor does not have r rows and r columns")
    fault = is_regular(resolve(proposition.loss), proposition.view, minor, tools)
    return proves_if(not fault, fault)


def check_factorisation(proposition: RankAtMost, given: Factorisation, tools: Tools) -> Decision:
    """view = left . right with inner dimension r proves rank <= r; every entry is compared."""
    loss = resolve(proposition.loss)
    r = proposition.r
    left, right = given.left, given.right
    shape = (
        r >= 0
        and len(left) == loss.predictions.size
        and all(len(row) == r for row in left)
        and len(right) == r
        and all(len(row) == loss.observations.size for row in right)
    )
    if not shape:
        return invalid("the factors do not have the shapes |Z| x r and r x |Y|")
    base: Label | None = None
    if proposition.view == "prediction-differences":
        base = next(iter(loss.predictions))
    elif proposition.view == "observation-differences":
        base = next(iter(loss.observations))
    entry = view_entry(loss, proposition.view, base)
    assert entry is not None
    columns = [[row[j] for row in right] for j in range(loss.observations.size)]
    width = len(columns)
    for index, (z, y, _) in enumerate(entries(loss)):
        row, column = left[index // width], columns[index % width]
        if sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) != entry(z, y):
            return invalid(f"the factors do not give the entry at {z!r}, {y!r}")
    return PROVES


RULES = (
    Rule(RankAtLeast, Minor, check_minor),
    Rule(RankAtMost, Factorisation, check_factorisation),
)
