"""H** with its certificate: the arcs and chords below H, from the certified pieces of H."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt

from qstheory.certify import Outcome
from qstheory.certify.algebra.surds import Surd, compare, of
from qstheory.certify.kinds.calibration import (
    AffineVector,
    CalibrationPiece,
    PairBound,
    bound_fault,
    distance_suffices,
)
from qstheory.certify.kinds.calibration_envelope import (
    ConvexEnvelope,
    EnvelopePart,
    EnvelopeParts,
    EnvelopePiece,
    coefficients,
    value,
)
from qstheory.errors import Undecided
from qstheory.theory.calibration.convex_envelope import Arc, convex_envelope
from qstheory.theory.calibration.envelope import CalibrationFunction, CertifiedPiece
from qstheory.theory.calibration.pair import by_distance
from qstheory.theory.calibration.problem import CalibrationProblem
from qstheory.theory.calibration.shape import merged_pieces
from qstheory.theory.findings import Evidence, judged

ZERO = Fraction(0)
ORIGIN = Arc(ZERO, ZERO, ZERO, ZERO, ZERO)
"""H(0) = 0: without an excess there is nothing to pay."""
PRECISION = 128
"""Bits of a root that is rounded."""


def convexified(H: CalibrationFunction) -> Evidence:
    """The pieces of H** and the parts that prove them; raises Undecided when that fails.

    Where H has a gap, either it has a concave kink or it jumps up, and H** lies below it.
    """
    if any(certified.decision.outcome is not Outcome.PROVES for certified in H.pieces):
        raise Undecided("A piece of the calibration function is not proved.")
    pieces = tuple(convex_envelope(arcs(H)))
    parts = [_part(certified) for certified in H.pieces]
    parts += [_gap(H, pieces, *gap) for gap in H.gaps]
    ordered = tuple(sorted(parts, key=lambda part: part.low))
    proposition = ConvexEnvelope(H.problem.F, H.problem.U, H.problem.metric, pieces)
    found = judged(proposition, EnvelopeParts(ordered, H.problem.moves, H.problem.directions))
    if not found.proves:
        raise Undecided("The convex envelope of a calibration function could not be certified.")
    return found


def arcs(H: CalibrationFunction) -> list[Arc]:
    """The quadratics of H, after the origin where H jumps there."""
    found = [Arc(*piece) for piece in merged_pieces(H)]
    begins = found[0].low == 0 and found[0].constant == 0
    return found if begins else [ORIGIN, *found]


def _part(certified: CertifiedPiece) -> EnvelopePart:
    piece, given = certified.piece, certified.certificate
    shape = (piece.constant, piece.linear, piece.square)
    return EnvelopePart(piece.low, piece.high, *shape, given.bounds, given.attained)


def _gap(
    H: CalibrationFunction, pieces: tuple[EnvelopePiece, ...], low: Fraction, high: Fraction
) -> EnvelopePart:
    """A line below H on a gap: level after a kink; after a jump along the chord of H**, or steeper.

    Multipliers that are optimal at one end of the gap bound a pair on all of it. A pair that cannot
    have a larger excess than `low` is bounded by those at `low` and, on top, by the direction in
    which they may grow beyond it, which is what `high` has for the pair.
    """
    before = next((c for c in H.pieces if c.piece.high == low), None)
    after = next(c for c in H.pieces if c.piece.low == high)
    height = _value(before, low) if before else ZERO
    shown = next(p for p in pieces if compare(p.low, of(high)) < 0 <= compare(p.high, of(high)))
    if before and compare(value(coefficients(shown), of(high)), of(height)) <= 0:
        rises = [ZERO]
    else:
        end = H.largest_excess
        rises = [above(shown.linear), (_value(H.pieces[-1], end) - height) / (end - low)]
    ends = [_still(H.problem, after, high)]
    if before:
        ends = [_still(H.problem, before, low), *ends]
        ends.append({pair: _sum(ends[0][pair], ends[1][pair]) for pair in ends[0]})
    parts = [_bounded(H, ends, (low, high, height - rise * low, rise, ZERO)) for rise in rises]
    return next((part for part, proved in parts if proved), parts[-1][0])


def _bounded(
    H: CalibrationFunction,
    ends: Sequence[Mapping[tuple[int, int], AffineVector]],
    shape: tuple[Fraction, Fraction, Fraction, Fraction, Fraction],
) -> tuple[EnvelopePart, bool]:
    """The part of that shape, and whether for each pair some end bounds it."""
    problem = H.problem
    line = CalibrationPiece(problem.F, problem.U, problem.metric, *shape)
    chosen = []
    proved = True
    for pair in ends[0]:
        if distance_suffices(line, problem.squared_distance(*pair)):
            continue
        bounds = [end[pair] for end in ends]
        good = next((b for b in bounds if not bound_fault(line, pair, b, problem.products)), None)
        proved = proved and good is not None
        chosen.append(PairBound(*pair, good or bounds[0]))
    return EnvelopePart(*shape, tuple(chosen), None), proved


def above(x: Surd) -> Fraction:
    """A rational that is at least x, by little.

    >>> 0 <= above(Surd(ZERO, Fraction(1), Fraction(2))) ** 2 - 2 < Fraction(1, 10**30)
    True
    """
    square = x.root**2 * x.radicand
    unit = 1 << (
        PRECISION + max(0, square.denominator.bit_length() - square.numerator.bit_length())
    )
    root = isqrt(int(square * unit**2))
    return x.rational + (Fraction(root + 1, unit) if x.root > 0 else Fraction(-root, unit))


def _value(certified: CertifiedPiece, e: Fraction) -> Fraction:
    piece = certified.piece
    return piece.constant + piece.linear * e + piece.square * e * e


def _still(
    problem: CalibrationProblem, certified: CertifiedPiece, e: Fraction
) -> dict[tuple[int, int], AffineVector]:
    """The bounds of a piece by pair, with their multipliers at e for every excess."""
    listed = {
        (bound.z, bound.best): _at(bound.multipliers, e) for bound in certified.certificate.bounds
    }
    still = (ZERO,) * (len(problem.F) + 2)
    return {
        pair: AffineVector(listed.get(pair) or by_distance(problem, *pair, e), still)
        for pair in problem.pairs
    }


def _at(vector: AffineVector, e: Fraction) -> tuple[Fraction, ...]:
    return tuple(s + e * d for s, d in zip(vector.start, vector.slope, strict=True))


def _sum(one: AffineVector, other: AffineVector) -> AffineVector:
    """Multipliers of the same pair, fixed ones, added."""
    values = tuple(a + b for a, b in zip(one.start, other.start, strict=True))
    return AffineVector(values, one.slope)
