"""The claims about NDCG-type losses against their definition."""

from itertools import product
from math import log2, sqrt

import numpy as np
import pytest

from qstheory.claims import judge
from qstheory.claims.evidence import HOLDING
from verification.sharp2020 import ndcg
from verification.sharp2020._ndcg import discounts, gains, largest_entry, squared_norm
from verification.sharp2020._ndcg_discounts import slow_limit

from .ranking_oracles import matrix, ndcg_loss, orders, ranks

LOG = [1 / log2(p + 1) for p in range(1, 7)]
ERU = [2.0 ** (1 - p) for p in range(1, 7)]


def loss_matrix(m, G, D):
    graded = [r for r in product(G, repeat=m) if any(r)]
    return matrix(lambda z, r: ndcg_loss(z, r, D), orders(m), graded), graded


@pytest.mark.parametrize("D", [LOG, ERU, [2, 1, 1, 1], [3, 3, 1, 1]])
@pytest.mark.parametrize("G", [(1, 3), (0, 1), (0, 1, 2.5)])
@pytest.mark.parametrize("m", [2, 3, 4])
def test_dimensions(m, G, D):
    if len(set(D[:m])) > 1:
        assert ranks(loss_matrix(m, G, D)[0]) == (m - 1, m)
    else:
        assert ranks(loss_matrix(m, G, D)[0]) == (0, 0)


@pytest.mark.parametrize("discount", ["reciprocal", "eru", "2;1;1", "3;2;0"])
@pytest.mark.parametrize("gain", ["1;3", "0;1", "0;1/10", "1;3;7"])
def test_the_largest_entry_and_the_constants(gain, discount):
    m, D = 3, [float(d) for d in discounts(discount, 3)]
    L, graded = loss_matrix(m, [float(g) for g in gains(gain)], D)
    best = [sum(g * d for g, d in zip(sorted(r)[::-1], D, strict=True)) for r in graded]
    U = np.array([np.array(r) / n for r, n in zip(graded, best, strict=True)])
    F = np.array([[-D[p - 1] for p in sigma] for sigma in orders(m)])
    assert np.allclose(F @ U.T + 1, L)
    assert U.max() == pytest.approx(float(largest_entry(m, gain, discount)))
    A = sqrt(m * float(squared_norm(m, discount))) * U.max()
    assert sqrt(m * float(squared_norm(m, discount))) / D[0] + 1e-12 >= A
    u = 1 / (2 * D[0])
    assert np.allclose(F @ (U - u).T + 1 - u * sum(D), L)
    assert np.abs(U - u).max() <= u + 1e-12


def test_positions_sort_and_argsort_does_not():
    random = np.random.default_rng(2)
    L, graded = loss_matrix(3, (1, 3), LOG)
    share = np.array(
        [
            np.array(r) / sum(g * d for g, d in zip(sorted(r)[::-1], LOG, strict=False))
            for r in graded
        ]
    )
    as_positions = as_items = 0
    for _ in range(50):
        weights = random.integers(-9, 10, len(graded))
        risks, order = L @ weights, np.argsort(-(weights @ share))
        positions = np.empty(3, int)
        positions[order] = [1, 2, 3]
        as_positions += risks[orders(3).index(tuple(positions.tolist()))] > risks.min() + 1e-9
        as_items += risks[orders(3).index(tuple((order + 1).tolist()))] > risks.min() + 1e-9
    assert as_positions == 0
    assert as_items > 0


def test_the_order_of_the_log_discount():
    m = np.arange(1, 1_000_001)
    square = np.cumsum(np.log(m + 1) ** -2.0)
    assert (square <= 3 * (m + 1) / np.log(m + 1) ** 2).all()
    assert (square >= m / np.log(m + 1) ** 2 * (1 - 1e-12)).all()
    quotient = square[1:] / (m[1:] / np.log(m[1:]))
    assert quotient[-1] < quotient[998] / 2 < quotient[98] / 2


@pytest.mark.parametrize("m", range(2, 13))
def test_decay_by_the_exact_constant(m):
    def constant(D):
        return sum(d * d for d in D) / (3 + sum(D[1:])) ** 2

    log, eru = (
        [f(p) for p in range(1, m + 1)]
        for f in (lambda p: 1 / log2(p + 1), lambda p: 2.0 ** (1 - p))
    )
    assert (constant(eru) < constant(log)) == (m < 4)


@pytest.mark.parametrize("gain", ["1;3", "0;1", "2;2"])
@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_the_limit_for_slow_decay(m, gain):
    G, D = [float(g) for g in gains(gain)], [1.0] + [1 - 1e-9] * (m - 1)
    best = [
        (max(r), sum(g * d for g, d in zip(sorted(r)[::-1], D, strict=True)))
        for r in product(G, repeat=m)
        if any(r)
    ]
    largest = max(top / total for top, total in best)
    assert m * sum(d * d for d in D) * largest**2 == pytest.approx(float(slow_limit(m, 1, gain)))


def test_positions_and_items_differ_from_three_items_on():
    (claim,) = (claim for claim in ndcg.CLAIMS if claim.id == "ndcg.inference")
    by_position, by_item, rising = judge(claim).readings
    assert by_position.verdict in HOLDING
    assert by_item.parts[0].refutation.case.startswith("m = 3")
    assert rising.parts[0].refutation.case.startswith("m = 2")
