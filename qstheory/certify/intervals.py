"""Rigorous enclosures: closed intervals with rational ends, and roots and logarithms of them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.linear import twice_atanh

BITS_LIMIT = 200_000
"""Most bits of a number that a replay works with."""


@dataclass(frozen=True)
class Interval:
    """All real numbers from lower to upper."""

    lower: Fraction
    upper: Fraction

    def __add__(self, other: "Interval") -> "Interval":
        """All sums."""
        _require_small(1, self.lower, self.upper, other.lower, other.upper)
        if self.is_exact and other.is_exact:
            return exactly(self.lower + other.lower)
        return Interval(self.lower + other.lower, self.upper + other.upper)

    def __mul__(self, other: "Interval") -> "Interval":
        """All products."""
        _require_small(1, self.lower, self.upper, other.lower, other.upper)
        if self.is_exact and other.is_exact:
            return exactly(self.lower * other.lower)
        ends = [a * b for a in (self.lower, self.upper) for b in (other.lower, other.upper)]
        return Interval(min(ends), max(ends))

    @property
    def is_exact(self) -> bool:
        """Whether this is a single number."""
        return self.lower is self.upper or self.lower == self.upper

    def power(self, exponent: int) -> "Interval":
        """All powers; raises InvalidParameter when a negative power meets zero."""
        _require_small(abs(exponent), self.lower, self.upper)
        if exponent < 0:
            if self.lower <= 0 <= self.upper:
                raise InvalidParameter("A denominator is zero or not known to differ from zero.")
            return Interval(1 / self.upper, 1 / self.lower).power(-exponent)
        if self.is_exact:
            return exactly(self.lower**exponent)
        ends = (self.lower**exponent, self.upper**exponent)
        if exponent % 2 == 0 and self.lower < 0 < self.upper:
            return Interval(Fraction(0), max(ends))
        return Interval(min(ends), max(ends))

    def root(self, degree: int, bits: int) -> "Interval":
        """The root of that degree >= 1 of numbers >= 0, rational or rounded outwards to 2^-bits."""
        if self.lower < 0:
            raise InvalidParameter("The base of a fractional power is negative or may be.")
        _require_small(degree * bits, Fraction(1))
        rational = Fraction(*(_root(n, degree) for n in self.lower.as_integer_ratio()))
        if self.is_exact and rational**degree == self.lower:
            return exactly(rational)
        scale = 1 << bits
        return Interval(
            Fraction(_root(int(self.lower * scale**degree), degree), scale),
            Fraction(_root(int(-(-self.upper * scale**degree // 1)) - 1, degree) + 1, scale),
        )

    def log(self, bits: int) -> "Interval":
        """The natural logarithm of positive numbers, rounded outwards to about 2^-bits."""
        if self.lower <= 0:
            raise InvalidParameter("The argument of a logarithm is not positive or may not be.")
        lower = _log(self.lower, bits)
        return Interval(lower.lower, (lower if self.is_exact else _log(self.upper, bits)).upper)


def require_bits(bits: int) -> None:
    """Raise InvalidParameter unless 1 <= bits <= 10,000."""
    if not 1 <= bits <= 10_000:
        raise InvalidParameter("The precision must be from 1 to 10000 bits.")


def exactly(value: int | Fraction) -> Interval:
    """The interval of one number."""
    number = value if type(value) is Fraction else Fraction(value)
    return Interval(number, number)


def _require_small(exponent: int, *bases: Fraction) -> None:
    for base in bases:
        size = base.numerator.bit_length() + base.denominator.bit_length()
        if exponent * size > BITS_LIMIT:
            raise TooLarge(f"A number has more than {BITS_LIMIT:,} bits.")


def _root(number: int, degree: int) -> int:
    """The largest integer whose power of that degree is at most `number` >= 0."""
    if degree == 2:
        return isqrt(number)
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if middle**degree <= number:
            low = middle
        else:
            high = middle
    return low


@lru_cache(maxsize=1 << 10)
def _log(x: Fraction, bits: int) -> Interval:
    """log x = e log 2 + log y with x = 2^e y and 2/3 <= y <= 4/3; log y = 2 atanh((y-1)/(y+1))."""
    e = x.numerator.bit_length() - x.denominator.bit_length()
    y = x / Fraction(2) ** e
    while y > Fraction(4, 3):
        y, e = y / 2, e + 1
    while y < Fraction(2, 3):
        y, e = y * 2, e - 1
    guard = bits + 8 + abs(e).bit_length()
    return _twice_atanh((y - 1) / (y + 1), guard) + exactly(e) * _twice_atanh(Fraction(1, 3), guard)


def _twice_atanh(z: Fraction, bits: int) -> Interval:
    """2 atanh z = log((1 + z) / (1 - z)) for |z| <= 1/3, to about 2^-bits."""
    ends = [
        Fraction(x, 1 << (bits + 8)) for x in twice_atanh(abs(z.numerator), z.denominator, bits + 8)
    ]
    return Interval(*ends) if z >= 0 else Interval(-ends[1], -ends[0])
