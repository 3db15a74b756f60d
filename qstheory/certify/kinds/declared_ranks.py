"""Dimensions of a loss of any size from what its entry is.

A polynomial in two classes. L(z, y) = sum_ij a_ij z^i y^j on n classes, as many as A has rows and
columns or more, is V A W^T for the powers V and W of the classes, whose columns are linearly
independent and begin with the constant one. At the first classes, as many as A has rows and
columns, it is P A Q^T with square regular P and Q: what is 0, constant, or spanned by the rows or
columns of A there is so everywhere. So L has the dimensions of this small part.

A distance of affinely independent sets. Let each of n >= 2 labels stand for a set of m elements, as
prediction and as observation alike, and L(z, y) = s |z - y| with s > 0, the number of elements in
one of the two sets and not in the other. With signs e_z in {-1, 1}^m, L = s (m - e_z . e_y) / 2.
Let p be the point of the affine hull of the e_z that is next to 0: e_z . p = |p|^2 for every z, so
that

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
from fractions import Fraction
from itertools import islice

from qstheory.certify.components import mean_ranks
from qstheory.certify.dimensions import Dimensions
from qstheory.certify.outcome import require
from qstheory.certify.sets import distance_of_sets
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference


@dataclass(frozen=True)
class CoefficientRanks:
    """The replay eliminates the entries at as many classes as the loss has coefficients."""


def polynomial_part(loss: Loss) -> list[list[Fraction]]:
    """The entries at the first classes.

    Raises InvalidParameter where the loss is no polynomial or on few classes.
    """
    entry = loss.polynomial
    if entry is None:
        raise InvalidParameter("The entry of the loss is no polynomial in its classes.")
    shape = len(entry.rows), max(map(len, entry.rows))
    many = loss.predictions.size >= shape[0] and loss.observations.size >= shape[1]
    require(many, "there are fewer classes than coefficients")
    columns = tuple(islice(loss.observations, shape[1]))
    return [[entry(z, y) for y in columns] for z in islice(loss.predictions, shape[0])]


def polynomial_dimensions(loss: Loss) -> Dimensions:
    """The dimensions; raises as `polynomial_part`."""
    return mean_ranks(polynomial_part(loss))


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
