"""H** with its certificate: the arcs and chords below H, from the certified pieces of H."""

from fractions import Fraction

from qstheory.certify import Outcome
from qstheory.certify.algebra.surds import compare, of
from qstheory.certify.kinds.calibration import AffineVector, PairBound, Vector, at
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
from qstheory.theory.calibration.shape import merged_pieces
from qstheory.theory.findings import Evidence, judged

ZERO = Fraction(0)
ORIGIN = Arc(ZERO, ZERO, ZERO, ZERO, ZERO)
"""H(0) = 0: without an excess there is nothing to pay."""


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
    found = judged(proposition, EnvelopeParts(ordered, H.problem.directions))
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
    """A line below H on a gap: level after a kink, rising from the lower value after a jump.

    Multipliers that are optimal at one end of the gap bound every pair on all of it.
    """
    before = next((c for c in H.pieces if c.piece.high == low), None)
    after = next(c for c in H.pieces if c.piece.low == high)
    height = _value(before, low) if before else ZERO
    shown = next(p for p in pieces if compare(p.low, of(high)) < 0 <= compare(p.high, of(high)))
    if before and compare(value(coefficients(shown), of(high)), of(height)) <= 0:
        return EnvelopePart(low, high, height, ZERO, ZERO, _still(before, low), None)
    end = H.largest_excess
    rise = (_value(H.pieces[-1], end) - height) / (end - low)
    return EnvelopePart(low, high, height - rise * low, rise, ZERO, _still(after, high), None)


def _value(certified: CertifiedPiece, e: Fraction) -> Fraction:
    piece = certified.piece
    return piece.constant + piece.linear * e + piece.square * e * e


def _still(certified: CertifiedPiece, e: Fraction) -> tuple[PairBound, ...]:
    """The bounds of a piece with their multipliers at e for every excess."""

    def fixed(vector: AffineVector) -> AffineVector:
        values: Vector = at(vector, e)
        return AffineVector(values, tuple(ZERO for _ in values))

    return tuple(
        PairBound(b.z, b.best, fixed(b.multipliers), fixed(b.risk))
        for b in certified.certificate.bounds
    )
