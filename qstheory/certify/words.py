"""Numbers and factors in the sentences that propositions are written as."""

import re
from collections.abc import Sequence
from fractions import Fraction

LEAP = 40
"""Bits after which a number stands for what lies just beyond: no loss has such a fraction."""
FEW = 6
"""Most numbers of a vector that are written out."""


def counted(count: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "piece"), counted(3, "piece")
    ('1 piece', '3 pieces')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def numbers(vector: Sequence[Fraction]) -> str:
    """A vector that is short, or how many numbers it has.

    >>> numbers((Fraction(1, 2), Fraction(1, 2))), numbers((Fraction(0),) * 8)
    ('(1/2, 1/2)', 'a vector of 8 numbers')
    """
    if len(vector) > FEW:
        return f"a vector of {len(vector)} numbers"
    return f"({', '.join(map(str, vector))})"


def end(value: Fraction) -> str:
    """The end of an interval, also one that lies just beyond a jump.

    >>> end(Fraction(3, 2)), end(1 + Fraction(1, 2**60)), end(Fraction(1, 2**60))
    ('3/2', '1 + 2^-60', '1/1152921504606846976')
    """
    beyond = value - value.numerator // value.denominator
    power = beyond.denominator.bit_length() - 1
    if power < LEAP or beyond != Fraction(1, 1 << power) or beyond == value:
        return str(value)
    return f"{value - beyond} + 2^-{power}"


def polynomial(constant: Fraction, linear: Fraction, square: Fraction) -> str:
    """A quadratic polynomial in e.

    >>> polynomial(Fraction(1), Fraction(-1, 2), Fraction(3)), polynomial(*(Fraction(0),) * 3)
    ('1 - 1/2 e + 3 e^2', '0')
    >>> polynomial(Fraction(0), Fraction(1, 11), Fraction(1))
    '1/11 e + e^2'
    """
    terms = ((constant, ""), (linear, " e"), (square, " e^2"))
    text = " + ".join(f"{value}{power}" for value, power in terms if value) or "0"
    return re.sub(r"\b1 (?=e)", "", text.replace("+ -", "- "))


def factors_words(F: Sequence[Sequence[Fraction]], U: Sequence[Sequence[Fraction]]) -> str:
    """The shapes of two factors.

    >>> factors_words(((Fraction(1),),) * 3, ((Fraction(1),),) * 2)
    'F of 3 x 1 and U of 2 x 1'
    """
    shapes = (f"{len(rows)} x {len(rows[0]) if rows else 0}" for rows in (F, U))
    return "F of {} and U of {}".format(*shapes)
