"""Numbers a + b sqrt(d) with rational a, b and d >= 0, exact.

Sums and products stay within one field Q(sqrt d); two numbers of different fields are compared by
squaring. No root is ever approximated.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from qstheory.errors import InvalidParameter


@dataclass(frozen=True)
class Surd:
    """rational + root sqrt(radicand)."""

    rational: Fraction
    root: Fraction
    radicand: Fraction

    def __add__(self, other: "Surd") -> "Surd":
        d = field(self, other)
        return Surd(self.rational + other.rational, self.root + other.root, d)

    def __neg__(self) -> "Surd":
        return Surd(-self.rational, -self.root, self.radicand)

    def __sub__(self, other: "Surd") -> "Surd":
        return self + -other

    def __mul__(self, other: "Surd") -> "Surd":
        d = field(self, other)
        return Surd(
            self.rational * other.rational + self.root * other.root * d,
            self.rational * other.root + self.root * other.rational,
            d,
        )

    def __float__(self) -> float:
        """About the number, for pictures and tables: nothing is decided by it."""
        return float(self.rational) + float(self.root) * sqrt(self.radicand)


def of(value: Fraction) -> Surd:
    """A rational."""
    return Surd(value, Fraction(0), Fraction(0))


def is_rational(x: Surd) -> bool:
    """Whether no root is written."""
    return not x.root


def field(x: Surd, y: Surd) -> Fraction:
    """The d of a field Q(sqrt d) that both lie in; raises InvalidParameter when they do not."""
    if is_rational(x):
        return y.radicand
    if is_rational(y) or x.radicand == y.radicand:
        return x.radicand
    raise InvalidParameter("Two numbers with different square roots are added or multiplied.")


def sign(x: Surd) -> int:
    """-1, 0 or 1.

    >>> sign(Surd(Fraction(-7), Fraction(5), Fraction(2)))
    1
    """
    whole, part = _sign(x.rational), _sign(x.root) * _sign(x.radicand)
    if whole * part >= 0:
        return whole or part
    return whole * _sign(x.rational**2 - x.root**2 * x.radicand)


def compare(x: Surd, y: Surd) -> int:
    """The sign of x - y, also when they lie in different fields.

    >>> one, zero = Fraction(1), Fraction(0)
    >>> compare(Surd(one, one, Fraction(2)), Surd(zero, one, Fraction(6)))
    -1
    """
    if is_rational(x) or is_rational(y) or x.radicand == y.radicand:
        return sign(x - y)
    # x - y = left - right with right = s sqrt(e), and both squares lie in Q(sqrt d).
    left = Surd(x.rational - y.rational, x.root, x.radicand)
    first, second = sign(left), _sign(y.root) * _sign(y.radicand)
    if first != second:
        return _sign(Fraction(first - second))
    return first * sign(left * left - of(y.root**2 * y.radicand))


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)
