"""Multilabel losses written out from their definitions, without the package."""

from itertools import combinations

import numpy as np

from .ranking_oracles import bits, matrix


def zero_one(z, y):
    """1(z != y)."""
    return float(z != y)


def hamming(z, y):
    """The share of labels that differ."""
    return sum(a != b for a, b in zip(z, y, strict=True)) / len(z)


def overlap(z, y):
    """|z & y|."""
    return sum(a and b for a, b in zip(z, y, strict=True))


def precision(z, y):
    """1 - |z & y| / |z|."""
    return 1 - overlap(z, y) / sum(z)


def f_score_loss(z, y, empty=1.0):
    """1 - 2|z & y| / (|z| + |y|), and 1 - empty for two empty sets."""
    return 1 - (2 * overlap(z, y) / (sum(z) + sum(y)) if any(z) or any(y) else empty)


def k_sets(m, k):
    """The sets of k labels."""
    return [tuple(int(j in c) for j in range(m)) for c in combinations(range(m), k)]


def all_pairs(loss, m):
    """The loss on all label sets."""
    return matrix(loss, bits(m), bits(m))


def constant(F, U):
    """A = sqrt(r) ||F||_inf U_max."""
    F, U = np.array(F, dtype=float), np.array(U, dtype=float)
    return np.sqrt(F.shape[1]) * np.linalg.norm(F, axis=1).max() * np.abs(U).max()


def least_factorisation(L):
    """min over c of gamma_2(L - c), a lower bound on A: a semidefinite program."""
    import cvxpy

    rows, columns = L.shape
    X = cvxpy.Variable((rows + columns, rows + columns), PSD=True)
    c, t = cvxpy.Variable(), cvxpy.Variable()
    problem = cvxpy.Problem(cvxpy.Minimize(t), [X[:rows, rows:] == L - c, cvxpy.diag(X) <= t])
    return float(problem.solve(solver="CLARABEL"))
