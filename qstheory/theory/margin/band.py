"""The measure of the margin band: P(gamma(Pi) <= e) for Pi uniform on the simplex, exactly.

The complement is made of the cells shrunk by e, one for each group of equal rows:
{Pi : l(z') - l(z) >= e for every other row}. Where e passes no corner of
{(Pi, e) : l(z') - l(z) >= e >= 0} the volume of the slice is a polynomial of degree |Y| - 1 in e,
which its values at |Y| places determine. Ties have measure 0, so gamma+ is the least gap to
another row almost everywhere; gamma is 0 on the cells of rows that occur twice.

The margin band where k of n classes are predicted and one is observed, at every size.

Where z costs s less if it contains y, the best z has the k largest probabilities and the next best
exchanges the smallest of these for the next one: gamma = s (p_(k) - p_(k+1)). Uniform on the
simplex p is E / (E_1 + ... + E_n) for independent exponential E, and by Renyi the differences
j (E_(j) - E_(j+1)), with E_(n+1) = 0, are independent and exponential again, of the same sum. So
k (p_(k) - p_(k+1)) is distributed as a single probability, which exceeds t with probability
(1 - t)^(n-1):

    P(gamma <= e) = 1 - (1 - k e/s)^(n-1)    for 0 <= e <= s/k.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from qstheory.exact.integer_matrix import solve
from qstheory.losses.base import Loss
from qstheory.losses.views import number_text
from qstheory.theory.margin.cells import Rows, cell, differences, prism, share


@dataclass(frozen=True)
class BandLaw:
    """P(gamma <= e) = 1 - (1 - rate e)^power for e <= 1/rate."""

    rate: Fraction
    power: int

    def at(self, e: Fraction) -> Fraction:
        """The value at e >= 0."""
        return 1 - max(Fraction(0), 1 - self.rate * e) ** self.power

    def __str__(self) -> str:
        """The formula and where it holds.

        >>> print(BandLaw(Fraction(5), 999))
        1 - (1 - 5 e)^999 on [0, 1/5]
        """
        rate = "" if self.rate == 1 else f"{number_text(self.rate)} "
        return f"1 - (1 - {rate}e)^{self.power} on [0, {number_text(1 / self.rate)}]"


def band_law(loss: Loss) -> BandLaw | None:
    """The law of a loss by counts that predicts k of n classes, k < n, for one that is observed.

    >>> from qstheory import losses
    >>> print(band_law(losses.make("multiclass", classes=300)))
    1 - (1 - e)^299 on [0, 1]
    """
    counts = loss.counts
    if counts is None or counts.observations.sizes != range(1, 2):
        return None
    k = counts.predictions.sizes[0]
    if len(counts.predictions.sizes) > 1 or not 0 < k < counts.m:
        return None
    saved = counts.value(k, 1, 0) - counts.value(k, 1, 1)
    return BandLaw(k / saved, counts.m - 1) if saved > 0 else None


Measure = Literal["margin", "gap"]


@dataclass(frozen=True)
class BandPiece:
    """P(gamma <= e) = sum_k coefficients[k] e^k for low <= e <= high."""

    low: Fraction
    high: Fraction
    coefficients: tuple[Fraction, ...]

    def at(self, e: Fraction) -> Fraction:
        """The value at e."""
        return sum((c * e**k for k, c in enumerate(self.coefficients)), Fraction(0))


def band_share(L: Rows, epsilon: Fraction, measure: Measure = "gap") -> Fraction:
    """The share of the distributions with gamma+ (or gamma) at most epsilon; raises TooLarge.

    >>> Q = Fraction
    >>> zero_one = tuple(tuple(Q(int(i != j)) for j in range(3)) for i in range(3))
    >>> band_share(zero_one, Q(1, 2))
    Fraction(3, 4)
    """
    rows = _kept(L, measure)
    different = tuple(dict.fromkeys(L))
    kept = (share(cell(different, z, epsilon)) for z in range(len(different)) if rows[different[z]])
    return 1 - sum(kept, Fraction(0))


def _kept(L: Rows, measure: Measure) -> dict[tuple[Fraction, ...], bool]:
    """Whether the cell of a row can have a margin above 0."""
    return {row: measure == "gap" or count == 1 for row, count in Counter(L).items()}


def band(L: Rows, measure: Measure = "gap") -> tuple[BandPiece, ...]:
    """P(gamma+ <= e), or with gamma, from 0 up to the largest margin, beyond which it is 1.

    No piece when there is no margin at all: one row only, or for gamma none that occurs once.
    Raises TooLarge.
    """
    different = tuple(dict.fromkeys(L))
    if len(different) < 2:
        return ()
    rows = _kept(L, measure)
    top = max(map(max, L)) - min(map(min, L))
    heights = {Fraction(0)}
    for z in range(len(different)):
        if rows[different[z]]:
            heights |= _heights(different, z, top + 1)
    pieces: list[BandPiece] = []
    for low, high in pairwise(sorted(heights)):
        found = _polynomial(L, measure, low, high)
        if pieces and pieces[-1].coefficients == found:
            pieces[-1] = BandPiece(pieces[-1].low, high, found)
        else:
            pieces.append(BandPiece(low, high, found))
    return tuple(pieces)


def _heights(L: Rows, z: int, top: Fraction) -> set[Fraction]:
    """The margins at which the shrinking cell of z changes its shape."""
    lifted = prism(len(L[0]), top)
    for normal in differences(L, z):
        lifted = lifted.cut((*normal, Fraction(-1)), Fraction(0))
    return {point[-1] for point in lifted.points}


def _polynomial(L: Rows, measure: Measure, low: Fraction, high: Fraction) -> tuple[Fraction, ...]:
    degree = len(L[0]) - 1
    places = [low + (high - low) * Fraction(k, max(degree, 1)) for k in range(degree + 1)]
    powers = [[e**k for k in range(degree + 1)] for e in places]
    found = solve(powers, [band_share(L, e, measure) for e in places])
    assert found is not None
    return found


def polynomial_text(coefficients: Sequence[Fraction], variable: str = "e") -> str:
    """A polynomial, highest power first.

    >>> polynomial_text((Fraction(0), Fraction(2), Fraction(-1)))
    '-e^2 + 2 e'
    """
    terms = []
    for k, c in reversed(list(enumerate(coefficients))):
        if c:
            power = "" if k == 0 else variable if k == 1 else f"{variable}^{k}"
            factor = "" if power and abs(c) == 1 else f"{abs(c)} " if power else f"{abs(c)}"
            terms.append(("-" if c < 0 else "+", factor + power))
    if not terms:
        return "0"
    (sign, first), *others = terms
    lead = "-" if sign == "-" else ""
    return lead + first + "".join(f" {sign} {term}" for sign, term in others)
