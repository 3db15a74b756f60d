"""Losses on ordered classes that are polynomials in the two classes, and their closed forms."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import lcm

from qstheory.losses.spaces import Label

Polynomial = tuple[Fraction, ...]
"""Coefficients of 1, x, x^2, ..."""
Coefficients = dict[tuple[int, int], Fraction]
"""The coefficient of z^i y^j at (i, j), without zeros."""


def value(polynomial: Polynomial, x: int) -> Fraction:
    """The value at x.

    >>> value((Fraction(1), Fraction(0), Fraction(2)), 3)
    Fraction(19, 1)
    """
    numerators, shared = _integers(polynomial)
    return Fraction(_horner(numerators, x), shared)


@cache
def _integers(polynomial: Polynomial) -> tuple[tuple[int, ...], int]:
    """The coefficients over one denominator, from the highest to the lowest."""
    shared = lcm(*(a.denominator for a in polynomial))
    return tuple(int(a * shared) for a in reversed(polynomial)), shared


def _horner(coefficients: Iterable[int], x: int) -> int:
    result = 0
    for a in coefficients:
        result = result * x + a
    return result


@dataclass(frozen=True)
class PolynomialEntry:
    """sum_ij a_ij z^i y^j as data: row i has the coefficients of z^i, a polynomial in y."""

    rows: tuple[Polynomial, ...]

    def __call__(self, z: Label, y: Label) -> Fraction:
        """The entry at two classes."""
        assert isinstance(z, int)
        assert isinstance(y, int)
        rows, shared = self._integers
        return Fraction(_horner([_horner(row, y) for row in rows], z), shared)

    @cached_property
    def _integers(self) -> tuple[tuple[tuple[int, ...], ...], int]:
        """The rows over one denominator, from the highest powers to the lowest."""
        shared = lcm(*(a.denominator for row in self.rows for a in row))
        rows = reversed(self.rows)
        return tuple(tuple(int(a * shared) for a in reversed(row)) for row in rows), shared

    def coefficients(self) -> Coefficients:
        """The coefficients that are not 0."""
        return {(i, j): a for i, row in enumerate(self.rows) for j, a in enumerate(row) if a}


@dataclass(frozen=True)
class PolynomialForm:
    """Features of which every coordinate is a polynomial in the class."""

    prediction: tuple[Polynomial, ...]
    observation: tuple[Polynomial, ...]

    def coefficients(self) -> Coefficients:
        """Those of F_z . U_y that are not 0."""
        total: Coefficients = {}
        for f, u in zip(self.prediction, self.observation, strict=True):
            for i, a in enumerate(f):
                for j, b in enumerate(u):
                    total[i, j] = total.get((i, j), Fraction(0)) + a * b
        return {place: a for place, a in total.items() if a}
