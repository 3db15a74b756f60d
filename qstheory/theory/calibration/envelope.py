"""H as the lower envelope of the pairs' functions, each piece with its certificate."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from qstheory.certify import Decision, Outcome, decide
from qstheory.certify.kinds.calibration import (
    Attained,
    CalibrationPiece,
    Optimality,
    distance_suffices,
    nonnegative_on,
)
from qstheory.theory.calibration.orbits import OrbitSolver, prospect
from qstheory.theory.calibration.pair import PairPiece, diameter_piece
from qstheory.theory.calibration.pair_bounds import PairBounds, line, optimum_at
from qstheory.theory.calibration.problem import CalibrationProblem

Pair = tuple[int, int]
ROOT_BITS = 60
"""Irrational crossings of two pieces are enclosed to this many binary digits of the domain."""


@dataclass(frozen=True)
class CertifiedPiece:
    """A piece of H with the certificate and what `decide` says of it."""

    piece: CalibrationPiece
    certificate: Optimality
    decision: Decision


@dataclass(frozen=True)
class CalibrationFunction:
    """H on [0, largest excess]: certified pieces in order.

    Where two pieces cross at an irrational excess, and after an excess beyond which no distribution
    exists for the pair that is lowest there, where H jumps, a gap of relative width 2^-60 is left,
    and `gaps` lists it.
    """

    problem: CalibrationProblem
    pieces: tuple[CertifiedPiece, ...]
    gaps: tuple[tuple[Fraction, Fraction], ...]

    @property
    def largest_excess(self) -> Fraction:
        """The end of the domain."""
        return self.pieces[-1].piece.high if self.pieces else Fraction(0)

    def value(self, e: Fraction) -> Fraction | None:
        """H(e), or None in a gap or outside the domain."""
        for certified in self.pieces:
            piece = certified.piece
            if piece.low <= e <= piece.high:
                return piece.constant + piece.linear * e + piece.square * e * e
        return None


def calibration_function(problem: CalibrationProblem) -> CalibrationFunction:
    """H by the pairs' exact pieces, their crossings, and a certificate for each of its pieces.

    Raises Undecided when an active set cannot be rebuilt over the rationals.
    """
    solved: dict[Pair, list[PairPiece]] = {}
    bounded: dict[Pair, list[PairPiece]] = {}
    for pair in prospect(problem).pairs:
        bounds = _bounds(problem, pair) if solved else iter(())
        enough = next((bound for bound in bounds if _covered(bound, solved)), None)
        if enough is not None:
            bounded[pair] = [enough]
        else:
            solved[pair] = OrbitSolver(problem, *pair).pieces()
    known = solved | bounded
    cuts = sorted({end for pieces in known.values() for p in pieces for end in (p.low, p.high)})
    stretches: list[Stretch] = []
    gaps: list[tuple[Fraction, Fraction]] = []
    for low, high in pairwise(cuts):
        here = {
            pair: piece for pair, pieces in solved.items() if (piece := _over(pieces, low, high))
        }
        if here:
            found, left_out = _lowest_on(here, low, high)
            stretches.extend(found)
            gaps.extend(left_out)
    opened = [_after_jump(problem, solved, stretch) for stretch in _joined(stretches)]
    gaps += [
        (before.low, after.low)
        for before, after in zip(_joined(stretches), opened, strict=True)
        if before.low < after.low
    ]
    shown = Shown(solved, PairBounds(problem, known))
    certified = [piece for stretch in opened for piece in _certify(problem, shown, stretch, cuts)]
    return CalibrationFunction(problem, tuple(certified), tuple(sorted(gaps)))


def _bounds(problem: CalibrationProblem, pair: Pair) -> Iterator[PairPiece]:
    """Bounds below a pair's function that take less than all its pieces: c e^2 for some c."""
    simple = diameter_piece(problem, *pair)
    if simple is not None:
        yield simple
        found = OrbitSolver(problem, *pair).proportional()
        if found is not None:
            yield found


def _after_jump(
    problem: CalibrationProblem, solved: dict[Pair, list[PairPiece]], stretch: "Stretch"
) -> "Stretch":
    """The stretch without its start where H jumps there: a lower pair ends at that excess."""
    e = stretch.low
    constant, linear, square = stretch.coefficients
    value = constant + linear * e + square * e * e
    ending = [pair for pair in solved if problem.largest_excess(*pair) == e]
    lowest = min(
        (solved[pair][-1].value(e) if solved[pair] else Fraction(0) for pair in ending),
        default=value,
    )
    if lowest >= value:
        return stretch
    return replace(stretch, low=e + (stretch.high - e) / (1 << ROOT_BITS))


@dataclass(frozen=True)
class Stretch:
    """An interval on which H is the quadratic with these coefficients, constant first."""

    low: Fraction
    high: Fraction
    coefficients: tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class Shown:
    """The functions of the pairs that are solved, and what bounds all pairs below."""

    solved: dict[Pair, list[PairPiece]]
    bounds: PairBounds


def _covered(simple: PairPiece, solved: dict[Pair, list[PairPiece]]) -> bool:
    """Whether some solved pair lies below the bound at every excess of its domain."""
    start = simple.low
    while start < simple.high:
        reach = max(
            (
                min(p.high, simple.high)
                for pieces in solved.values()
                for p in pieces
                if p.low <= start < p.high
                and nonnegative_on(
                    (-p.constant, -p.linear, simple.square - p.square),
                    start,
                    min(p.high, simple.high),
                )
            ),
            default=start,
        )
        if reach == start:
            return False
        start = reach
    return True


def _over(pieces: list[PairPiece], low: Fraction, high: Fraction) -> PairPiece | None:
    return next((p for p in pieces if p.low <= low and high <= p.high), None)


def _lowest_on(
    here: dict[Pair, PairPiece], low: Fraction, high: Fraction
) -> tuple[list[Stretch], list[tuple[Fraction, Fraction]]]:
    """The lower envelope of quadratics on [low, high], and gaps at its irrational crossings."""
    stretches: list[Stretch] = []
    gaps: list[tuple[Fraction, Fraction]] = []
    start = low
    while start < high:
        # Just right of `start` the lowest value decides, then the lowest slope, then curvature.
        lowest = min(here.values(), key=lambda p: _germ(p, start))
        crossings = [
            root
            for other in here.values()
            for root in _roots(
                other.constant - lowest.constant,
                other.linear - lowest.linear,
                other.square - lowest.square,
                start,
                high,
            )
            if other.value((root[1] + high) / 2) < lowest.value((root[1] + high) / 2)
            or _germ(other, root[1]) < _germ(lowest, root[1])
        ]
        stop, resume = min(crossings, default=(high, high))
        stretches.append(Stretch(start, stop, (lowest.constant, lowest.linear, lowest.square)))
        if resume > stop:
            gaps.append((stop, resume))
        start = resume
    return stretches, gaps


def _germ(piece: PairPiece, e: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Value, slope and curvature at e: their lexicographic order is that just right of e."""
    return piece.value(e), piece.linear + 2 * piece.square * e, piece.square


def _joined(stretches: list[Stretch]) -> list[Stretch]:
    """Neighbours of the same quadratic as one."""
    joined: list[Stretch] = []
    for stretch in sorted(stretches, key=lambda s: s.low):
        last = joined[-1] if joined else None
        if last and last.high == stretch.low and last.coefficients == stretch.coefficients:
            joined[-1] = replace(last, high=stretch.high)
        else:
            joined.append(stretch)
    return joined


def _roots(
    a: Fraction, b: Fraction, c: Fraction, low: Fraction, high: Fraction
) -> list[tuple[Fraction, Fraction]]:
    """Enclosures, exact where rational, of the roots of a + b e + c e^2 inside (low, high)."""
    if c == 0:
        roots = [(-a / b, -a / b)] if b else []
    else:
        discriminant = b * b - 4 * a * c
        if discriminant < 0:
            return []
        bits = ROOT_BITS
        # A small c widens what the root of the discriminant leaves: an irrational root is enclosed
        # until it is known on which side of each end it lies, and well within the interval.
        while True:
            roots = _enclosed(b, c, _square_root(discriminant, bits))
            wide = (high - low) / (1 << ROOT_BITS // 2)
            if all(x == y or not _on_an_end(x, y, low, high, wide) for x, y in roots):
                break
            bits *= 2
    return [(x, y) for x, y in roots if low < x and y < high]


def _enclosed(
    b: Fraction, c: Fraction, root: tuple[Fraction, Fraction]
) -> list[tuple[Fraction, Fraction]]:
    """(-b -+ s)/(2 c) for the bounds s of the root of the discriminant."""
    found = []
    for sign in (-1, 1):
        below, above = sorted((-b + sign * s) / (2 * c) for s in root)
        found.append((below, above))
    return found


def _on_an_end(x: Fraction, y: Fraction, low: Fraction, high: Fraction, wide: Fraction) -> bool:
    """Whether an enclosure has an end of the interval inside, or is wide and meets it."""
    return x <= low <= y or x <= high <= y or (low < x and y < high and y - x > wide)


def _square_root(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Rational bounds of the square root to so many binary digits, equal when it is rational."""
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    if top * top == x.numerator and bottom * bottom == x.denominator:
        return Fraction(top, bottom), Fraction(top, bottom)
    scale = 1 << bits
    root = isqrt(x.numerator * x.denominator * scale * scale)
    return Fraction(root, x.denominator * scale), Fraction(root + 1, x.denominator * scale)


def _certify(
    problem: CalibrationProblem, shown: Shown, stretch: Stretch, cuts: list[Fraction]
) -> list[CertifiedPiece]:
    """Certificates for a stretch: one where `decide` takes it, else one for each half of it."""
    low, high = stretch.low, stretch.high
    inside = [cut for cut in cuts if low < cut < high]
    certified = _attempt(problem, shown, stretch)
    if certified and (certified.decision.outcome is Outcome.PROVES or not inside):
        return [certified]
    middle = inside[len(inside) // 2]
    halves = (replace(stretch, high=middle), replace(stretch, low=middle))
    return [part for half in halves for part in _certify(problem, shown, half, cuts)]


def _attempt(problem: CalibrationProblem, shown: Shown, stretch: Stretch) -> CertifiedPiece | None:
    """The certificate for a stretch as a whole; None when no single pair attains H on it."""
    low, high, solved = stretch.low, stretch.high, shown.solved
    pair = next((p for p in solved if _attains(solved[p], stretch)), None)
    if pair is None:
        return None
    piece = CalibrationPiece(problem.F, problem.U, problem.metric, low, high, *stretch.coefficients)
    start, stop = optimum_at(solved[pair][::-1], low), optimum_at(solved[pair], high)
    attained = Attained(
        *pair,
        line(start.distribution, stop.distribution, low, high),
        line(start.scores, stop.scores, low, high),
    )
    bounds = tuple(
        shown.bounds.on(other, piece)
        for other in problem.pairs
        if not distance_suffices(piece, problem.squared_distance(*other))
    )
    certificate = Optimality(attained, bounds, problem.moves, problem.directions)
    return CertifiedPiece(piece, certificate, decide(piece, certificate))


def _attains(pieces: list[PairPiece], stretch: Stretch) -> bool:
    """Whether a pair's function is the stretch's quadratic on all of it."""
    over = [p for p in pieces if p.low < stretch.high and p.high > stretch.low]
    return (
        bool(over)
        and over[0].low <= stretch.low
        and over[-1].high >= stretch.high
        and all((p.constant, p.linear, p.square) == stretch.coefficients for p in over)
    )
