"""Dimensions of losses on label sets by counts and on rankings of bits, both ways, by `components`.

The checker computes every block and its exact rank itself, so that the certificate says no more
than that it is done this way. It bounds the convex calibration dimension from below as well: let
P give each size of observations a weight, spread evenly. The predictions of some sizes A tie as the
best; the rank of their differences on the sizes C that have weight is that of L with these rows and
columns, less one where the constant is among them.
"""

from dataclasses import dataclass
from functools import lru_cache

from qstheory.certify.arithmetic import exact_rank
from qstheory.certify.components import (
    Component,
    component_ranks,
    components,
    mean_ranks,
    means,
)
from qstheory.certify.dimensions import Dimensions
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.outcome import Decision, proves_if
from qstheory.certify.ranking_components import ranking_ranks, renames_items
from qstheory.certify.risks import risks_at
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import COMPONENTS, FEASIBLE_SUBSPACE
from qstheory.certify.weights import SizeWeights
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.counts import CountStructure


@dataclass(frozen=True)
class ByComponents:
    """The ranks of the blocks of the loss decide."""


@dataclass(frozen=True)
class TiedSizes:
    """A distribution by sizes; the predictions that are optimal there are of sizes that tie."""

    distribution: SizeWeights


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


def restricted(counts: CountStructure, rows: list[int], columns: list[int]) -> int:
    """The rank of the differences of predictions of some sizes at observations of some sizes."""
    first, *others = components(counts)
    kept = [
        [x for b, x in zip(first.columns, row, strict=True) if b in columns]
        for a, row in zip(first.rows, means(counts), strict=True)
        if a in rows
    ]

    def rank(component: Component) -> int:
        block = [
            [x for b, x in zip(component.columns, row, strict=True) if b in columns]
            for a, row in zip(component.rows, component.block, strict=True)
            if a in rows
        ]
        return component.multiplicity * exact_rank(block)

    return mean_ranks(kept).prediction_differences + sum(map(rank, others))


def check_below(
    proposition: CalibrationDimensionAtLeast, given: TiedSizes, tools: Tools
) -> Decision:
    """Which sizes tie, and the rank of their differences on the support."""
    counts = counts_of(proposition.loss)
    risks = risks_at(resolve(proposition.loss), given.distribution)
    tied = [a for a in counts.predictions.sizes if a in risks.best]
    support = [b for b, weight in given.distribution.weights if weight]
    rank = restricted(counts, tied, support)
    return proves_if(rank >= proposition.d, f"the differences of those that tie have rank {rank}")


RULES = (
    Rule(CalibrationDimensionAtLeast, TiedSizes, check_below, (COMPONENTS, FEASIBLE_SUBSPACE)),
)
