"""Dimensions of losses on label sets by counts and on rankings of bits, both ways, by `components`.

The checker computes every block and its exact rank itself, so that the certificate says no more
than that it is done this way.

It bounds the convex calibration dimension from below as well, at distributions that may single out
some labels. Of m labels c are a core, none when c = 0. P gives weights to the types (|y & core|,
|y - core|) of observations, spread evenly over the sets of a type; the predictions that are optimal
are those of some types, and the rank of their differences on the types that have weight is by
components.

For the F-score and its core C, N = m - c, let E|y & C| = s (c + s) / (m + s) at each size s of the
observations: then the score of C with k labels outside is the mean of 2 s / (m + s), whatever k,
and the empty set has the same with a suitable weight on itself. That is possible for s <= K, where
K is the largest integer with K^2 <= c m, and gives (N-1) min(K, N-1) + min(K', N) + 1 with K' = K,
one less where K^2 = c m.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from qstheory.certify.components import Core, Type, component_ranks
from qstheory.certify.dimensions import Dimensions
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.ranking_components import ranking_ranks, renames_items
from qstheory.certify.rules import Decision, Rule, Tools, proves_if, require
from qstheory.certify.theorems import COMPONENTS, FEASIBLE_SUBSPACE
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.counts import CountStructure


@dataclass(frozen=True)
class ByComponents:
    """The ranks of the blocks of the loss decide."""


@dataclass(frozen=True)
class TypeWeight:
    """The total weight of the observations with `core` labels of the core and `outside` others."""

    core: int
    outside: int
    weight: Fraction


@dataclass(frozen=True)
class TiedCore:
    """The number c of labels of the core, and weights of types, all positive."""

    c: int
    weights: tuple[TypeWeight, ...]


def counts_of(reference: Reference) -> CountStructure:
    """The counts of the loss; raises InvalidParameter for one that is not declared by them."""
    counts = resolve(reference).counts
    if counts is None or not counts.m:
        raise InvalidParameter("The loss is not declared by counts of label sets.")
    return counts


@lru_cache(maxsize=16)
def ranks_of(reference: Reference) -> Dimensions:
    """The dimensions; raises InvalidParameter, TooLarge."""
    loss = resolve(reference)
    return ranking_ranks(loss) if renames_items(loss) else component_ranks(counts_of(reference))


def tied_rank(core: Core, p: dict[Type, Fraction]) -> int:
    """The rank of the differences of what is optimal, on the types of positive weight."""
    rows, support = core.types(core.counts.predictions), list(p)
    means = core.means(rows, support)
    risks = [
        sum((x * p[y] for x, y in zip(row, support, strict=True)), Fraction(0)) for row in means
    ]
    tied = [z for z, risk in zip(rows, risks, strict=True) if risk == min(risks)]
    return core.dimensions(tied, support).prediction_differences


def check(proposition: CalibrationDimensionAtLeast, given: TiedCore, tools: Tools) -> Decision:
    """Which types tie, and the rank of their differences on the support."""
    core = Core(counts_of(proposition.loss), given.c)
    p = {(w.core, w.outside): w.weight for w in given.weights}
    known = len(p) == len(given.weights) and set(p) <= {*core.types(core.counts.observations)}
    require(known, "a type is repeated or belongs to none of the observations")
    positive = min(p.values(), default=0) > 0 and sum(p.values()) == 1
    require(positive, "the weights are not positive or do not have the sum 1")
    rank = tied_rank(core, p)
    return proves_if(rank >= proposition.d, f"the differences of those that tie have rank {rank}")


RULES = (Rule(CalibrationDimensionAtLeast, TiedCore, check, (COMPONENTS, FEASIBLE_SUBSPACE)),)
