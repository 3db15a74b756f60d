"""The convex envelope H** of a calibration function: exact arcs and chords.

With A_k(b) = min (q_k(e) - b e) over the domain of the k-th piece q_k of H, the line of slope b
that touches the graph of H from below has the intercept A(b) = min_k A_k(b). Each A_k is made of at
most three quadratics in b with rational coefficients, so that A changes from one piece to
another at roots of rational quadratics: there the line touches both, and H** has a chord.

H** with its certificate: the arcs and chords below H, from the certified pieces of H.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt

from qstheory.certify import Outcome
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
from qstheory.certify.surds import Surd, compare, of, sign
from qstheory.errors import Undecided
from qstheory.theory.calibration.envelope import CalibrationFunction, CertifiedPiece
from qstheory.theory.calibration.pair import by_distance
from qstheory.theory.calibration.problem import CalibrationProblem
from qstheory.theory.calibration.text import merged_pieces
from qstheory.theory.findings import Evidence, judged

ZERO = Fraction(0)
SQUARES = range(2, 1000)
"""Numbers whose squares are taken out of a root."""


@dataclass(frozen=True)
class Arc:
    """A convex quadratic on [low, high], a point when they are equal."""

    low: Fraction
    high: Fraction
    constant: Fraction
    linear: Fraction
    square: Fraction

    def value(self, e: Fraction) -> Fraction:
        """The quadratic at e."""
        return self.constant + self.linear * e + self.square * e * e

    def slopes(self) -> tuple[Fraction, Fraction]:
        """The derivatives at both ends."""
        return self.linear + 2 * self.square * self.low, self.linear + 2 * self.square * self.high

    def touched(self, slope: Surd) -> Surd:
        """The smallest e at which a line of this slope touches the arc from below."""
        first, last = self.slopes()
        if compare(slope, of(first)) <= 0:
            return of(self.low)
        if compare(slope, of(last)) > 0:
            return of(self.high)
        return (slope - of(self.linear)) * of(1 / (2 * self.square))


@dataclass(frozen=True)
class Intercept:
    """A_k(b) = constant + linear b + square b^2 on [low, high], None being no end."""

    low: Fraction | None
    high: Fraction | None
    constant: Fraction
    linear: Fraction
    square: Fraction


@dataclass(frozen=True)
class Change:
    """At this slope the touching line passes from the current arc to the arc of this index."""

    slope: Surd
    arc: int


def intercepts(arc: Arc) -> list[Intercept]:
    """A_k of an arc, in the order of slopes."""
    first, last = arc.slopes()
    found = [Intercept(None, first, arc.value(arc.low), -arc.low, ZERO)]
    if first < last:
        c = arc.square
        middle = (arc.constant - arc.linear**2 / (4 * c), arc.linear / (2 * c), -1 / (4 * c))
        found.append(Intercept(first, last, *middle))
    return [*found, Intercept(last, None, arc.value(arc.high), -arc.high, ZERO)]


def surd(rational: Fraction, root: Fraction, radicand: Fraction) -> Surd:
    """rational + root sqrt(radicand) with a whole radicand that has no small square factor.

    >>> surd(Fraction(0), Fraction(1), Fraction(9, 2))
    Surd(rational=Fraction(0, 1), root=Fraction(3, 2), radicand=Fraction(2, 1))
    """
    root /= radicand.denominator
    whole = radicand.numerator * radicand.denominator
    side = isqrt(whole)
    if side * side == whole:
        return of(rational + root * side)
    for factor in SQUARES:
        while whole % factor**2 == 0:
            whole //= factor**2
            root *= factor
    return Surd(rational, root, Fraction(whole))


def convex_envelope(arcs: Sequence[Arc]) -> list[EnvelopePiece]:
    """H** of a function with these convex arcs, the first of which begins at its least value."""
    known = [intercepts(arc) for arc in arcs]
    last = max(arc.high for arc in arcs)
    slope = of(min(first for arc in arcs for first in arc.slopes()) - 1)
    current = min(range(len(arcs)), key=lambda k: (arcs[k].low, arcs[k].value(arcs[k].low)))
    here = of(arcs[current].low)
    pieces: list[EnvelopePiece] = []
    while change := _next_change(known, current, slope):
        slope = change.slope
        leaving, entering = arcs[current].touched(slope), arcs[change.arc].touched(slope)
        pieces += _arc(arcs[current], here, leaving)
        pieces += _chord(arcs[current], slope, leaving, entering)
        current, here = change.arc, entering
    pieces += _arc(arcs[current], here, of(last))
    return _joined(pieces)


def _next_change(known: Sequence[Sequence[Intercept]], current: int, slope: Surd) -> Change | None:
    """The first slope, this one or a larger one, just after which another A_k is lower."""
    first: Change | None = None
    for k, other in enumerate(known):
        below = _first_below(known[current], other, slope) if k != current else None
        if below is not None and (first is None or compare(below, first.slope) < 0):
            first = Change(below, k)
    return first


def _first_below(mine: Sequence[Intercept], other: Sequence[Intercept], slope: Surd) -> Surd | None:
    """The first slope, this one or a larger one, just after which `other` lies below `mine`."""
    for one in mine:
        for two in other:
            start, stop = slope, None
            for low in (one.low, two.low):
                if low is not None and compare(of(low), start) > 0:
                    start = of(low)
            for high in (one.high, two.high):
                if high is not None and (stop is None or high < stop):
                    stop = high
            if stop is not None and compare(start, of(stop)) >= 0:
                continue
            gap = (two.constant - one.constant, two.linear - one.linear, two.square - one.square)
            for root in (start, *_roots(*gap)):
                inside = compare(start, root) <= 0 and (stop is None or compare(root, of(stop)) < 0)
                if inside and _falls(gap, root):
                    return root
    return None


def _falls(gap: tuple[Fraction, Fraction, Fraction], b: Surd) -> bool:
    """Whether the quadratic is negative just after b."""
    constant, linear, square = map(of, gap)
    value = constant + b * (linear + b * square)
    for derivative in (value, linear + b * (square + square), square):
        if sign(derivative):
            return sign(derivative) < 0
    return False


def _roots(constant: Fraction, linear: Fraction, square: Fraction) -> Iterator[Surd]:
    """The real roots in order."""
    if not square:
        if linear:
            yield of(-constant / linear)
        return
    discriminant = linear**2 - 4 * constant * square
    if discriminant >= 0:
        middle, half = -linear / (2 * square), 1 / (2 * abs(square))
        yield surd(middle, -half, discriminant)
        yield surd(middle, half, discriminant)


def _arc(arc: Arc, low: Surd, high: Surd) -> list[EnvelopePiece]:
    if compare(low, high) >= 0:
        return []
    return [EnvelopePiece(low, high, of(arc.constant), of(arc.linear), arc.square)]


def _chord(arc: Arc, slope: Surd, low: Surd, high: Surd) -> list[EnvelopePiece]:
    """The piece of the line of this slope through the point of the arc at `low`."""
    if compare(low, high) >= 0:
        return []
    value = of(arc.constant) + low * (of(arc.linear) + low * of(arc.square))
    return [EnvelopePiece(low, high, value - slope * low, slope, ZERO)]


def _joined(pieces: Sequence[EnvelopePiece]) -> list[EnvelopePiece]:
    """Neighbours on one quadratic as one."""
    joined: list[EnvelopePiece] = []
    for piece in pieces:
        shape = (piece.constant, piece.linear, piece.square)
        if joined and (joined[-1].constant, joined[-1].linear, joined[-1].square) == shape:
            joined[-1] = replace(joined[-1], high=piece.high)
        else:
            joined.append(piece)
    return joined


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
