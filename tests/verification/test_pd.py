"""The claims about pairwise disagreement against its definition."""

from itertools import permutations
from math import comb, sqrt

import numpy as np
import pytest

from verification.sharp2020._pd import gadget

from .ranking_oracles import bits, disagreement, matrix, orders, ranks


def relevances(m):
    return [y for y in bits(m) if 0 < sum(y) < m]


@pytest.mark.parametrize("m", range(2, 6))
def test_dimensions(m):
    assert ranks(matrix(disagreement, orders(m), relevances(m))) == (m - 1, m - 1)
    if m < 5:
        grades = [y for y in np.ndindex(*(3,) * m) if len(set(y)) > 1]
        assert ranks(matrix(disagreement, orders(m), grades)) == (comb(m, 2), comb(m, 2))


@pytest.mark.parametrize("value", [0, 1])
def test_a_value_without_pairs_adds_one_dimension_to_the_paper_s(value):
    def loss(sigma, y):
        return disagreement(sigma, y) if 0 < sum(y) < len(y) else value

    for m in (2, 3, 4):
        assert ranks(matrix(loss, orders(m), bits(m))) == (m - 1, m)


@pytest.mark.parametrize("m", range(2, 6))
def test_the_constant_is_one_half(m):
    for sigma in orders(m):
        for y in relevances(m):
            total = sum(
                np.sign(y[k] - y[j]) * np.sign(sigma[j] - sigma[k])
                for j, k in permutations(range(m), 2)
            )
            expected = 1 / 2 + total / (4 * sum(y) * (m - sum(y)))
            assert disagreement(sigma, y) == pytest.approx(expected)


@pytest.mark.parametrize("m", range(2, 7))
def test_the_constant_of_the_folded_form(m):
    largest = max(2 / (sum(y) * (m - sum(y))) for y in relevances(m))
    row = sqrt(comb(m, 2)) / 4
    assert sqrt(comb(m, 2)) * row * largest == pytest.approx(m / 4)


def test_sorting_decodes_with_weights_of_both_signs():
    random = np.random.default_rng(0)
    for m in (2, 3, 4, 5):
        columns = relevances(m)
        L = 1 - matrix(disagreement, orders(m), columns)
        share = np.array([np.array(y) / (sum(y) * (m - sum(y))) for y in columns])
        for _ in range(20):
            weights = random.integers(-9, 10, len(columns))
            scores = weights @ share
            sigma = np.empty(m, int)
            sigma[np.argsort(-scores)] = np.arange(1, m + 1)
            chosen = (L @ weights)[orders(m).index(tuple(sigma.tolist()))]
            assert chosen == pytest.approx((L @ weights).min())


@pytest.mark.parametrize("m", [2, 3, 4])
def test_an_arc_is_a_weighting_of_graded_observations(m):
    for first, second in permutations(range(m), 2):
        for sigma in orders(m):
            total = sum(w * disagreement(sigma, y) for y, w in gadget(m, first, second).items())
            assert total == pytest.approx((sigma[first] > sigma[second]) + 2 * m - 3)


def test_the_printed_loss_rewards_the_right_order():
    y, right, wrong = (0, 1), (2, 1), (1, 2)
    assert disagreement(right, y) == 1
    assert disagreement(wrong, y) == 0
