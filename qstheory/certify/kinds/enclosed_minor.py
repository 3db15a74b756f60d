"""Lower bounds on ranks from rational enclosures of the entries, for entries that are irrational.

If every matrix M within the enclosures has |I - R M| < 1 in the norm of the largest row sum, for
one rational R, then each R M is regular, and with it the matrix of the loss itself.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.algebra.intervals import Interval, exactly
from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.rank import Minor, View, require_selection
from qstheory.certify.limits import require_evaluations
from qstheory.certify.outcome import require
from qstheory.losses.base import Loss
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


def require_enclosed_minor(loss: Loss, given: EnclosedMinor) -> None:
    """Raise InvalidParameter unless the minor is shown to be regular."""
    rows, columns = given.predictions, given.observations
    require_selection(loss, given.view, Minor(rows, columns, 2, given.base))
    require(0 < given.bits <= BITS_LIMIT, f"the bits are not from 1 to {BITS_LIMIT}")
    size = len(given.predictions)
    fits = [len(row) for row in given.inverse] == [size] * size
    require(fits, "the inverse does not have the size of the minor")
    require_evaluations(loss, 2 * size * size)
    M = [[_enclosed(loss, given, z, y) for y in given.observations] for z in given.predictions]
    for i, row in enumerate(given.inverse):
        total = Fraction(0)
        for j in range(size):
            terms = (exactly(-weight) * M[k][j] for k, weight in enumerate(row))
            rest = sum(terms, exactly(int(i == j)))
            total += max(abs(rest.lower), abs(rest.upper))
        require(total < 1, "a row of I - R M may have a sum of 1 or more")


def _enclosed(loss: Loss, given: EnclosedMinor, z: Label, y: Label) -> Interval:
    """The entry of the view."""
    low, high = loss.enclosure(z, y, given.bits)
    if given.base is None:
        return Interval(low, high)
    pair = (given.base, y) if given.view == "prediction-differences" else (z, given.base)
    below, above = loss.enclosure(*pair, given.bits)
    return Interval(low - above, high - below)
