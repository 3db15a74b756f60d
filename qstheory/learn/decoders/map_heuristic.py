"""Average precision decoded by a heuristic: a sort, then single moves; not exact, and says so."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray
from qstheory.learn.decoders.average_precision import (
    AveragePrecision,
    heuristic_order,
    lower_bound,
    reciprocal_places,
)
from qstheory.learn.decoders.placement import Placement


@dataclass(frozen=True, eq=False)
class MAPHeuristicDecoder(AveragePrecision):
    """A heuristic: an order that no move of one item improves, for any number of items.

    `decode_with_gap` bounds how far its estimated risk is from the least one.
    """

    name = "map-heuristic"
    cost = "O(m^3) a pass of moves (heuristic)"
    tie_rule = "none is promised; the same scores give the same order"
    examples = ({"undefined": "one"}, {"undefined": "drop"})

    def orders(self, pair: FloatArray, single: FloatArray) -> tuple[IntArray, FloatArray]:
        """Local optima, and the distance to a lower bound."""
        t, m = single.shape
        orders = np.zeros((t, m), dtype=np.int64)
        gaps = np.zeros(t)
        for i in range(t):
            orders[i] = heuristic_order(pair[i], single[i])
            value = Placement(pair[i], single[i], reciprocal_places(m)).cost(orders[i])
            gaps[i] = max(0.0, value - lower_bound(pair[i], single[i]))
        return orders, gaps
