"""Numbers and matrices as people read them, with the standard library alone."""

import re
from collections.abc import Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from math import log10

MOST = 16
"""Most rows and columns that are written out."""


def size_text(size: int) -> str:
    """A number of labels, as a power of two or of ten where it is long.

    >>> size_text(120), size_text(2**50), size_text(10**40)
    ('120', '2^50', 'about 10^40')
    """
    if size < 10**12:
        return str(size)
    exponent = size.bit_length() - 1
    if size == 1 << exponent:
        return f"2^{exponent}"
    return f"about 10^{round(exponent * log10(2))}"


def exact_size(size: int) -> str:
    """A number of labels in full, also beyond the digits that Python writes.

    >>> exact_size(2**50), len(exact_size(10**5000))
    ('1125899906842624', 5001)
    """
    return format(Decimal(size), "f")


def number_text(value: Fraction, longest: int = 40, digits: int = 12) -> str:
    """A rational in full, or where that is longer than `longest` rounded to some digits.

    >>> number_text(Fraction(1, 3)), number_text(Fraction(10**50, 3 * 10**50 + 1), digits=5)
    ('1/3', '~0.33333')
    """
    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= 4 * longest:
        text = str(value)
        if len(text) <= longest:
            return text
    context = Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)
    about = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{'-' if about < 0 else ''}~{abs(about).normalize(context)}"


def rounded_text(text: str, longest: int = 24, digits: int = 10) -> str:
    """A text with its long fractions rounded.

    >>> rounded_text("H(e) on [0, 468059763583156814580731/12391904126330855202226176], 1/2")
    'H(e) on [0, ~0.03777141582], 1/2'
    """
    return re.sub(r"\d+/\d+", lambda found: number_text(Fraction(found[0]), longest, digits), text)


def latex_fraction(value: Fraction) -> str:
    r"""A rational in LaTeX.

    >>> latex_fraction(Fraction(-1, 2))
    '-\\tfrac{1}{2}'
    """
    if value.denominator == 1:
        return str(value)
    sign = "-" if value < 0 else ""
    return rf"{sign}\tfrac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def latex_matrix(rows: Sequence[Sequence[Fraction]]) -> str:
    """A matrix, or its shape when it is large."""
    width = len(rows[0]) if rows else 0
    if len(rows) > MOST or width > MOST:
        return rf"\left[{len(rows)} \times {width}\right]"
    lines = (" & ".join(map(latex_fraction, row)) for row in rows)
    return r"\begin{pmatrix} " + r" \\ ".join(lines) + r" \end{pmatrix}"
