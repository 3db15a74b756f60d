"""Ranking losses written out from their definitions, without the package."""

from itertools import permutations, product

import numpy as np


def orders(m):
    """All tuples of positions 1..m."""
    return list(permutations(range(1, m + 1)))


def bits(m):
    """All label sets."""
    return list(product((0, 1), repeat=m))


def disagreement(sigma, y):
    """The printed pairwise disagreement, sigma the positions."""
    pairs = [(j, k) for j in range(len(y)) for k in range(len(y)) if y[j] < y[k]]
    return sum(sigma[j] > sigma[k] for j, k in pairs) / len(pairs)


def average_precision_loss(sigma, y):
    """1 - mean over relevant items of the precision at their position."""
    ranked = [y[sigma.index(p)] for p in range(1, len(y) + 1)]
    precisions = [sum(ranked[:p]) / p for p in range(1, len(y) + 1) if ranked[p - 1]]
    return 1 - sum(precisions) / sum(y)


def ndcg_loss(sigma, gained, D):
    """1 - DCG / best DCG, by trying all orders."""

    def dcg(order):
        return sum(g * D[p - 1] for g, p in zip(gained, order, strict=True))

    return 1 - dcg(sigma) / max(map(dcg, orders(len(gained))))


def matrix(loss, rows, columns):
    """All entries."""
    return np.array([[loss(z, y) for y in columns] for z in rows])


def ranks(L):
    """The rank of the row differences, and the least rank of L - c over scalars c.

    If any c lowers the rank of L, it is 1 / (1^T x) for L x = 1.
    """
    differences = np.linalg.matrix_rank(L - L[0], tol=1e-9)
    x, *_ = np.linalg.lstsq(L, np.ones(len(L)), rcond=None)
    shifts = [0.0] + ([1 / x.sum()] if abs(x.sum()) > 1e-9 else [])
    return differences, min(np.linalg.matrix_rank(L - c, tol=1e-9) for c in shifts)
