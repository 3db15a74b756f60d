"""Directed graphs of strict preferences: when a sort is enough, and what is left when it is not."""

from heapq import heapify, heappop, heappush

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from qstheory.learn.decoders.arrays import BoolArray, IntArray


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
