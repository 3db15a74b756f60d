"""Multipliers that bound the pairs below on one stretch of H after the other.

A pair needs the optimal multipliers only where it is lowest. Where it lies above H, those that are
optimal at one excess e bound it by a tangent, on many stretches. Few of them are written down.
"""

from dataclasses import replace
from fractions import Fraction

from qstheory.certify.kinds.calibration import (
    AffineVector,
    CalibrationPiece,
    PairBound,
    bound_fault,
)
from qstheory.certify.moves import Vector
from qstheory.theory.calibration.optima import Optimum
from qstheory.theory.calibration.pair import PairPiece
from qstheory.theory.calibration.problem import CalibrationProblem, subtract

Pair = tuple[int, int]


class PairBounds:
    """The bounds of the pairs of a problem; `known` are their functions, or bounds below these."""

    def __init__(self, problem: CalibrationProblem, known: dict[Pair, list[PairPiece]]) -> None:
        self.problem = problem
        self.known = known
        self._given: dict[Pair, list[PairBound]] = {}

    def on(self, pair: Pair, claimed: CalibrationPiece) -> PairBound:
        """A bound of the pair that is at least the piece: one given before where it serves."""
        given = self._given.setdefault(pair, [])
        for bound in given:
            if self._serves(claimed, bound):
                return bound
        found = PairBound(*pair, self._fixed(pair, claimed))
        if not self._serves(claimed, found):
            found = PairBound(*pair, _optimal(self.problem, pair, self.known[pair], claimed))
        given.append(found)
        return found

    def _serves(self, claimed: CalibrationPiece, bound: PairBound) -> bool:
        pair = bound.z, bound.best
        return not bound_fault(claimed, pair, bound.multipliers, self.problem.products)

    def _fixed(self, pair: Pair, claimed: CalibrationPiece) -> AffineVector:
        """The same multipliers at every excess, as simple as they come."""
        pieces, limit = self.known[pair], self.problem.largest_excess(*pair)
        if claimed.low <= limit and pieces:
            chosen = optimum_at(pieces, simplest(claimed.low, min(claimed.high, limit)))
        else:
            # Past its largest excess the pair has no weights, as s (1, -limit) shows for a large s.
            chosen = _nothing(self.problem)
            s = Fraction(1 << int(_steepness(claimed, limit)).bit_length())
            chosen = replace(chosen, mu=s, nu=-s * limit)
        start = (*chosen.multipliers, chosen.mu, chosen.nu)
        return AffineVector(start, (Fraction(0),) * len(start))


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The rational of the least denominator in [low, high], of 0 <= low <= high.

    >>> simplest(Fraction(311, 1000), Fraction(35, 100))
    Fraction(1, 3)
    """
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def optimum_at(pieces: list[PairPiece], e: Fraction) -> Optimum:
    """The optimum at e, between those at the ends of the first listed piece that reaches to e.

    Where two pieces meet with a kink the multipliers differ: list the pieces backwards for the
    start of an interval.
    """
    piece = next(p for p in pieces if p.low <= e <= p.high)
    share = (e - piece.low) / (piece.high - piece.low)

    def mix(a: Vector, b: Vector) -> Vector:
        return tuple((1 - share) * x + share * y for x, y in zip(a, b, strict=True))

    left, right = piece.at_low, piece.at_high
    return Optimum(
        mix(left.distribution, right.distribution),
        mix(left.scores, right.scores),
        mix(left.multipliers, right.multipliers),
        (1 - share) * left.mu + share * right.mu,
        (1 - share) * left.nu + share * right.nu,
    )


def line(start: Vector, stop: Vector, low: Fraction, high: Fraction) -> AffineVector:
    """The affine vector through `start` at low and `stop` at high."""
    slope = tuple(d / (high - low) for d in subtract(stop, start))
    return AffineVector(tuple(s - low * d for s, d in zip(start, slope, strict=True)), slope)


def _optimal(
    problem: CalibrationProblem, pair: Pair, pieces: list[PairPiece], claimed: CalibrationPiece
) -> AffineVector:
    """Multipliers of the pair: the optimal ones at both ends of the interval.

    Past the pair's largest excess the problem is infeasible, as (mu, nu) = (1, -limit) shows: the
    last optimal multipliers plus as much of these as the claim asks for.
    """
    low, high = claimed.low, claimed.high
    limit = problem.largest_excess(*pair) if not pieces else pieces[-1].high
    ends = []
    for e, listed in ((low, pieces[::-1]), (high, pieces)):
        optimum = optimum_at(listed, min(e, limit)) if pieces else _nothing(problem)
        steep = _steepness(claimed, limit) if high > limit else Fraction(0)
        risk = (optimum.mu + steep, optimum.nu - steep * limit)
        ends.append((*optimum.multipliers, *risk))
    return line(ends[0], ends[1], low, high)


def _nothing(problem: CalibrationProblem) -> Optimum:
    """The multipliers of a pair of which the first prediction is never the worse one."""
    zeros = tuple([Fraction(0)] * len(problem.F))
    return Optimum((), (), zeros, Fraction(0), Fraction(0))


def _steepness(claimed: CalibrationPiece, limit: Fraction) -> Fraction:
    """A multiple of the infeasibility that lifts the bound above the claim past the limit."""
    slope = abs(claimed.linear) + 2 * abs(claimed.square) * claimed.high
    if claimed.low <= limit:
        return slope
    size = abs(claimed.constant) + slope * claimed.high
    return (size + 1) / (claimed.low - limit)
