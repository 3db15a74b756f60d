"""One fold of ranking data, inputs scaled query by query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qstheory.learn.data.datasets import RankingData
from qstheory.learn.data.folds import Fold
from qstheory.learn.kernels import Array
from qstheory.learn.queries import query_rows


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
