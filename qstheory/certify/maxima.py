"""Sums of maxima of affine functions, and the multipliers that bound them below.

    S(v, y) = sum_g max_k (a_ygk . v + b_ygk),     W(v) = sum_y Pi_y S(v, y)

For q >= 0 with sum_k q_ygk = Pi_y for every g and sum q a = 0, W >= sum q b everywhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.limits import require_evaluations, submatrix
from qstheory.certify.outcome import require, require_distribution
from qstheory.certify.words import counted
from qstheory.losses.base import Loss

Multipliers = tuple[tuple[tuple[Fraction, ...], ...], ...]
"""A number for each observation, maximum and piece."""

Piece = tuple[int, int, int]
"""Observation, maximum and piece, by index."""


@dataclass(frozen=True)
class Affine:
    """slope . v + constant."""

    slope: Vector
    constant: Fraction

    def at(self, v: Vector) -> Fraction:
        """The value at v."""
        return inner(self.slope, v) + self.constant


Terms = tuple[tuple[tuple[Affine, ...], ...], ...]
"""S: for each observation the maxima whose sum it is, for each maximum its pieces."""


@dataclass(frozen=True)
class Minimised:
    """A distribution and its q, as in WrongMinimiser."""

    distribution: Vector
    multipliers: Multipliers


def terms_words(terms: Terms) -> str:
    """How large a surrogate is."""
    count = sum(len(maximum) for each in terms for maximum in each)
    return f"a polyhedral surrogate of {counted(count, 'affine piece')}"


def matrix(loss: Loss) -> list[Vector]:
    """L, row by row."""
    require_evaluations(loss, loss.predictions.size * loss.observations.size)
    return list(map(tuple, submatrix(loss, list(loss.predictions), list(loss.observations))))


def pieces(terms: Terms) -> Iterator[tuple[Piece, Affine]]:
    """Every piece with its place."""
    for y, maxima in enumerate(terms):
        for g, maximum in enumerate(maxima):
            for k, piece in enumerate(maximum):
                yield (y, g, k), piece


def value(maxima: Iterable[tuple[Affine, ...]], v: Vector) -> Fraction:
    """S(v, y), from the maxima of y."""
    return sum((max(piece.at(v) for piece in maximum) for maximum in maxima), Fraction(0))


def width(terms: Terms) -> int:
    """The number of scores."""
    return len(terms[0][0][0].slope)


def require_terms(terms: Terms, observations: int) -> None:
    """Check the shape of S."""
    full = len(terms) == observations and all(terms) and all(all(maxima) for maxima in terms)
    require(full, "there is not a sum of maxima, each with a piece, for every observation")
    lengths = {len(piece.slope) for _, piece in pieces(terms)}
    require(len(lengths) == 1, "the pieces do not have one number of scores")


def require_totals(terms: Terms, totals: Sequence[Fraction], q: Multipliers) -> None:
    """Check that q >= 0 has these totals in every maximum."""
    shapes = ([[len(m) for m in maxima] for maxima in each] for each in (q, terms))
    require(next(shapes) == next(shapes), "there is not one multiplier for each piece")
    # Almost all multipliers of many pieces are 0, which is told faster than it is added.
    wrong = (
        any(x.numerator < 0 for x in m) or sum(filter(None, m), Fraction(0)) != p
        for each, p in zip(q, totals, strict=True)
        for m in each
    )
    require(not any(wrong), "the multipliers are negative or do not have the sum they should")


def combined_slope(terms: Terms, q: Multipliers) -> Vector:
    """sum q a."""
    slope = [Fraction(0)] * width(terms)
    for (y, g, k), piece in pieces(terms):
        if q[y][g][k]:
            slope = [x + q[y][g][k] * a for x, a in zip(slope, piece.slope, strict=True)]
    return tuple(slope)


def require_multipliers(terms: Terms, totals: Sequence[Fraction], q: Multipliers) -> None:
    """Check that q >= 0 has these totals in every maximum and sum q a = 0."""
    require_totals(terms, totals, q)
    require(not any(combined_slope(terms, q)), "the multipliers do not combine the slopes to 0")


def require_minimum(terms: Terms, v: Vector, given: Minimised) -> None:
    """Check that q shows that v minimises W at Pi."""
    Pi, q = given.distribution, given.multipliers
    require_distribution(Pi, len(terms))
    require(len(v) == width(terms), "the scores do not have the length of the slopes")
    require_multipliers(terms, Pi, q)
    risk = inner(Pi, tuple(value(maxima, v) for maxima in terms))
    minimal = lower_bound(terms, q) == risk
    require(minimal, "the multipliers do not show that the scores are a minimiser")


def lower_bound(terms: Terms, q: Multipliers) -> Fraction:
    """sum q b, the bound on W of multipliers that combine the slopes to 0."""
    used = ((x, piece) for (y, g, k), piece in pieces(terms) if (x := q[y][g][k]))
    return sum((x * piece.constant for x, piece in used), Fraction(0))


def require_bounds(terms: Terms, bounds: Multipliers) -> None:
    """Check that the multipliers bound each S(., y) below."""
    require(len(bounds) == len(terms), "there are not multipliers for every observation")
    for maxima, q in zip(terms, bounds, strict=True):
        require_multipliers((maxima,), (Fraction(1),), (q,))
