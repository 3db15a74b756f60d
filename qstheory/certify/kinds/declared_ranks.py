"""Dimensions of a loss of any size from what its entry is.

A polynomial in two classes. L(z, y) = sum_ij a_ij z^i y^j on n classes, as many as A has rows and
columns or more, is V A W^T for the powers V and W of the classes, whose columns are linearly
independent and begin with the constant one. At the first classes, as many as A has rows and
columns, it is P A Q^T with square regular P and Q: what is 0, constant, or spanned by the rows or
columns of A there is so everywhere. So L has the dimensions of this small part.

A distance of affinely independent sets. Let each of n >= 2 labels stand for a set of m elements, as
prediction and as observation alike, and L(z, y) = s |z - y| with s > 0, the number of elements in
one of the two sets and not in the other. With signs e_z in {-1, 1}^m, L = s (m - e_z . e_y) / 2.
Let p be the point of the affine hull of the e_z that is next to 0: e_z . p = |p|^2 for every z, so
that

    L = c - s G / 2,    G = (e_z - p) . (e_y - p),    c = s (m - |p|^2) / 2.

When the sets are affinely independent, the e_z - p span n - 1 dimensions: G and its differences
have rank n - 1, which are those of L, and rank(L - c) = n - 1. As p is a mean of the e_z with
weights x of sum 1, G x = 0 and L x = c 1; c > 0, as p would be as long as every e_z otherwise, and
so equal to each of them. L v = 0 gives c 1^T v = x^T L v = 0, hence G v = 0, so v is a multiple of
x and 0: rank L = n.

Vectors of integers that are linearly independent modulo 2 are so over the rationals: a minor that
is odd is not 0. The sets are affinely independent when their vectors with a 1 in front are.

Irrational entries. From below: if every matrix M within rational enclosures of the entries of a
minor has |I - R M| < 1 in the norm of the largest row sum, for one rational R, then each R M is
regular, and with it the minor. From above: a loss 1 - numerator / denominator with irrational
weights d_p, numerator(z, y) = sum_p d_p n(z, y, p) and a denominator that depends on y alone. The
differences of predictions are -sum_p d_p (n(z, y, p) - n(z', y, p)) / denominator(y), of at most
the rank of the rational matrix with the rows (z, p) and the columns y.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from qstheory.certify.arithmetic import Vectors
from qstheory.certify.components import mean_ranks
from qstheory.certify.dimensions import Dimensions
from qstheory.certify.intervals import Interval, exactly
from qstheory.certify.kinds.rank import Minor, View, require_selection
from qstheory.certify.limits import require_evaluations
from qstheory.certify.rules import require
from qstheory.certify.sets import distance_of_sets
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class CoefficientRanks:
    """The replay eliminates the entries at as many classes as the loss has coefficients."""


def polynomial_part(loss: Loss) -> list[list[Fraction]]:
    """The entries at the first classes.

    Raises InvalidParameter where the loss is no polynomial or on few classes.
    """
    entry = loss.polynomial
    if entry is None:
        raise InvalidParameter("The entry of the loss is no polynomial in its classes.")
    shape = len(entry.rows), max(map(len, entry.rows))
    many = loss.predictions.size >= shape[0] and loss.observations.size >= shape[1]
    require(many, "there are fewer classes than coefficients")
    columns = tuple(islice(loss.observations, shape[1]))
    return [[entry(z, y) for y in columns] for z in islice(loss.predictions, shape[0])]


def polynomial_dimensions(loss: Loss) -> Dimensions:
    """The dimensions; raises as `polynomial_part`."""
    return mean_ranks(polynomial_part(loss))


@dataclass(frozen=True)
class IndependentSets:
    """The replay eliminates the sets that the labels stand for, modulo 2."""


def independent(vectors: Iterable[int]) -> bool:
    """Whether vectors of bits are linearly independent modulo 2.

    >>> independent([0b01, 0b11]), independent([0b01, 0b10, 0b11])
    (True, False)
    """
    led: dict[int, int] = {}
    for given in vectors:
        vector = given
        while vector and vector.bit_length() in led:
            vector ^= led[vector.bit_length()]
        if not vector:
            return False
        led[vector.bit_length()] = vector
    return True


def independent_labels(reference: Reference) -> int:
    """The number n of labels; raises InvalidParameter where the theorem does not apply."""
    loss = resolve(reference)
    counts, n = distance_of_sets(loss), loss.predictions.size
    sets = map(counts.prediction_set, loss.predictions)
    if n < 2 or not independent(2 * bits + 1 for bits in sets):
        raise InvalidParameter("The sets are not seen to be affinely independent modulo 2.")
    return n


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
