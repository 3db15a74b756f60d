"""The claims about the Hamming loss against its definition."""

import numpy as np
import pytest

from .multilabel_oracles import all_pairs, constant, hamming, least_factorisation
from .ranking_oracles import bits, ranks


def signs(m):
    return 2 * np.array(bits(m)) - 1


@pytest.mark.parametrize("m", range(1, 6))
def test_the_repaired_decomposition(m):
    F, U = -signs(m) / (2 * m), signs(m)
    assert np.allclose(F @ U.T + 1 / 2, all_pairs(hamming, m))
    assert np.allclose(F @ U.T + 1 / (2 * m), all_pairs(hamming, m)) == (m == 1)
    assert constant(F, U) == pytest.approx(1 / 2)
    assert ranks(all_pairs(hamming, m)) == (m, m)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_constant_is_least(m):
    assert least_factorisation(all_pairs(hamming, m)) == pytest.approx(1 / 2, abs=1e-5)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_signs_decode(m):
    L = all_pairs(hamming, m)
    for alpha in np.random.default_rng(m).normal(size=(200, 2**m)):
        chosen = bits(m).index(tuple((alpha @ signs(m) > 0).astype(int)))
        assert (L @ alpha)[chosen] == pytest.approx((L @ alpha).min())
