"""Minimum weight feedback arc set: the order of m items of least total pair cost, with its gap."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders import cp_sat
from qstheory.learn.decoders.arrays import FloatArray, IntArray
from qstheory.learn.decoders.placement import Placement
from qstheory.learn.decoders.precedence import components, merge, topological_orders
from qstheory.learn.decoders.subset_dp import best_orders

FEW_ITEMS = 12


@dataclass(frozen=True)
class LinearOrdering:
    """Solves min over orders of the sum of cost[j, l] over pairs with j after l.

    A sort is enough exactly where the strict preferences (cost[j, l] > cost[l, j]: j before l) have
    no cycle: every topological order then attains sum of min(cost[j, l], cost[l, j]). Otherwise
    few items are ordered by dynamic programming, many problems at once; of more items each strongly
    connected component is solved on its own: up to `dp_limit` items by dynamic programming, beyond
    by CP-SAT with `effort` deterministic seconds, which may leave a gap.
    """

    dp_limit: int
    effort: float

    def solve(self, cost: FloatArray) -> tuple[IntArray, FloatArray]:
        """The orders (items from first to last, shape (t, m)) and gaps for costs (t, m, m)."""
        before = cost > cost.transpose(0, 2, 1)
        orders, acyclic = topological_orders(before)
        gaps = np.zeros(len(cost))
        cyclic, m = np.flatnonzero(~acyclic), cost.shape[1]
        if m <= min(FEW_ITEMS, self.dp_limit):
            orders[cyclic] = best_orders(cost[cyclic], np.zeros((len(cyclic), m)), np.ones(m))
            return orders, gaps
        for i in cyclic:
            chains = []
            for component in components(before[i]):
                chain, gap = self._component(cost[i][np.ix_(component, component)])
                chains.append(component[chain])
                gaps[i] += gap
            orders[i] = merge(before[i], chains)
        return orders, gaps

    def _component(self, cost: FloatArray) -> tuple[IntArray, float]:
        m = len(cost)
        if m <= self.dp_limit:
            return best_orders(cost[None], np.zeros((1, m)), np.ones(m))[0], 0.0
        problem = Placement(cost, np.zeros(m), np.ones(m))
        start = problem.improve(np.argsort(-(cost - cost.T).sum(axis=1), kind="stable"))
        found, bound = cp_sat.linear_ordering(cost, start, self.effort)
        best = min(start, found, key=problem.cost)
        return best, max(0.0, problem.cost(best) - bound)
