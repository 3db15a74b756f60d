"""The measure of the margin band: P(gamma(Pi) <= e) for Pi uniform on the simplex, exactly.

The complement is made of the cells shrunk by e, one for each group of equal rows:
{Pi : l(z') - l(z) >= e for every other row}. Where e passes no corner of
{(Pi, e) : l(z') - l(z) >= e >= 0} the volume of the slice is a polynomial of degree |Y| - 1 in e,
which its values at |Y| places determine. Ties have measure 0, so gamma+ is the least gap to
another row almost everywhere; gamma is 0 on the cells of rows that occur twice.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from qstheory.exact.rational import solve
from qstheory.theory.margin.cells import Rows, cell, differences
from qstheory.theory.margin.polytope import prism, share

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
