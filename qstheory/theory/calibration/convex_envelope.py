"""The convex envelope H** of a calibration function: exact arcs and chords.

With A_k(b) = min (q_k(e) - b e) over the domain of the k-th piece q_k of H, the line of slope b
that touches the graph of H from below has the intercept A(b) = min_k A_k(b). Each A_k is made of at
most three quadratics in b with rational coefficients, so that A changes from one piece to
another at roots of rational quadratics: there the line touches both, and H** has a chord.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt

from qstheory.certify.algebra.surds import Surd, compare, of, sign
from qstheory.certify.kinds.calibration_envelope import EnvelopePiece

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
            gap = (
                two.constant - one.constant,
                two.linear - one.linear,
                two.square - one.square,
            )
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
