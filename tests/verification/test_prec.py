"""The claims about precision at k against its definition."""

import numpy as np
import pytest

from .multilabel_oracles import constant, k_sets, least_factorisation, precision
from .ranking_oracles import bits, matrix, ranks

CASES = [(m, k) for m in range(1, 6) for k in range(1, m + 1)]


@pytest.mark.parametrize(("m", "k"), CASES)
def test_dimensions(m, k):
    L = matrix(precision, k_sets(m, k), bits(m))
    assert ranks(L) == ((m - 1, m) if k < m else (0, 1))


@pytest.mark.parametrize(("m", "k"), CASES)
def test_constants(m, k):
    L = matrix(precision, k_sets(m, k), bits(m))
    F, U = -np.array(k_sets(m, k)) / k, np.array(bits(m))
    assert np.allclose(F @ U.T + 1, L)
    assert np.allclose(F @ (U - 1 / 2).T + 1 / 2, L)
    assert constant(F, U) == pytest.approx(np.sqrt(m / k))
    assert constant(F, U - 1 / 2) == pytest.approx(np.sqrt(m / k) / 2)


@pytest.mark.parametrize(("m", "k"), [(2, 1), (3, 1), (3, 2)])
def test_bounds_on_the_least_constant(m, k):
    found = least_factorisation(matrix(precision, k_sets(m, k), bits(m)))
    assert 1 / 2 - 1e-5 <= found <= np.sqrt(m / k) / 2 + 1e-5


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_half_the_printed_constant_is_least_for_one_label(m):
    found = least_factorisation(matrix(precision, k_sets(m, 1), bits(m)))
    assert found == pytest.approx(np.sqrt(m) / 2, abs=1e-5)


@pytest.mark.parametrize(("m", "k"), CASES)
def test_the_largest_scores_decode(m, k):
    rows, Y = k_sets(m, k), np.array(bits(m))
    L = matrix(precision, rows, bits(m))
    for alpha in np.random.default_rng(m).normal(size=(50, 2**m)):
        top = set(np.argsort(-(alpha @ Y))[:k].tolist())
        chosen = rows.index(tuple(int(j in top) for j in range(m)))
        assert (L @ alpha)[chosen] == pytest.approx((L @ alpha).min())
