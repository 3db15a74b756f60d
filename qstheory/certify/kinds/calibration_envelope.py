"""The convex envelope H** of the calibration function H of a quadratic surrogate.

Definition A.3 asks for a convex H with H(0) = 0. With H as in `calibration` for e > 0
and H(0) = 0, as no excess costs nothing, H** is the largest convex function below H on
[0, E], where E = max (F_z - F_z*) . U_y is the largest excess risk. Its pieces are arcs of H and
chords between points of H. A chord that touches an arc of H has its ends and coefficients in a
field Q(sqrt d).

A convex function p below H on [0, E] that equals H at both ends of each of its affine pieces, and
throughout its other pieces, is H**: p <= H** as p is convex and below H; H** <= H = p at those
points, and between the ends of an affine piece as H** is convex.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from typing import ClassVar

from qstheory.certify.kinds.calibration import (
    Attained,
    CalibrationPiece,
    PairBound,
    require_attained,
    require_bounds,
    require_shape,
)
from qstheory.certify.moves import Factors, Metric, Move, Products, Rows, products
from qstheory.certify.rules import PROVES, Decision, Rule, Tools, require
from qstheory.certify.surds import Surd, compare, of, sign
from qstheory.certify.theorems import CALIBRATION, ENVELOPE
from qstheory.certify.words import counted, factors_words
from qstheory.errors import InvalidParameter

Quadratic = tuple[Surd, Surd, Surd]
ORDER = cmp_to_key(compare)


@dataclass(frozen=True)
class EnvelopePiece:
    """constant + linear e + square e^2 for e in [low, high]."""

    low: Surd
    high: Surd
    constant: Surd
    linear: Surd
    square: Fraction


@dataclass(frozen=True)
class ConvexEnvelope:
    """H** is given by these pieces, in order; `metric` None is G = I."""

    F: Rows
    U: Rows
    metric: Metric | None
    pieces: tuple[EnvelopePiece, ...]

    def __str__(self) -> str:
        pieces = counted(len(self.pieces), "piece")
        return f"the convex envelope of H has {pieces}, as given, {factors_words(self.F, self.U)}"


@dataclass(frozen=True)
class EnvelopePart:
    """H >= constant + linear e + square e^2 on [low, high], with equality where it is attained.

    The bounds are those of `Optimality`.
    """

    low: Fraction
    high: Fraction
    constant: Fraction
    linear: Fraction
    square: Fraction
    bounds: tuple[PairBound, ...]
    attained: Attained | None


@dataclass(frozen=True)
class EnvelopeParts:
    """Parts from 0 to the largest excess, in order and without gaps.

    `moves` and `directions` are those of pieces.
    """

    VERSION: ClassVar[int] = 4
    parts: tuple[EnvelopePart, ...]
    moves: tuple[Move, ...]
    directions: Rows | None


def coefficients(piece: EnvelopePiece) -> Quadratic:
    """From the constant upwards."""
    return piece.constant, piece.linear, of(piece.square)


def line(part: EnvelopePart) -> Quadratic:
    """The coefficients of a part, from the constant upwards."""
    return of(part.constant), of(part.linear), of(part.square)


def value(given: Quadratic, e: Surd) -> Surd:
    """The quadratic at e."""
    return given[0] + e * (given[1] + e * given[2])


def slope(piece: EnvelopePiece, e: Surd) -> Surd:
    """The derivative at e."""
    return piece.linear + e * of(2 * piece.square)


def nonnegative_between(given: Quadratic, low: Surd, high: Surd) -> bool:
    """Whether the quadratic, with a rational square, is nonnegative on [low, high]."""
    if sign(value(given, low)) < 0 or sign(value(given, high)) < 0:
        return False
    square = given[2].rational
    if square <= 0:
        return True
    lowest = given[1] * of(-1 / (2 * square))
    outside = compare(lowest, low) <= 0 or compare(lowest, high) >= 0
    return outside or sign(value(given, lowest)) >= 0


def largest_excess(given: Products) -> Fraction:
    """E = max (F_z - F_z*) . U_y."""
    columns = zip(*given.scores, strict=True)
    return Fraction(max(max(at) - min(at) for at in columns), given.score_unit)


def require_convex(claimed: ConvexEnvelope, reach: Fraction) -> None:
    """Check that the pieces make a convex function on [0, E] that is 0 at 0."""
    pieces, zero = claimed.pieces, of(Fraction(0))
    numbers = (x for p in pieces for x in (p.low, p.high, p.constant, p.linear))
    require(all(x.radicand >= 0 for x in numbers), "a square root is of a negative number")
    starts = pieces and pieces[0].low == zero and not sign(pieces[0].constant)
    require(starts, "the pieces do not begin with 0 at 0")
    ends = not compare(pieces[-1].high, of(reach))
    require(ends, "the pieces do not end at the largest excess")
    convex = all(compare(p.low, p.high) < 0 <= p.square for p in pieces)
    require(convex, "a piece is empty or not convex")
    for before, after in pairwise(pieces):
        e = before.high
        require(after.low == e, "a piece does not begin where the one before it ends")
        meet = not compare(value(coefficients(before), e), value(coefficients(after), e))
        require(meet, "two neighbouring pieces do not meet")
        rises = compare(slope(before, e), slope(after, e)) <= 0
        require(rises, "the slope falls between two pieces")


def require_parts(claimed: ConvexEnvelope, made: Factors, given: EnvelopeParts) -> None:
    """Check that the parts bound H below on [0, E] and attain it where they say so."""
    reach = Fraction(0)
    for part in given.parts:
        require(part.low == reach, "a part does not begin where the one before it ends")
        reach = part.high
        shown = CalibrationPiece(
            claimed.F, claimed.U, claimed.metric,
            part.low, part.high, part.constant, part.linear, part.square,
        )  # fmt: skip
        try:
            require_shape(shown)
            require_bounds(shown, made, part.bounds, given.moves)
            if part.attained is not None:
                require_attained(shown, made, part.attained)
        except InvalidParameter as error:
            raise InvalidParameter(f"part from {part.low} to {part.high}: {error}") from None
    require(reach >= largest_excess(made), "the parts do not reach the largest excess")


def touches(e: Surd, height: Surd, parts: tuple[EnvelopePart, ...]) -> bool:
    """Whether H(e) is at most the height, as an attained part or H(0) = 0 shows."""
    if not sign(e):
        return True
    return any(
        compare(of(part.low), e) <= 0 <= compare(of(part.high), e)
        and compare(value(line(part), e), height) <= 0
        for part in parts
        if part.attained is not None
    )


def is_arc(piece: EnvelopePiece, parts: tuple[EnvelopePart, ...]) -> bool:
    """Whether attained parts with the coefficients of the piece cover it."""
    reach = piece.low
    for part in parts:
        same = part.attained is not None and line(part) == coefficients(piece)
        if same and compare(of(part.low), reach) <= 0:
            reach = max(reach, of(part.high), key=ORDER)
    return compare(reach, piece.high) >= 0


def require_envelope(piece: EnvelopePiece, parts: tuple[EnvelopePart, ...]) -> None:
    """Check that the piece is below H, and made of points of H."""
    shape = coefficients(piece)
    for part in parts:
        low, high = (
            max(piece.low, of(part.low), key=ORDER),
            min(piece.high, of(part.high), key=ORDER),
        )
        a, b, c = (x - y for x, y in zip(line(part), shape, strict=True))
        below = compare(low, high) > 0 or nonnegative_between((a, b, c), low, high)
        require(below, "a piece lies above a part")
    if piece.square:
        require(is_arc(piece, parts), "a curved piece is not attained")
    ends = (piece.low, piece.high)
    touched = piece.square or all(touches(e, value(shape, e), parts) for e in ends)
    require(touched, "an end of an affine piece is not attained")


def check_envelope(claimed: ConvexEnvelope, given: EnvelopeParts, tools: Tools) -> Decision:
    """Convexity, bounds below, and points where H is attained."""
    zero, one = Fraction(0), Fraction(1)
    whole = (claimed.F, claimed.U, claimed.metric)
    require_shape(CalibrationPiece(*whole, zero, one, zero, zero, zero))
    made = products(*whole, given.directions)
    require_convex(claimed, largest_excess(made))
    require_parts(claimed, made, given)
    for piece in claimed.pieces:
        require_envelope(piece, given.parts)
    return PROVES


RULES = (Rule(ConvexEnvelope, EnvelopeParts, check_envelope, (CALIBRATION, ENVELOPE)),)
