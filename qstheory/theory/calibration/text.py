"""Pieces of calibration functions in words: "e^2 on [0, 2 - sqrt(3)]; ..."."""

from collections.abc import Callable, Iterable
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from math import isqrt

from qstheory.certify.algebra.surds import Surd, is_rational, of, sign
from qstheory.certify.kinds.calibration_envelope import EnvelopePiece
from qstheory.losses.display import number_text
from qstheory.theory.calibration.shape import Piece

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
    context = Context(prec=SHOWN, rounding=direction, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return str(context.divide(Decimal(x.numerator), Decimal(x.denominator)))


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
