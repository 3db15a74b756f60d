"""The claims about the 0-1 loss against its definition."""

import numpy as np
import pytest

from .multilabel_oracles import all_pairs, constant, least_factorisation, zero_one
from .ranking_oracles import bits, ranks


@pytest.mark.parametrize("m", range(1, 5))
def test_the_dimension_is_one_less_than_printed(m):
    assert ranks(all_pairs(zero_one, m)) == (2**m - 1, 2**m - 1)


@pytest.mark.parametrize("m", range(1, 5))
def test_characters_attain_the_least_constant(m):
    sets = bits(m)
    chi = np.array([[(-1) ** np.dot(S, z) for S in sets if any(S)] for z in sets])
    F, U, c = -chi / 2**m, chi, 1 - 2**-m
    assert np.allclose(F @ U.T + c, all_pairs(zero_one, m))
    assert constant(F, U) == pytest.approx(1 - 2**-m)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_no_factorisation_is_better(m):
    assert least_factorisation(all_pairs(zero_one, m)) == pytest.approx(1 - 2**-m, abs=1e-5)


@pytest.mark.parametrize("m", [1, 2])
def test_the_heaviest_label_set_is_optimal_for_signed_weights(m):
    L = all_pairs(zero_one, m)
    for alpha in np.random.default_rng(m).normal(size=(200, 2**m)):
        assert (L @ alpha)[np.argmax(alpha)] == pytest.approx((L @ alpha).min())


def test_an_unobserved_label_set_wins_against_negative_weights():
    assert np.argmin(all_pairs(zero_one, 1) @ [-1, 0]) == 1
