"""One fold of ranking data: which queries train, validate and test, inputs scaled by query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qstheory.learn.data.datasets import RankingData
from qstheory.learn.decoders.arrays import BoolArray
from qstheory.learn.kernels import Array
from qstheory.learn.queries import query_rows

# The first query id of each of the parts S1..S5 (LETOR, Qin et al. 2010).
OHSUMED_PARTS = (1, 22, 43, 64, 85)


@dataclass(frozen=True, eq=False)
class Fold:
    """Masks over the pairs of a RankingData."""

    train: BoolArray
    validation: BoolArray
    test: BoolArray


def ohsumed_folds(data: RankingData) -> tuple[Fold, ...]:
    """Fold f trains on the parts f, f+1, f+2, validates on f+3 and tests on f+4 (cyclically)."""
    part = np.searchsorted(OHSUMED_PARTS, data.query, side="right") - 1
    count = len(OHSUMED_PARTS)
    return tuple(
        Fold(
            train=np.isin(part, [(f + step) % count for step in range(3)]),
            validation=part == (f + 3) % count,
            test=part == (f + 4) % count,
        )
        for f in range(count)
    )


def ranking_folds(data: RankingData) -> tuple[Fold, ...]:
    """LETOR's five folds for OHSUMED, else five parts of the queries in their order, used alike."""
    if data.name.lower() == "ohsumed":
        return ohsumed_folds(data)
    parts = np.array_split(data.queries, 5)
    part = np.zeros(len(data.query), dtype=int)
    for index, members in enumerate(parts):
        part[np.isin(data.query, members)] = index
    return tuple(
        Fold(
            train=np.isin(part, [(f + step) % 5 for step in range(3)]),
            validation=part == (f + 3) % 5,
            test=part == (f + 4) % 5,
        )
        for f in range(5)
    )


def scaled_by_query(data: RankingData) -> Array:
    """Each feature to [0, 1] within each query (LETOR's normalisation); constants become 0."""
    scaled = np.array(data.X, dtype=float)
    for rows in query_rows(data.query):
        low, high = scaled[rows].min(axis=0), scaled[rows].max(axis=0)
        scaled[rows] = (scaled[rows] - low) / np.where(high > low, high - low, 1.0)
    return scaled


@dataclass(frozen=True)
class RankingProblem:
    """One fold: scaled pairs, relevances and queries."""

    X: Array
    relevance: Array
    query: Array
    fold: Fold

    def part(self, mask: Array) -> tuple[Array, Array, Array]:
        """X, relevance, query of the pairs in the mask."""
        return self.X[mask], self.relevance[mask], self.query[mask]
