"""Binary floats to the numbers that they were written as, as an option that is always stated."""

from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np

CHANCE = Fraction(1, 10**4)
"""How likely a float at random may look like a fraction: bounds the denominators tried."""


def written_as(value: Any) -> Fraction:
    """The shortest decimal that rounds to the float in its own type, whatever its scale.

    A float with more digits than its type is sure to keep, such as 1/3, goes to the fraction p/q
    with |p/q - x| <= (eps/2) |x| and q <= sqrt(1e-4 / (eps |x|)), if there is one: with so small a
    denominator at most one float at random in 10,000 has such a fraction.

    >>> written_as(0.1), written_as(1 / 3), written_as(2e-10), written_as(np.float32(0.1))
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 5000000000), Fraction(1, 10))
    """
    text = str(value) if isinstance(value, np.floating) else repr(float(value))
    decimal = Fraction(text)
    kind = np.finfo(type(value) if isinstance(value, np.floating) else float)
    digits = text.lower().partition("e")[0].replace(".", "").lstrip("-0").rstrip("0")
    if len(digits) <= kind.precision:
        return decimal
    exact = Fraction(*value.as_integer_ratio())
    width = Fraction(*kind.eps.as_integer_ratio()) * abs(exact)
    bound = CHANCE / width
    largest = isqrt(bound.numerator // bound.denominator)
    near = exact.limit_denominator(max(largest, 1))
    return near if abs(near - exact) <= width / 2 else decimal
