"""Average precision decoded exactly: subset dynamic programming, beyond it CP-SAT with its gap."""

from dataclasses import dataclass

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import cp_sat
from qstheory.learn.decoders.arrays import FloatArray, IntArray
from qstheory.learn.decoders.average_precision import (
    AveragePrecision,
    heuristic_order,
    lower_bound,
    place_drops,
    reciprocal_places,
)
from qstheory.learn.decoders.placement import Placement
from qstheory.learn.decoders.subset_dp import best_orders


@dataclass(frozen=True, eq=False)
class MAPDecoder(AveragePrecision):
    """The order of greatest estimated average precision.

    Up to `dp_limit` items by dynamic programming over subsets; beyond, CP-SAT with `effort`
    deterministic seconds started from a heuristic order, whose gap `decode_with_gap` reports.
    """

    dp_limit: int = 18
    effort: float = 5.0

    name = "map"
    cost = "O(2^m m)"
    tie_rule = "the lexicographically smallest list of items from first to last"
    examples = (
        {"undefined": "one"},
        {"undefined": "zero"},
        {"undefined": "drop", "dp_limit": 0},
    )

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy or limit."""
        super().__post_init__()
        if not 0 <= self.dp_limit <= 20:
            raise InvalidParameter(f"dp_limit must be from 0 to 20, not {self.dp_limit!r}.")
        if not self.effort > 0:
            raise InvalidParameter(f"effort must be positive, not {self.effort!r}.")

    def orders(self, pair: FloatArray, single: FloatArray) -> tuple[IntArray, FloatArray]:
        """The best orders, with gap 0 up to `dp_limit` items."""
        t, m = single.shape
        if m <= self.dp_limit:
            return best_orders(pair, single, reciprocal_places(m)), np.zeros(t)
        solved = [self._search(pair[i], single[i]) for i in range(t)]
        orders = np.array([order for order, _ in solved], dtype=np.int64).reshape(t, m)
        return orders, np.array([gap for _, gap in solved])

    def _search(self, pair: FloatArray, single: FloatArray) -> tuple[IntArray, float]:
        m = len(single)
        start = heuristic_order(pair, single)
        found, worth = cp_sat.prefix_sets(-np.tril(pair), place_drops(m), start, self.effort)
        problem = Placement(pair, single, reciprocal_places(m))
        best = min(start, found, key=problem.cost)
        bound = max(-worth, lower_bound(pair, single))
        return best, max(0.0, problem.cost(best) - bound)
