"""The claims about average precision against its definition."""

from fractions import Fraction
from itertools import combinations
from math import log, sqrt

import numpy as np
import pytest

from .ranking_oracles import average_precision_loss, bits, matrix, orders, ranks


def relevances(m):
    return [y for y in bits(m) if any(y)]


def harmonic(m, power=1):
    return sum(1 / i**power for i in range(1, m + 1))


@pytest.mark.parametrize("m", range(2, 6))
def test_dimensions(m):
    L = matrix(average_precision_loss, orders(m), relevances(m))
    triangle = m * (m + 1) // 2
    assert ranks(L) == (triangle - 2, triangle - 1)


@pytest.mark.parametrize("value", [0, 1])
@pytest.mark.parametrize("m", [2, 3, 4])
def test_a_value_for_the_empty_observation_changes_no_dimension(m, value):
    def loss(sigma, y):
        return average_precision_loss(sigma, y) if any(y) else value

    triangle = m * (m + 1) // 2
    assert ranks(matrix(loss, orders(m), bits(m))) == (triangle - 2, triangle - 1)


@pytest.mark.parametrize("m", range(1, 6))
def test_the_norm_is_harmonic(m):
    sigma = np.arange(1, m + 1)
    F = 1 / np.maximum.outer(sigma, sigma)[np.tril_indices(m)]
    assert (F**2).sum() == pytest.approx(harmonic(m))
    assert (F**2).sum() > log(m + 1)


@pytest.mark.parametrize("m", range(2, 6))
def test_the_shifted_form(m):
    rows, columns = np.tril_indices(m)
    single = rows == columns
    scale, shift = np.where(single, 1, 2), np.where(single, 0.5, 0.25)
    F = [np.maximum.outer(s, s)[rows, columns] ** -1.0 / scale for s in map(np.array, orders(m))]
    U = [
        -scale * (np.outer(y, y)[rows, columns] / sum(y) - shift)
        for y in map(np.array, relevances(m))
    ]
    c = 1 - harmonic(m) / 2 - (m - harmonic(m)) / 4
    L = matrix(average_precision_loss, orders(m), relevances(m))
    assert np.allclose(np.array(F) @ np.array(U).T + c, L)
    norm = max(np.linalg.norm(row) for row in F)
    A = sqrt(len(rows)) * norm * np.abs(U).max()
    assert pytest.approx(m * (m + 1) / 32 * (3 * harmonic(m, 2) + harmonic(m))) == A**2
    assert m * sqrt(log(m + 1)) / 2 >= A


def test_the_bound_holds_far_beyond():
    m = np.arange(2, 10_000)
    H, H2 = np.cumsum(1 / np.arange(1, 10_000)), np.cumsum(np.arange(1, 10_000) ** -2.0)
    assert (m * (m + 1) / 32 * (3 * H2[1:] + H[1:]) <= m**2 * np.log(m + 1) / 4).all()


def trace_rule(m, weights, above):
    """The order that maximises Tr(W^T P D P^T) for triangular W."""
    columns = relevances(m)
    W = np.tril(sum(w * np.outer(y, y) / sum(y) for w, y in zip(weights, columns, strict=True)))
    positions = np.arange(1, m + 1)
    D = 1 / np.maximum.outer(positions, positions)
    D = np.tril(D) + above * np.triu(D, 1)
    values = []
    for sigma in orders(m):
        P = np.zeros((m, m))
        P[np.arange(m), np.array(sigma) - 1] = 1
        values.append(np.trace(W.T @ P @ D @ P.T))
    return int(np.argmax(values))


def heavy_items_hold_the_front(n, edges, t):
    """Moving one of the t heavy items back loses more than the edges can ever gain."""
    lost = Fraction(len(edges) * t * (t + 1)) * (Fraction(1, t) - Fraction(1, t + 1))
    return lost >= len(edges) and t >= n


@pytest.mark.parametrize("n", [2, 3, 4])
def test_decoding_contains_linear_arrangement(n):
    pairs = list(combinations(range(n), 2))
    for chosen in range(1, 2 ** len(pairs)):
        edges = [pair for i, pair in enumerate(pairs) if chosen >> i & 1]
        t = 3 * n * (n - 1) * len(edges)
        degree = [sum(j in edge for edge in edges) for j in range(n)]
        C = Fraction(3 * max(degree), 2)
        assert heavy_items_hold_the_front(n, edges, t)
        value, length = {}, {}
        for sigma in orders(n):
            place = [t + p for p in sigma]
            value[sigma] = sum(Fraction(1, max(place[j], place[k])) for j, k in edges) + sum(
                (C - Fraction(degree[j], 2)) / place[j] for j in range(n)
            )
            length[sigma] = sum(abs(sigma[j] - sigma[k]) for j, k in edges)
        best = {s for s in value if value[s] == max(value.values())}
        assert best <= {s for s in length if length[s] == min(length.values())}
        assert min(C - Fraction(3 * d, 2) for d in degree) >= 0


def test_only_the_symmetric_matrix_decodes():
    random = np.random.default_rng(1)
    wrong = 0
    for m in (2, 3, 4):
        L = matrix(average_precision_loss, orders(m), relevances(m))
        for _ in range(20):
            weights = random.integers(-9, 10, L.shape[1])
            risks = L @ weights
            assert risks[trace_rule(m, weights, 1)] == pytest.approx(risks.min())
            wrong += risks[trace_rule(m, weights, 0)] > risks.min() + 1e-9
    assert wrong > 0
