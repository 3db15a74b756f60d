"""The rank of a loss matrix or of its differences is at least r, or at most r.

Views of L: `loss` is L itself; `prediction-differences` has the rows L(z, .) - L(z0, .), whose rank
is what a decoder sees and Ramaswamy and Agarwal's affine dimension; `observation-differences` has
the columns L(., y) - L(., y0). The reference z0 or y0 does not change the rank.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from operator import sub
from typing import Literal

from qstheory.certify.arithmetic import integer_rows, over_common_denominator
from qstheory.certify.limits import submatrix
from qstheory.certify.rules import PROVES, Decision, IntegerMatrix, Rule, Tools, require
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import Label

View = Literal["loss", "prediction-differences", "observation-differences"]
VIEWS: Mapping[View, str] = {
    "loss": "L",
    "prediction-differences": "the differences of predictions",
    "observation-differences": "the differences of observations",
}
"""The views in words."""


@dataclass(frozen=True)
class RankAtLeast:
    """rank of the view >= r."""

    loss: Reference
    view: View
    r: int

    def __str__(self) -> str:
        return f"{self.loss}: the rank of {VIEWS[self.view]} is at least {self.r}"


@dataclass(frozen=True)
class RankAtMost:
    """rank of the view <= r."""

    loss: Reference
    view: View
    r: int

    def __str__(self) -> str:
        return f"{self.loss}: the rank of {VIEWS[self.view]} is at most {self.r}"


@dataclass(frozen=True)
class Minor:
    """r rows and r columns whose minor is not zero modulo `modulus`.

    The rows of the minor are multiplied by the least common multiples of their denominators first.
    `base` is the reference prediction or observation of a view of differences, None for L itself.
    """

    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    modulus: int
    base: Label | None = None


def view_matrix(
    loss: Loss,
    view: View,
    predictions: tuple[Label, ...],
    observations: tuple[Label, ...],
    base: Label | None,
) -> IntegerMatrix:
    """The view of L at these rows and columns, each row times the least common multiple of its
    denominators; `base` must fit the view."""
    if view == "loss":
        return integer_rows(submatrix(loss, predictions, observations))
    assert base is not None
    if view == "prediction-differences":
        head, *rows = submatrix(loss, (base, *predictions), observations)
        return [_difference(row, head) for row in rows]
    rows = submatrix(loss, predictions, (base, *observations))
    return [_difference(row[1:], [row[0]] * len(observations)) for row in rows]


def _difference(left: Sequence[Fraction], right: Sequence[Fraction]) -> list[int]:
    """left - right times the least common multiple of its denominators.

    By integers: rationals are subtracted one by one twenty times as slowly.
    """
    factor, numbers = over_common_denominator([*left, *right])
    found = list(map(sub, numbers[: len(left)], numbers[len(left) :]))
    shared = gcd(factor, *found)
    return [x // shared for x in found]


def require_labels(loss: Loss, predictions: Sequence[Label], observations: Sequence[Label]) -> None:
    """Check that these are different ones of the loss."""
    for labels, space in ((predictions, loss.predictions), (observations, loss.observations)):
        known = len(set(labels)) == len(labels) and all(label in space for label in labels)
        require(known, "a chosen label is repeated or is none of the loss")


def require_selection(loss: Loss, view: View, minor: Minor) -> None:
    """Raise InvalidParameter unless these are different ones, as many of each, and fit the view."""
    require_labels(loss, minor.predictions, minor.observations)
    require(len(minor.predictions) == len(minor.observations), "the minor is not square")
    fits = {
        "loss": minor.base is None,
        "prediction-differences": minor.base in loss.predictions,
        "observation-differences": minor.base in loss.observations,
    }
    require(fits[view], f"the base of the minor does not fit the view {view!r}")


def require_minor(loss: Loss, view: View, minor: Minor, tools: Tools) -> None:
    """Check that the minor of the view is square and not zero."""
    require_selection(loss, view, minor)
    require(minor.modulus > 1, "the modulus must exceed 1")
    rows = view_matrix(loss, view, minor.predictions, minor.observations, minor.base)
    regular = tools.regular_modulo(rows, minor.modulus)
    require(regular, "the minor is zero modulo the modulus")


def check_minor(proposition: RankAtLeast, minor: Minor, tools: Tools) -> Decision:
    """A regular r x r minor proves rank >= r."""
    fit = len(minor.predictions) == proposition.r
    require(fit, "the minor does not have r rows and r columns")
    require_minor(resolve(proposition.loss), proposition.view, minor, tools)
    return PROVES


RULES = (Rule(RankAtLeast, Minor, check_minor),)
