"""Binary floats to the simplest fractions nearby, as an option that is always stated."""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.errors import UnreadableInput


@dataclass(frozen=True)
class Rationalise:
    """x to the fraction of smallest bound on the denominator (1, 10, ..., limit) with

    |p/q - x| <= tolerance max(1, |x|).

    >>> Rationalise()(Fraction(0.1)), Rationalise()(Fraction(1 / 3))
    (Fraction(1, 10), Fraction(1, 3))
    """

    tolerance: Fraction = Fraction(1, 10**9)
    limit: int = 10**6

    def __call__(self, value: Fraction) -> Fraction:
        """The fraction near `value`; raises UnreadableInput when there is none."""
        bound, scale = 1, max(Fraction(1), abs(value))
        while bound <= self.limit:
            candidate = value.limit_denominator(bound)
            if abs(candidate - value) <= self.tolerance * scale:
                return candidate
            bound *= 10
        raise UnreadableInput(
            f"no fraction with a denominator up to {self.limit} is within"
            f" {float(self.tolerance):.3g} of {float(value)!r}"
        )

    def __str__(self) -> str:
        """In words."""
        return (
            f"binary floats are replaced by fractions with denominators up to {self.limit}"
            f" within {float(self.tolerance):.3g}"
        )
