"""Losses that are a ratio of linear forms in weights d_1, d_2, ..., which may be irrational.

L(z, y) = 1 - sum_p d_p numerator(z, y)[p] / sum_p d_p denominator(y)[p]. What is shown with the
weights as independent symbols holds for all weights, the irrational ones included.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from qstheory.errors import IrrationalEntry
from qstheory.losses.spaces import Label

Enclosure = tuple[Fraction, Fraction]


def twice_atanh(numerator: int, denominator: int, bits: int) -> tuple[int, int]:
    """Integers around 2^bits * ln((1 + t) / (1 - t)) for t = numerator / denominator in [0, 1/3].

    The series 2 sum_i t^(2i+1) / (2i+1), every power and term rounded down and up; what follows
    a power p of t is at most p / (1 - t^2) <= 9 p / 8, doubled here for the factor 2.
    """
    square_top, square_bottom = numerator * numerator, denominator * denominator
    low = (numerator << bits) // denominator
    high = -((-numerator << bits) // denominator)
    sum_low = sum_high = 0
    odd = 1
    while high > 1:
        sum_low += 2 * low // odd
        sum_high += -(-2 * high // odd)
        low = low * square_top // square_bottom
        high = -(-high * square_top // square_bottom)
        odd += 2
    return sum_low, sum_high + 3 * high


Sparse = Mapping[int, Fraction]
"""Coefficients by their index, those that are 0 left out."""


@dataclass(frozen=True)
class Weights:
    """The positive weights d_1 >= d_2 >= ...: `enclose(p, bits)` is at most 2^-bits wide.

    `exact(p)` is the rational value of d_p, or None. `rational` tells whether all of them are.
    """

    exact: Callable[[int], Fraction | None]
    enclose: Callable[[int, int], Enclosure]
    rational: bool

    def combine(self, form: Sparse) -> Fraction | None:
        """sum_p d_p form[p] where all the weights in it are rational, otherwise None."""
        top, bottom = 0, 1
        for p, coefficient in form.items():
            weight = self.exact(p)
            if weight is None:
                return None
            (a, b), (c, d) = coefficient.as_integer_ratio(), weight.as_integer_ratio()
            top, bottom = top * b * d + a * c * bottom, bottom * b * d
        return Fraction(top, bottom)

    def combine_enclosed(self, form: Sparse, bits: int) -> Enclosure:
        """An enclosure of sum_p d_p form[p] for coefficients that are not negative."""
        low = high = Fraction(0)
        for p, coefficient in form.items():
            below, above = self.enclose(p, bits)
            low += coefficient * below
            high += coefficient * above
        return low, high


@dataclass(frozen=True)
class LinearEntry:
    """1 - numerator(z, y) / denominator(y), both linear in the weights, coefficients >= 0."""

    weights: Weights
    numerator: Callable[[Label, Label], Sparse]
    denominator: Callable[[Label], Sparse]

    def __call__(self, z: Label, y: Label) -> Fraction:
        """The entry; raises IrrationalEntry when it is not known to be rational."""
        numerator, bottom = self.numerator(z, y), _weighted(self, y)
        top = self.weights.combine(numerator)
        if bottom and top is not None:
            return 1 - top / bottom
        ratio = _proportion(numerator, self.denominator(y))
        if ratio is None:
            raise IrrationalEntry(
                f"The entry at {z!r}, {y!r} has irrational weights and no known rational value;"
                " take rational ones, such as discount=reciprocal, or in Python use"
                " enclosure(z, y, bits)."
            )
        return 1 - ratio

    def enclosure(self, z: Label, y: Label, bits: int) -> Enclosure:
        """Rationals around the entry, at most 2^-bits apart."""
        numerator, denominator = self.numerator(z, y), self.denominator(y)
        ratio = _proportion(numerator, denominator)
        if ratio is not None:
            return 1 - ratio, 1 - ratio
        precision = bits + 8
        while True:
            low, high = self.weights.combine_enclosed(numerator, precision)
            below, above = self.weights.combine_enclosed(denominator, precision)
            if below > 0 and high / below - low / above <= Fraction(1, 1 << bits):
                return 1 - high / below, 1 - low / above
            precision *= 2


@lru_cache(maxsize=1 << 12)
def _weighted(entry: LinearEntry, y: Label) -> Fraction | None:
    """The denominator of y at the weights, which all entries of its column share."""
    return entry.weights.combine(entry.denominator(y))


def _proportion(numerator: Sparse, denominator: Sparse) -> Fraction | None:
    """The q with numerator = q * denominator, or None."""
    top = {p: value for p, value in numerator.items() if value}
    bottom = {p: value for p, value in denominator.items() if value}
    if not top:
        return Fraction(0)
    if top.keys() != bottom.keys():
        return None
    ratios = {top[p] / bottom[p] for p in top}
    return ratios.pop() if len(ratios) == 1 else None
