"""The largest margin max over Pi of gamma(Pi), exactly, with the mixtures that bound it.

One linear program for each prediction: max over Pi of min over the others of l(z') - l(z). Rows
that occur twice need none: their margin is 0, and the twin is the mixture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.exact.rational import Vector
from qstheory.solve.dominance import standing
from qstheory.theory.margin.cells import Rows


@dataclass(frozen=True)
class Largest:
    """The value, a distribution that attains it, and for each prediction weights on all rows."""

    value: Fraction
    distribution: Vector
    mixtures: tuple[Vector, ...]


def largest_margin(L: Rows) -> Largest:
    """The largest margin of a loss with at least two predictions; raises Undecided.

    >>> Q = Fraction
    >>> largest_margin(((Q(0), Q(1)), (Q(1), Q(0)), (Q(1, 4), Q(1, 4)))).value
    Fraction(1, 4)
    """
    value, best = Fraction(0), _unit(0, len(L[0]))
    mixtures = []
    for z, row in enumerate(L):
        others = [k for k in range(len(L)) if k != z]
        twin = next((k for k in others if L[k] == row), None)
        if twin is not None:
            mixtures.append(_unit(twin, len(L)))
            continue
        found = standing(row, tuple(L[k] for k in others))
        mixtures.append(_placed(others, found.mixture, len(L)))
        if found.margin > value:
            value, best = found.margin, found.distribution
    return Largest(value, best, tuple(mixtures))


def _unit(i: int, size: int) -> Vector:
    return tuple(Fraction(int(j == i)) for j in range(size))


def _placed(places: Sequence[int], weights: Vector, size: int) -> Vector:
    spread = [Fraction(0)] * size
    for place, weight in zip(places, weights, strict=True):
        spread[place] = weight
    return tuple(spread)
