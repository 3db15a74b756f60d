"""Lower bounds on ranks from rational enclosures of the entries, for entries that are irrational.

If every matrix M within the enclosures has |I - R M| < 1 in the norm of the largest row sum, for
one rational R, then each R M is regular, and with it the matrix of the loss itself.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.rank import View
from qstheory.certify.limits import require_evaluations
from qstheory.losses.base import Loss
from qstheory.losses.logarithms import Enclosure
from qstheory.losses.spaces import Label

BITS_LIMIT = 4096
"""Most bits of an enclosure, so that a certificate cannot make its check endless."""


@dataclass(frozen=True)
class EnclosedMinor:
    """Rows and columns of a view, enclosed to 2^-bits, and an approximate inverse of the minor.

    `base` is the reference prediction or observation of a view of differences, None for L itself.
    """

    view: View
    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    base: Label | None
    bits: int
    inverse: Vectors


def enclosed_minor_fault(loss: Loss, given: EnclosedMinor) -> str:
    """'' when the minor is shown to be regular, otherwise why it is not."""
    fault = _selection_fault(loss, given)
    if fault:
        return fault
    size = len(given.predictions)
    if len(given.inverse) != size or any(len(row) != size for row in given.inverse):
        return "the inverse does not have the size of the minor"
    columns = list(zip(*_enclosures(loss, given), strict=True))
    for i, row in enumerate(given.inverse):
        total = Fraction(0)
        for j, column in enumerate(columns):
            low, high = _combination(row, column)
            unit = int(i == j)
            total += max(abs(unit - low), abs(unit - high))
        if total >= 1:
            return "a row of I - R M may have a sum of 1 or more"
    return ""


def _selection_fault(loss: Loss, given: EnclosedMinor) -> str:
    for labels, space in (
        (given.predictions, loss.predictions),
        (given.observations, loss.observations),
    ):
        if len(set(labels)) != len(labels) or any(label not in space for label in labels):
            return "a row or column of the minor is repeated or is not one of the loss"
    if len(given.predictions) != len(given.observations):
        return "the minor is not square"
    if not 0 < given.bits <= BITS_LIMIT:
        return f"the bits are not from 1 to {BITS_LIMIT}"
    fits = {
        "loss": given.base is None,
        "prediction-differences": given.base in loss.predictions,
        "observation-differences": given.base in loss.observations,
    }
    return "" if fits[given.view] else f"the base does not fit the view {given.view!r}"


def _enclosures(loss: Loss, given: EnclosedMinor) -> list[list[Enclosure]]:
    require_evaluations(loss, 2 * len(given.predictions) * len(given.observations))
    rows = []
    for z in given.predictions:
        row = []
        for y in given.observations:
            low, high = loss.enclosure(z, y, given.bits)
            if given.base is not None:
                pair = (
                    (given.base, y) if given.view == "prediction-differences" else (z, given.base)
                )
                below, above = loss.enclosure(*pair, given.bits)
                low, high = low - above, high - below
            row.append((low, high))
        rows.append(row)
    return rows


def _combination(weights: tuple[Fraction, ...], column: tuple[Enclosure, ...]) -> Enclosure:
    low = high = Fraction(0)
    for weight, (below, above) in zip(weights, column, strict=True):
        first, second = weight * below, weight * above
        low += min(first, second)
        high += max(first, second)
    return low, high
