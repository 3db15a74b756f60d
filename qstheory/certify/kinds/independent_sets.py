"""Dimensions of a loss that is a distance of affinely independent sets.

Let each of n >= 2 labels stand for a set of m elements, as prediction and as observation alike, and
L(z, y) = s |z - y| with s > 0, the number of elements in one of the two sets and not in the other.
With signs e_z in {-1, 1}^m, L = s (m - e_z . e_y) / 2. Let p be the point of the affine hull of the
e_z that is next to 0: e_z . p = |p|^2 for every z, so that

    L = c - s G / 2,    G = (e_z - p) . (e_y - p),    c = s (m - |p|^2) / 2.

When the sets are affinely independent, the e_z - p span n - 1 dimensions: G and its differences
have rank n - 1, which are those of L, and rank(L - c) = n - 1. As p is a mean of the e_z with
weights x of sum 1, G x = 0 and L x = c 1; c > 0, as p would be as long as every e_z otherwise, and
so equal to each of them. L v = 0 gives c 1^T v = x^T L v = 0, hence G v = 0, so v is a multiple of
x and 0: rank L = n.

Vectors of integers that are linearly independent modulo 2 are so over the rationals: a minor that
is odd is not 0. The sets are affinely independent when their vectors with a 1 in front are.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from qstheory.certify.sets import distance_of_sets
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Reference


@dataclass(frozen=True)
class IndependentSets:
    """The replay eliminates the sets that the labels stand for, modulo 2."""


def independent(vectors: Iterable[int]) -> bool:
    """Whether vectors of bits are linearly independent modulo 2.

    >>> independent([0b01, 0b11]), independent([0b01, 0b10, 0b11])
    (True, False)
    """
    led: dict[int, int] = {}
    for given in vectors:
        vector = given
        while vector and vector.bit_length() in led:
            vector ^= led[vector.bit_length()]
        if not vector:
            return False
        led[vector.bit_length()] = vector
    return True


def independent_labels(reference: Reference) -> int:
    """The number n of labels; raises InvalidParameter where the theorem does not apply."""
    loss = resolve(reference)
    counts, n = distance_of_sets(loss), loss.predictions.size
    sets = map(counts.prediction_set, loss.predictions)
    if n < 2 or not independent(2 * bits + 1 for bits in sets):
        raise InvalidParameter("The sets are not seen to be affinely independent modulo 2.")
    return n
