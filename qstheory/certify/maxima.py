"""Sums of maxima of affine functions, and the multipliers that bound them below.

    S(v, y) = sum_g max_k (a_ygk . v + b_ygk),     W(v) = sum_y Pi_y S(v, y)

For q >= 0 with sum_k q_ygk = Pi_y for every g and sum q a = 0, W >= sum q b everywhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.limits import entries
from qstheory.certify.words import counted
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

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
    rows: dict[Label, list[Fraction]] = {z: [] for z in loss.predictions}
    for z, _, value in entries(loss):
        rows[z].append(value)
    return [tuple(row) for row in rows.values()]


def pieces(terms: Terms) -> Iterator[tuple[Piece, Affine]]:
    """Every piece with its place."""
    for y, maxima in enumerate(terms):
        for g, maximum in enumerate(maxima):
            for k, piece in enumerate(maximum):
                yield (y, g, k), piece


def value(maxima: Iterable[tuple[Affine, ...]], v: Vector) -> Fraction:
    """S(v, y), from the maxima of y."""
    return sum((max(piece.at(v) for piece in maximum) for maximum in maxima), Fraction(0))


def terms_fault(terms: Terms, observations: int) -> str:
    """What is wrong with the shape of S."""
    if len(terms) != observations or not all(terms) or not all(all(maxima) for maxima in terms):
        return "there is not a sum of maxima, each with a piece, for every observation"
    lengths = {len(piece.slope) for _, piece in pieces(terms)}
    return "" if len(lengths) == 1 else "the pieces do not have one number of scores"


def totals_fault(terms: Terms, totals: Sequence[Fraction], q: Multipliers) -> str:
    """Why q is not >= 0 with these totals in every maximum."""
    if [[len(m) for m in maxima] for maxima in q] != [[len(m) for m in maxima] for maxima in terms]:
        return "there is not one multiplier for each piece"
    if any(min(m) < 0 or sum(m) != p for maxima, p in zip(q, totals, strict=True) for m in maxima):
        return "the multipliers are negative or do not have the sum they should"
    return ""


def combined_slope(terms: Terms, q: Multipliers) -> Vector:
    """sum q a."""
    slope = [Fraction(0)] * len(terms[0][0][0].slope)
    for (y, g, k), piece in pieces(terms):
        if q[y][g][k]:
            slope = [x + q[y][g][k] * a for x, a in zip(slope, piece.slope, strict=True)]
    return tuple(slope)


def multipliers_fault(terms: Terms, totals: Sequence[Fraction], q: Multipliers) -> str:
    """Why q is not >= 0 with these totals in every maximum and sum q a = 0."""
    fault = totals_fault(terms, totals, q)
    if not fault and any(combined_slope(terms, q)):
        fault = "the multipliers do not combine the slopes to 0"
    return fault


def minimum_fault(terms: Terms, Pi: Vector, v: Vector, q: Multipliers) -> str:
    """Why q does not show that v minimises W at Pi."""
    if len(Pi) != len(terms) or min(Pi) < 0 or sum(Pi) != 1:
        return "the probabilities are none"
    if len(v) != len(terms[0][0][0].slope):
        return "the scores do not have the length of the slopes"
    fault = multipliers_fault(terms, Pi, q)
    if fault:
        return fault
    risk = sum((p * value(maxima, v) for p, maxima in zip(Pi, terms, strict=True)), Fraction(0))
    if lower_bound(terms, q) != risk:
        return "the multipliers do not show that the scores are a minimiser"
    return ""


def lower_bound(terms: Terms, q: Multipliers) -> Fraction:
    """sum q b, the bound on W of multipliers that combine the slopes to 0."""
    return sum((q[y][g][k] * piece.constant for (y, g, k), piece in pieces(terms)), Fraction(0))


def bounds_fault(terms: Terms, bounds: Multipliers) -> str:
    """Why the multipliers do not bound each S(., y) below."""
    if len(bounds) != len(terms):
        return "there are not multipliers for every observation"
    for maxima, q in zip(terms, bounds, strict=True):
        fault = multipliers_fault((maxima,), (Fraction(1),), (q,))
        if fault:
            return fault
    return ""
