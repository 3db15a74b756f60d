"""Pieces of calibration functions in words: "e^2 on [0, 2 - sqrt(3)]; ..."."""

from collections.abc import Iterable
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction

from qstheory.certify.algebra.surds import Surd, is_rational, of, sign
from qstheory.certify.kinds.calibration_envelope import EnvelopePiece
from qstheory.theory.calibration.shape import Piece

ONE = Fraction(1)


LONG = 16
"""Characters of ends of pieces that are written in full."""
SHOWN = 7
"""Digits of numbers that are rounded outwards."""
LONGER = 28
"""Characters of coefficients that are written in full."""


def end_text(x: Fraction) -> str:
    """An end of a piece, about where it is long: it may enclose a root or follow a jump.

    >>> end_text(Fraction(3, 7)), end_text(3 + Fraction(1, 2**60))
    ('3/7', '~3')
    """
    return str(x) if len(str(x)) <= LONG else f"~{_about(of(x))}"


def rounded_text(x: Fraction, direction: str) -> str:
    """A number that is short in full, others with seven digits, rounded down or up.

    >>> from decimal import ROUND_CEILING, ROUND_FLOOR
    >>> rounded_text(Fraction(2, 3), ROUND_FLOOR), rounded_text(Fraction(10**30, 3), ROUND_CEILING)
    ('2/3', '3.333334E+29')
    """
    if len(str(x)) <= LONG:
        return str(x)
    context = Context(prec=SHOWN, rounding=direction, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return str(context.divide(Decimal(x.numerator), Decimal(x.denominator)))


def interval_text(low: Fraction, high: Fraction) -> str:
    """The domain of a piece."""
    return f"[{end_text(low)}, {end_text(high)}]"


def exact_text(x: Surd) -> str:
    """A number with its root written out.

    >>> exact_text(Surd(Fraction(2), Fraction(-1, 2), Fraction(3)))
    '2 - 1/2 sqrt(3)'
    """
    if is_rational(x):
        return str(x.rational)
    size = "" if abs(x.root) == 1 else f"{abs(x.root)} "
    root = f"{size}sqrt({x.radicand})"
    if not x.rational:
        return root if x.root > 0 else f"-{root}"
    return f"{x.rational} {'+' if x.root > 0 else '-'} {root}"


def surd_text(x: Surd) -> str:
    """A number with its root, about where that is long.

    >>> surd_text(Surd(Fraction(1, 10**20 + 1), Fraction(5), Fraction(2)))
    '~7.071067812'
    """
    text = exact_text(x)
    return text if len(text) <= LONGER else f"~{_about(x)}"


def _about(x: Surd) -> str:
    """Ten digits of a number, whose parts may be beyond floating point."""
    try:
        return f"{float(x):.10g}"
    except OverflowError:
        rational, root, radicand = (
            Decimal(part.numerator) / Decimal(part.denominator)
            for part in (x.rational, x.root, x.radicand)
        )
        return f"{rational + root * radicand.sqrt():.10g}"


def quadratic_text(constant: Surd, linear: Surd, square: Fraction) -> str:
    """A quadratic in e, the square first.

    >>> quadratic_text(of(Fraction(0)), of(Fraction(-1)), Fraction(1, 2))
    '1/2 e^2 - e'
    """
    terms = [(of(square), "e^2"), (linear, "e"), (constant, "")]
    text = ""
    for coefficient, power in terms:
        if sign(coefficient):
            term = _term(coefficient, power)
            joined = f" - {term[1:]}" if term.startswith("-") else f" + {term}"
            text += joined if text else term
    return text or "0"


def _term(coefficient: Surd, power: str) -> str:
    if not power:
        return surd_text(coefficient)
    if is_rational(coefficient) and abs(coefficient.rational) == 1:
        return power if coefficient.rational > 0 else f"-{power}"
    shown = surd_text(coefficient)
    return f"({shown}) {power}" if " " in shown else f"{shown} {power}"


def pieces_text(pieces: Iterable[Piece]) -> str:
    """Pieces (low, high, constant, linear, square) in order."""
    return "; ".join(
        f"{quadratic_text(of(constant), of(linear), square)} on {interval_text(low, high)}"
        for low, high, constant, linear, square in pieces
    )


def envelope_text(pieces: Iterable[EnvelopePiece]) -> str:
    """Pieces of a convex envelope in order."""
    return "; ".join(
        f"{quadratic_text(p.constant, p.linear, p.square)}"
        f" on [{surd_text(p.low)}, {surd_text(p.high)}]"
        for p in pieces
    )
