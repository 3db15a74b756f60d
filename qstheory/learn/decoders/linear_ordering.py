"""Minimum weight feedback arc sets: exact by components, beyond them with a gap."""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from qstheory.learn.decoders import cp_sat
from qstheory.learn.decoders.arrays import BoolArray, FloatArray, IntArray
from qstheory.learn.decoders.placement import Placement
from qstheory.learn.decoders.subset_dp import best_orders


def topological_orders(before: BoolArray) -> tuple[IntArray, BoolArray]:
    """The lexicographically smallest topological order of each graph, and whether it has one.

    before[i, j, l] says that j must precede l in graph i: shape (t, m, m). The orders list items
    from first to last, shape (t, m); those of graphs with a cycle mean nothing. O(m^2) a graph.
    """
    t, m, _ = before.shape
    rows = np.arange(t)
    waiting = before.sum(axis=1, dtype=np.int64)
    orders = np.zeros((t, m), dtype=np.int64)
    acyclic = np.ones(t, dtype=np.bool_)
    for place in range(m):
        free = waiting == 0
        acyclic &= free.any(axis=1)
        chosen = np.argmax(free, axis=1)
        orders[:, place] = chosen
        waiting -= before[rows, chosen]
        waiting[rows, chosen] = m  # taken: never free again
    return orders, acyclic


def components(before: BoolArray) -> list[IntArray]:
    """The strongly connected components of one graph (m, m), each as its items in order."""
    count, labels = connected_components(csr_matrix(before), directed=True, connection="strong")
    return [np.flatnonzero(labels == label) for label in range(count)]


def merge(before: BoolArray, chains: list[IntArray]) -> IntArray:
    """One order of all items that keeps each chain's order and every preference between chains.

    At each step the smallest item that may come next. The chains are the strongly connected
    components, so that such an order exists.
    """
    m = len(before)
    chain_of = np.empty(m, dtype=np.int64)
    for number, chain in enumerate(chains):
        chain_of[chain] = number
    needed = before & (chain_of[:, None] != chain_of[None, :])
    for chain in chains:
        needed[chain[:-1], chain[1:]] = True
    waiting = needed.sum(axis=0)
    free = np.flatnonzero(waiting == 0).tolist()
    heapify(free)
    order = np.empty(m, dtype=np.int64)
    for place in range(m):
        item = heappop(free)
        order[place] = item
        for follower in np.flatnonzero(needed[item]):
            waiting[follower] -= 1
            if waiting[follower] == 0:
                heappush(free, int(follower))
    return order


FEW_ITEMS = 12
"""Of at most so many items all problems go together: thrice as fast for 12 items at random costs,
hardly for 14, where the table has 2^14 rows a problem."""


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
