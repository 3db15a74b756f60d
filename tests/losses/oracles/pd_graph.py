"""Edges of the graph that point up the ranking; (1/number of edges) of them."""

from fractions import Fraction
from itertools import combinations

UNDEFINED = {"zero": 0, "one": 1}


def entry(sigma, graph, m, normaliser):
    edges = []
    for (i, j), direction in zip(combinations(range(m), 2), graph, strict=True):
        if direction == 1:
            edges.append((i, j))
        elif direction == -1:
            edges.append((j, i))
    wrong = sum(1 for better, worse in edges if sigma[better] > sigma[worse])
    return Fraction(wrong, len(edges)) if normaliser == "edges" else wrong
