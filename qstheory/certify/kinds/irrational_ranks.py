"""Bounds on ranks of a loss with irrational entries.

From below: if every matrix M within rational enclosures of the entries of a minor has |I - R M| < 1
in the norm of the largest row sum, for one rational R, then each R M is regular, and with it the
minor.

From above: a loss 1 - numerator / denominator with irrational weights d_p. With numerator(z, y) =
sum_p d_p n(z, y, p) and a denominator that depends on y alone, the differences of predictions are
-sum_p d_p (n(z, y, p) - n(z', y, p)) / denominator(y). They have at most the rank of the rational
matrix with the rows (z, p) and the columns y.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.algebra.intervals import Interval, exactly
from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.rank import Minor, View, require_selection
from qstheory.certify.limits import require_evaluations
from qstheory.certify.outcome import require
from qstheory.errors import InvalidParameter
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


@dataclass(frozen=True)
class SymbolicSpan:
    """Observations whose columns span those of all, for the rows (z, p) of differences from z0.

    `coefficients` has one row for each listed observation and one column for each observation of
    the loss, in order; z0 is the first prediction.
    """

    columns: tuple[Label, ...]
    coefficients: Vectors


def require_span(loss: Loss, given: SymbolicSpan) -> None:
    """Check that the listed columns give those of the loss."""
    entry = loss.linear
    if entry is None:
        raise InvalidParameter("the loss is not declared as linear in weights")
    predictions, observations = list(loss.predictions), list(loss.observations)
    require_evaluations(loss, len(predictions) * len(observations) * max(len(given.columns), 1))
    shape = [len(row) for row in given.coefficients]
    fit = shape == [len(observations)] * len(given.columns)
    require(fit, "the coefficients are not one row for each column, one number an observation")
    known = all(y in loss.observations for y in given.columns)
    require(known, "a column is not an observation of the loss")
    for z in predictions:
        changes = {}
        for y in observations:
            here, there = entry.numerator(z, y), entry.numerator(predictions[0], y)
            changes[y] = {p: here.get(p, 0) - there.get(p, 0) for p in {*here, *there}}
        for k, y in enumerate(observations):
            rest = dict(changes[y])
            for row, column in zip(given.coefficients, given.columns, strict=True):
                for p, change in changes[column].items():
                    rest[p] = rest.get(p, Fraction(0)) - row[k] * change
            if any(rest.values()):
                raise InvalidParameter(f"the columns do not give the differences at {z!r}, {y!r}")
