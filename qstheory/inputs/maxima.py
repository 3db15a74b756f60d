"""Sums of maxima of affine functions: how they are added, scaled and composed.

An affine function of d scores is its d slopes and its constant, a maximum a tuple of these, a sum a
tuple of maxima. The maximum of sums is a single maximum, over all choices of one piece for each
maximum of a sum; so compositions of hinges max(0, .) that are convex are sums of maxima again.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

from qstheory.errors import TooLarge

Numbers = tuple[Fraction, ...]
Sum = tuple[tuple[Numbers, ...], ...]
PIECES = 2_000
"""Most affine functions of a maximum that is multiplied out."""


def affine(slope: Sequence[int | Fraction], constant: int | Fraction = 0) -> Sum:
    """slope . v + constant."""
    return (((*map(Fraction, slope), Fraction(constant)),),)


def added(*sums: Sum) -> Sum:
    """The sum of sums."""
    return tuple(maximum for each in sums for maximum in each)


def scaled(factor: int | Fraction, given: Sum) -> Sum:
    """factor times a sum; the factor must not be negative."""
    assert factor >= 0
    return tuple(tuple(tuple(factor * x for x in piece) for piece in maximum) for maximum in given)


def largest(*sums: Sum) -> Sum:
    """The maximum of sums, multiplied out without repetitions; raises TooLarge.

    >>> [[str(x) for x in piece] for piece in largest(affine([1]), affine([0]))[0]]
    [['1', '0'], ['0', '0']]
    """
    if sum(prod(map(len, each)) for each in sums) > PIECES:
        raise TooLarge(f"A maximum of sums has more than {PIECES:,} affine functions.")
    pieces = (
        tuple(sum(column, Fraction(0)) for column in zip(*chosen, strict=True))
        for each in sums
        for chosen in product(*each)
    )
    return (tuple(dict.fromkeys(pieces)),)


def hinge(given: Sum) -> Sum:
    """max(0, a sum)."""
    width = len(given[0][0]) - 1
    return largest(affine([0] * width), given)
