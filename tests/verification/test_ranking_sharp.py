"""The turned decompositions of ranking losses, in floats with scipy's Hadamard matrices."""

from math import log, sqrt

import numpy as np
import pytest
from scipy.linalg import hadamard

from .ranking_oracles import bits, disagreement, matrix, ndcg_loss, orders


def turned(F, U):
    """F H / d, U H, without columns of zeros, and the constant A."""
    m = F.shape[1]
    d = 1 << (m - 1).bit_length()
    H = hadamard(d)[:m]
    F, U = F @ H / d, U @ H
    kept = np.abs(F).max(axis=0) > 1e-12
    F, U = F[:, kept], U[:, kept]
    return F, U, sqrt(F.shape[1]) * np.linalg.norm(F, axis=1).max() * np.abs(U).max()


@pytest.mark.parametrize("m", range(2, 7))
def test_pairwise_disagreement(m):
    columns = [y for y in bits(m) if 0 < sum(y) < m]
    F = np.array([(m + 1) / 2 - np.array(sigma) for sigma in orders(m)])
    U = np.array([(np.array(y) - sum(y) / m) / (sum(y) * (m - sum(y))) for y in columns])
    F, U, A = turned(F, U)
    assert np.allclose(F @ U.T + 1 / 2, matrix(disagreement, orders(m), columns))
    assert sqrt((m * m - 1) / (3 * m)) + 1e-12 >= A
    assert (m / 4 - 1e-12 > A) == (m >= 4)


@pytest.mark.parametrize("decay", [lambda p: 1 / log(p + 1), lambda p: 1 / p, lambda p: 2.0**-p])
@pytest.mark.parametrize("m", [2, 3, 4, 5])
def test_ndcg(m, decay):
    D = np.array([decay(p) for p in range(1, m + 1)])
    graded = [np.array(g) for g in np.ndindex(*(2,) * m) if any(g)]
    F = np.array([-D[np.array(sigma) - 1] for sigma in orders(m)])
    U = np.array([g / (np.sort(g)[::-1] @ D) for g in graded])
    L = matrix(lambda z, g: ndcg_loss(z, g.tolist(), D), orders(m), graded)
    F, U, A = turned(F, U)
    assert np.allclose(F @ U.T + 1, L)
    assert m * np.linalg.norm(D) / D.sum() + 1e-12 >= A


def test_the_logarithmic_discount_needs_only_the_order_of_the_root():
    m = np.arange(1, 100_001)
    D = 1 / np.log(m + 1)
    assert (m**2 * np.cumsum(D**2) / np.cumsum(D) ** 2 <= 3 * (m + 1)).all()
