"""Costs of placing items one after the other, and local search over the orders.

Placing item j at place p after the items S costs places_p (single_j + sum_{l in S} pair_jl): the
form that pairwise disagreement (places 1) and average precision (places 1/p) share.
"""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Placement:
    """One problem: pair (m, m), single (m,), places (m,)."""

    pair: FloatArray
    single: FloatArray
    places: FloatArray

    def steps(self, order: IntArray) -> FloatArray:
        """single_j + sum of pair_jl over the l before j, along the order."""
        before = np.tril(self.pair[np.ix_(order, order)], -1).sum(axis=1)
        steps: FloatArray = self.single[order] + before
        return steps

    def cost(self, order: IntArray) -> float:
        """The cost of an order, items from first to last."""
        return float(self.places[: len(order)] @ self.steps(order))

    def insertion_costs(self, others: IntArray, item: int) -> FloatArray:
        """The cost of the order of the others with the item put in at each of its m places."""
        m = len(others) + 1
        steps = self.steps(others)
        ahead = np.concatenate([[0.0], np.cumsum(self.places[: m - 1] * steps)])
        moved = self.places[1:m] * (steps + self.pair[others, item])
        behind = np.concatenate([np.cumsum(moved[::-1])[::-1], [0.0]])
        own = self.single[item] + np.concatenate([[0.0], np.cumsum(self.pair[item, others])])
        costs: FloatArray = ahead + behind + self.places[:m] * own
        return costs

    def improve(self, order: IntArray) -> IntArray:
        """Moves single items to their best place while that lowers the cost.

        The result costs no more than the start, and no single move improves it: a local optimum,
        not a certified one.
        """
        best = order.copy()
        slack = 1e-12 * (float(np.abs(self.pair).sum()) + float(np.abs(self.single).sum()))
        improved = True
        while improved:
            improved = False
            for item in order:
                place = int(np.flatnonzero(best == item)[0])
                others = np.delete(best, place)
                costs = self.insertion_costs(others, int(item))
                target = int(np.argmin(costs))
                if costs[target] < costs[place] - slack:
                    best = np.insert(others, target, item)
                    improved = True
        return best
