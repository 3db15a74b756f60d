"""A one-parameter family: Pi(t) = (1 - t) A + t B at the input t in [0, 1], T with a known law.

The risks are affine in t, so gamma and gamma+ are piecewise linear, with exact pieces between the
crossings of risks. Near a zero of the margin at t = 0 its law is that of slope T; at any other
zero in the support of T the density of T is positive and the exponent is 1; where the margin is 0
on a whole piece it is 0. The smallest of these is the exponent of the family, and E m^-q is finite
exactly for q below it.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

import sympy

from qstheory.errors import InvalidParameter
from qstheory.exact.integer_matrix import Vector, apply
from qstheory.theory.margin.band import Measure
from qstheory.theory.margin.cells import Rows, margins
from qstheory.theory.noise.laws import Law


@dataclass(frozen=True)
class Linear:
    """The margin is constant + slope t for low <= t <= high; None where it is infinite."""

    low: Fraction
    high: Fraction
    constant: Fraction | None
    slope: Fraction


@dataclass(frozen=True)
class Path:
    """A loss matrix and the ends A, B of a segment of distributions, with the law of T."""

    L: Rows
    start: Vector
    end: Vector
    law: Law

    def __post_init__(self) -> None:
        """Raises InvalidParameter when an end is no distribution, or there is one prediction."""
        if len(self.L) < 2:
            raise InvalidParameter("A family needs a loss with at least two predictions.")
        for end in (self.start, self.end):
            margins(self.L, end)

    def pieces(self, measure: Measure = "gap") -> tuple[Linear, ...]:
        """gamma+ (or gamma) along the path, neighbours on one line joined."""
        first, last = apply(self.L, self.start), apply(self.L, self.end)
        lines = [(a, b - a) for a, b in zip(first, last, strict=True)]
        places = {Fraction(0), Fraction(1)}
        for (a, b), (c, d) in combinations(dict.fromkeys(lines), 2):
            if b != d and 0 < (c - a) / (b - d) < 1:
                places.add((c - a) / (b - d))
        found: list[Linear] = []
        for low, high in pairwise(sorted(places)):
            constant, slope = _least_gap(lines, (low + high) / 2, measure)
            if found and (found[-1].constant, found[-1].slope) == (constant, slope):
                found[-1] = Linear(found[-1].low, high, constant, slope)
            else:
                found.append(Linear(low, high, constant, slope))
        return tuple(found)

    def exponent(self, measure: Measure = "gap") -> Fraction | None:
        """The largest p with P(m <= e) = O(e^p); None when it is infinite, so every p."""
        return min((p for p, _ in self._zeros(measure)), default=None)

    def condition(self, p: Fraction, order: str, measure: Measure = "gap") -> bool:
        """Whether P(m <= e) = order(e^p), for "o" or "O"."""
        return all(
            p < exponent or (p == exponent and (order == "O" or vanishing))
            for exponent, vanishing in self._zeros(measure)
        )

    def slope(self, measure: Measure = "gap") -> Fraction | None:
        """The slope when the margin is slope t for every t, otherwise None."""
        pieces = self.pieces(measure)
        return pieces[0].slope if len(pieces) == 1 and pieces[0].constant == 0 else None

    def finite(self, q: Fraction, measure: Measure = "gap") -> bool:
        """Whether E m^-q is finite, q > 0."""
        exponent = self.exponent(measure)
        return exponent is None or q < exponent

    def moment(self, q: Fraction, measure: Measure = "gap") -> sympy.Expr | None:
        """E m^-q in closed form, oo where it is infinite, None where no form is known here."""
        if not self.finite(q, measure):
            return sympy.oo
        slope = self.slope(measure)
        if slope is None or self._atom_apart(measure):
            return None
        return self.law.moment(q, slope)

    def bound(self, p: Fraction, measure: Measure = "gap") -> sympy.Expr | None:
        """B = sup over e of P(m <= e)/e^p, oo or None likewise."""
        if not self.condition(p, "O", measure):
            return sympy.oo
        slope = self.slope(measure)
        if slope is None or self._atom_apart(measure):
            return None
        return self.law.bound(p, slope)

    def _atom_apart(self, measure: Measure) -> bool:
        """Whether the mass at T = 0 has a margin of its own: gamma+ jumps where risks tie."""
        return measure == "gap" and self.law.atom > 0

    def _zeros(self, measure: Measure) -> list[tuple[Fraction, bool]]:
        """Exponent and whether o holds with it, for each zero of the margin that T can reach."""
        found: list[tuple[Fraction, bool]] = []
        for piece in self.pieces(measure):
            if piece.constant is None:
                continue
            if piece.constant == 0 == piece.slope:
                if piece.high > self.law.least:
                    found.append((Fraction(0), False))
                continue
            for place in (piece.low, piece.high):
                if piece.constant + piece.slope * place == 0:
                    found += self._zero(place, measure)
        return found

    def _zero(self, place: Fraction, measure: Measure) -> list[tuple[Fraction, bool]]:
        if place == 0 and not self._atom_apart(measure):
            exponent = self.law.exponent
            return [] if exponent is None else [(exponent, self.law.vanishing)]
        return [(Fraction(1), False)] if place >= self.law.least else []


def _least_gap(
    lines: list[tuple[Fraction, Fraction]], place: Fraction, measure: Measure
) -> tuple[Fraction | None, Fraction]:
    """The line of the margin around a place at which different lines have different values."""
    order = sorted(lines, key=lambda line: line[0] + line[1] * place)
    best = order[0]
    others = order[1:] if measure == "margin" else [line for line in order if line != best]
    if not others:
        return None, Fraction(0)
    return others[0][0] - best[0], others[0][1] - best[1]
