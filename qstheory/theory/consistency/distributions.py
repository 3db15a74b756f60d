"""Distributions in the order of their least common denominators."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, count, islice, pairwise

from qstheory.certify.finite import Vector


def with_denominator(size: int, denominator: int, least: int = 0) -> Iterator[Vector]:
    """All distributions on `size` labels whose least common denominator is this one.

    Every numerator is at least `least`.
    """
    free = denominator - least * size
    for bars in combinations(range(free + size - 1), size - 1):
        ends = (-1, *bars, free + size - 1)
        counts = [b - a - 1 + least for a, b in pairwise(ends)]
        if all(denominator % d or any(c % d for c in counts) for d in range(2, denominator + 1)):
            yield tuple(Fraction(c, denominator) for c in counts)


def distributions(size: int, most: int, least: int = 0) -> Iterator[Vector]:
    """The first `most` distributions on `size` labels, smallest denominator first.

    >>> [str(Pi[0]) for Pi in distributions(2, 5)]
    ['0', '1', '1/2', '1/3', '2/3']
    """
    if size == 1:
        yield from [(Fraction(1),)][:most]
        return
    denominators = count(max(1, least * size))
    everything = (Pi for q in denominators for Pi in with_denominator(size, q, least))
    yield from islice(everything, most)


def triangle(parts: int) -> Iterator[Vector]:
    """All distributions on three labels with this denominator, not necessarily the least one."""
    for i in range(parts + 1):
        for j in range(parts + 1 - i):
            yield Fraction(i, parts), Fraction(j, parts), Fraction(parts - i - j, parts)
