"""Calibration functions in words, "e^2 on [0, 2 - sqrt(3)]; ...", and their shape.

H(e)/e^2 = square + linear/e + constant/e^2 on each piece: its infimum, and where H attains it.

A bound e^2/B is attained where H(e)/e^2 = 1/B. The infimum of H**(e)/e^2 is the same: s e^2 is
convex, so that it lies below H** when it lies below H.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from qstheory.certify.kinds.calibration_envelope import EnvelopePiece
from qstheory.certify.surds import Surd, is_rational, of, sign
from qstheory.errors import Undecided
from qstheory.losses.views import decimal, number_text
from qstheory.theory.calibration.envelope import CalibrationFunction

Piece = tuple[Fraction, Fraction, Fraction, Fraction, Fraction]
"""low, high, constant, linear, square."""


def merged_pieces(H: CalibrationFunction) -> list[Piece]:
    """The quadratics in order, neighbours with the same coefficients as one."""
    merged: list[Piece] = []
    for certified in H.pieces:
        piece = certified.piece
        low, shape = piece.low, (piece.constant, piece.linear, piece.square)
        if merged and merged[-1][1] == low and merged[-1][2:] == shape:
            low = merged.pop()[0]
        merged.append((low, piece.high, *shape))
    return merged


def is_convex(H: CalibrationFunction) -> bool:
    """Whether H, with H(0) = 0, is convex: no negative curvature, no jump, no slope that falls."""
    merged = merged_pieces(H)
    low, _, constant, _, _ = merged[0]
    slopes = [
        (linear + 2 * square * low, linear + 2 * square * high)
        for low, high, _, linear, square in merged
    ]
    falls = any(after[0] < before[1] for before, after in pairwise(slopes))
    bends = all(piece[4] >= 0 for piece in merged)
    return bends and not falls and not H.gaps and not low and not constant


LONG = 16
"""Characters of bounds that are written in full."""
SHOWN = 7
"""Digits of numbers that are rounded outwards."""
NEAR = 1e-12
"""The most between two pieces that meet at a jump."""
LONGER = 28
"""Characters of ends and coefficients that are written in full."""
LONGEST = 1000
"""Most characters of a number in full: Python writes no integer of more than 4300 digits."""


def rounded_text(x: Fraction, direction: str) -> str:
    """A number that is short in full, others with seven digits, rounded down or up.

    >>> from decimal import ROUND_CEILING, ROUND_FLOOR
    >>> rounded_text(Fraction(2, 3), ROUND_FLOOR), rounded_text(Fraction(10**30, 3), ROUND_CEILING)
    ('2/3', '3.333334E+29')
    """
    if "~" not in (text := number_text(x, LONG)):
        return text
    return str(decimal(x, SHOWN, direction))


def exact_text(x: Surd) -> str:
    """A number with its root written out, twelve digits of what has thousands.

    >>> exact_text(Surd(Fraction(2), Fraction(-1, 2), Fraction(3)))
    '2 - 1/2 sqrt(3)'
    """
    if is_rational(x):
        return number_text(x.rational, LONGEST)
    size = "" if abs(x.root) == 1 else f"{number_text(abs(x.root), LONGEST)} "
    root = f"{size}sqrt({number_text(x.radicand, LONGEST)})"
    if not x.rational:
        return root if x.root > 0 else f"-{root}"
    return f"{number_text(x.rational, LONGEST)} {'+' if x.root > 0 else '-'} {root}"


def surd_text(x: Surd) -> str:
    """A number with its root, ten digits of it where that is long.

    >>> surd_text(Surd(Fraction(1, 10**20 + 1), Fraction(5), Fraction(2)))
    '~7.071067812'
    >>> surd_text(Surd(Fraction(886731088897), Fraction(-627013566048), Fraction(2)))
    '~5.638688056E-13'
    """
    text = exact_text(x)
    return text if len(text) <= LONGER else number_text(_near(x), LONGER, 10)


def _near(x: Surd) -> Fraction:
    """A rational within a relative 10^-12 of the number, which may be a small difference."""
    if is_rational(x) or not sign(x):
        return x.rational
    square, bits = x.root**2 * x.radicand, 64
    while True:
        root = Fraction(isqrt((square.numerator << 2 * bits) // square.denominator), 1 << bits)
        near = x.rational + (root if x.root > 0 else -root)
        if abs(near) > Fraction(10**12, 1 << bits):
            return near
        bits *= 2


Number = Callable[[Surd], str]
"""How a number is written: `exact_text` in full, `surd_text` rounded where it is long."""


def quadratic_text(constant: Surd, linear: Surd, square: Surd, number: Number = surd_text) -> str:
    """A quadratic in e, the square first.

    >>> quadratic_text(of(Fraction(0)), of(Fraction(-1)), of(Fraction(1, 2)))
    '1/2 e^2 - e'
    """
    terms = [(square, "e^2"), (linear, "e"), (constant, "")]
    text = ""
    for coefficient, power in terms:
        if sign(coefficient):
            term = _term(coefficient, power, number)
            joined = f" - {term[1:]}" if term.startswith("-") else f" + {term}"
            text += joined if text else term
    return text or "0"


def _term(coefficient: Surd, power: str, number: Number) -> str:
    if not power:
        return number(coefficient)
    if is_rational(coefficient) and abs(coefficient.rational) == 1:
        return power if coefficient.rational > 0 else f"-{power}"
    shown = number(coefficient)
    return f"({shown}) {power}" if " " in shown else f"{shown} {power}"


def pieces_text(pieces: Iterable[Piece], number: Number = surd_text) -> str:
    """Pieces (low, high, constant, linear, square) in order."""
    written = (
        EnvelopePiece(of(low), of(high), of(constant), of(linear), square)
        for low, high, constant, linear, square in pieces
    )
    return envelope_text(written, number)


def envelope_text(pieces: Iterable[EnvelopePiece], number: Number = surd_text) -> str:
    """Pieces in order; after a jump, as at 0 of what begins above 0, one is open on the left.

    >>> one, zero = of(Fraction(1)), of(Fraction(0))
    >>> envelope_text([EnvelopePiece(zero, one, one, zero, Fraction(0))])
    '1 on (0, 1]'
    """
    pieces = tuple(pieces)
    places = interval_texts([(p.low, p.high) for p in pieces], number)
    if pieces and sign(pieces[0].constant) and float(pieces[0].low) < NEAR:
        places[0] = f"(0, {number(pieces[0].high)}]"
    formulas = (quadratic_text(p.constant, p.linear, of(p.square), number) for p in pieces)
    return "; ".join(f"{f} on {place}" for f, place in zip(formulas, places, strict=True))


def interval_texts(ends: Iterable[tuple[Surd, Surd]], number: Number = surd_text) -> list[str]:
    """Intervals in order; one after a jump is open on the left.

    >>> interval_texts([(of(0), of(1)), (of(1), of(2))])
    ['[0, 1]', '[1, 2]']
    """
    written: list[str] = []
    end: Surd | None = None
    for low, high in ends:
        # A piece after a jump begins, as its certificate does, a little beyond the one before.
        jumps = end is not None and low != end and abs(float(low) - float(end)) < NEAR
        left = f"({number(end)}" if jumps and end is not None else f"[{number(low)}"
        written.append(f"{left}, {number(high)}]")
        end = high
    return written


@dataclass(frozen=True)
class LeastRatio:
    """inf H(e)/e^2 over 0 < e <= E, and the intervals on which it is attained, 0 left out."""

    value: Fraction
    places: tuple[tuple[Fraction, Fraction], ...]


def least_ratio(H: CalibrationFunction) -> LeastRatio:
    """The infimum in closed form, by the ends of pieces and the zeros of the derivative.

    In a gap of H the infimum is not attained: at a concave kink the ratio has no minimum, and
    after a jump H is larger. Raises Undecided when the zero of a derivative lies in a gap.
    """
    pieces = merged_pieces(H)
    for piece in pieces:
        stationary = _stationary(piece)
        if stationary is not None and any(low < stationary < high for low, high in H.gaps):
            raise Undecided(
                "The least ratio may lie where two pieces meet at an irrational excess."
            )
    found = [candidate for piece in pieces for candidate in _candidates(piece)]
    least = min(value for value, _ in found)
    places = sorted({place for value, place in found if value == least})
    return LeastRatio(least, tuple(_disjoint(places)))


def _stationary(piece: Piece) -> Fraction | None:
    """The e at which constant/e^2 + linear/e is least, if there is one."""
    _, _, constant, linear, _ = piece
    return -2 * constant / linear if constant > 0 > linear else None


def _candidates(piece: Piece) -> list[tuple[Fraction, tuple[Fraction, Fraction]]]:
    """Values of the ratio that may be least, each with its interval."""
    low, high, constant, linear, square = piece
    if not constant and not linear:
        return [(square, (low, high))]
    stationary = _stationary(piece)
    ends = {e for e in (low, high) if e > 0}
    if stationary is not None and low < stationary < high:
        ends.add(stationary)
    return [(square + linear / e + constant / e**2, (e, e)) for e in ends]


def _disjoint(places: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """Intervals in order, those that meet as one."""
    joined = places[:1]
    for before, after in pairwise(places):
        last = joined[-1]
        if after[0] <= max(last[1], before[1]):
            joined[-1] = (last[0], max(last[1], after[1]))
        else:
            joined.append(after)
    return joined


def ratio_text(piece: Piece, bound: Fraction) -> str:
    """H(e) bound/e^2 on a piece (low, high, constant, linear, square).

    >>> one, two, three = map(Fraction, (1, 2, 3))
    >>> ratio_text((one, two, one, -two, three), Fraction(1, 2))
    '3/2 - 1/e + 1/2/e^2'
    """
    _, _, constant, linear, square = (bound * x for x in piece)
    terms = [(square, ""), (linear, "/e"), (constant, "/e^2")]
    text = " + ".join(f"{x}{power}" for x, power in terms if x)
    return text.replace("+ -", "- ") or "0"
