"""Exact values as text and LaTeX."""

from fractions import Fraction
from typing import Any

from qstheory.certify.algebra.surds import Surd, is_rational
from qstheory.losses.display import number_text


def text(value: Any) -> str:
    """A value of a finding on one line; long fractions are rounded."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(text, value)) or "none"
    if isinstance(value, Fraction):
        return number_text(value)
    return str(value)


def latex(value: Any) -> str:
    """A value of a finding for mathematics mode or, when it is a word, as text."""
    if isinstance(value, Fraction) and value.denominator != 1:
        sign = "-" if value < 0 else ""
        return rf"{sign}\tfrac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    if isinstance(value, tuple):
        return ",\\ ".join(map(latex, value)) or r"\text{none}"
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return rf"\text{{{escape(text(value))}}}"
    return str(value)


def surd(x: Surd) -> str:
    """A number with a square root for mathematics mode.

    >>> surd(Surd(Fraction(1), Fraction(-1, 2), Fraction(2)))
    '1 - \\\\tfrac{1}{2}\\\\sqrt{2}'
    """
    if is_rational(x):
        return latex(x.rational)
    size = "" if abs(x.root) == 1 else latex(abs(x.root))
    sign = "-" if x.root < 0 else ""
    whole = f"{latex(x.rational)} {sign or '+'} " if x.rational else sign
    return rf"{whole}{size}\sqrt{{{x.radicand}}}"


SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}


def escape(words: str) -> str:
    """Plain text for LaTeX.

    >>> escape("50% of a_b")
    '50\\\\% of a\\\\_b'
    """
    return "".join(SPECIAL.get(character, character) for character in words)
