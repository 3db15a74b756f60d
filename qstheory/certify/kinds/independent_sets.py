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

from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
)
from qstheory.certify.kinds.rank import RankAtLeast
from qstheory.certify.kinds.shift import NoShiftLowersRank
from qstheory.certify.outcome import REFUTES, Decision, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.sets import distance_of_sets
from qstheory.certify.theorems import INDEPENDENT_SETS
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


def check_rank(proposition: RankAtLeast, _: IndependentSets, tools: Tools) -> Decision:
    """rank L = n, that of its differences n - 1."""
    shown = independent_labels(proposition.loss) - (proposition.view != "loss")
    return proves_if(shown >= proposition.r, f"the sets show a rank of {shown}")


def check_affine_lower(
    proposition: AffineDimensionAtLeast, _: IndependentSets, tools: Tools
) -> Decision:
    """The affine dimension is n - 1."""
    shown = independent_labels(proposition.loss) - 1
    return proves_if(shown >= proposition.r, f"the affine dimension is {shown}")


def check_affine_upper(
    proposition: AffineDimensionAtMost, _: IndependentSets, tools: Tools
) -> Decision:
    """The affine dimension is n - 1."""
    shown = independent_labels(proposition.loss) - 1
    return proves_if(shown <= proposition.r, f"the affine dimension is {shown}")


def check_shift(proposition: NoShiftLowersRank, _: IndependentSets, tools: Tools) -> Decision:
    """rank(L - c) = n - 1 < n = rank L."""
    independent_labels(proposition.loss)
    return REFUTES


RULES = (
    Rule(RankAtLeast, IndependentSets, check_rank, (INDEPENDENT_SETS,)),
    Rule(AffineDimensionAtLeast, IndependentSets, check_affine_lower, (INDEPENDENT_SETS,)),
    Rule(AffineDimensionAtMost, IndependentSets, check_affine_upper, (INDEPENDENT_SETS,)),
    Rule(NoShiftLowersRank, IndependentSets, check_shift, (INDEPENDENT_SETS,)),
)
