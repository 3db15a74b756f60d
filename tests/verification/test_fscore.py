"""The claims about the F-score against its definition."""

import numpy as np
import pytest

from verification.sharp2020.fscore_least import vector

from .multilabel_oracles import all_pairs, constant, f_score_loss, least_factorisation
from .ranking_oracles import bits, ranks


def decomposition_1(m, factor, last):
    """F = -factor z_j/(|z| + l), U = 1(y_j = 1, |y| = l), and the column of the empty set."""
    F = [[-factor * b / (sum(z) + s) for s in range(1, m + 1) for b in z] for z in bits(m)]
    U = [[b * (sum(y) == s) for s in range(1, m + 1) for b in y] for y in bits(m)]
    return with_empty(m, F, last), with_empty(m, U, 1)


def decomposition_2(m, factor, last):
    """F = -1(z_j = 1, |z| = l), U = factor y_j/(|y| + l), and the column of the empty set."""
    F = [[-b * (sum(z) == s) for s in range(1, m + 1) for b in z] for z in bits(m)]
    U = [[factor * b / (sum(y) + s) for s in range(1, m + 1) for b in y] for y in bits(m)]
    return with_empty(m, F, last), with_empty(m, U, 1)


def with_empty(m, rows, value):
    """One column more, zero but for the first row, that of the empty set."""
    column = np.zeros((2**m, 1))
    column[0] = value
    return np.hstack([np.array(rows, dtype=float), column])


@pytest.mark.parametrize("build", [decomposition_1, decomposition_2])
@pytest.mark.parametrize("m", range(1, 6))
def test_factor_and_sign(build, m):
    L = all_pairs(f_score_loss, m)
    F, U = build(m, 2, -1)
    assert np.allclose(F @ U.T + 1, L)
    F, U = build(m, 1, 1)
    wrong = ~np.isclose(F @ U.T + 1, L)
    assert wrong[0, 0]
    assert wrong[1:, 1:].sum() == (L[1:, 1:] < 1).sum()


@pytest.mark.parametrize("m", range(1, 6))
@pytest.mark.parametrize("empty", [0, 1])
def test_the_dimension_does_not_depend_on_the_policy(m, empty):
    L = all_pairs(lambda z, y: f_score_loss(z, y, empty), m)
    expected = m * m - m + 1
    assert ranks(L) == (expected, expected)
    assert ranks(L[:, 1:]) == (expected, expected)


@pytest.mark.parametrize("m", range(1, 5))
def test_scores_are_inner_products_of_unit_vectors(m):
    G = np.array([vector(z) for z in bits(m)], dtype=float)
    score = 1 - all_pairs(f_score_loss, m)
    assert np.allclose(G @ G.T, score)
    assert np.allclose(np.diag(score), 1)
    assert np.linalg.eigvalsh(score).min() > -1e-12


@pytest.mark.parametrize("m", range(1, 7))
def test_the_shift_that_saves_one(m):
    harmonic = sum(1 / i for i in range(1, m + 1))
    L = all_pairs(f_score_loss, m)
    assert np.linalg.matrix_rank(L - 1, tol=1e-9) == m * m - m + 2
    saved = np.linalg.matrix_rank(L - 1 + 1 / (1 + m * harmonic), tol=1e-9)
    assert saved == m * m - m + 1


@pytest.mark.parametrize("m", range(1, 7))
def test_constants(m):
    first, second = decomposition_1(m, 2, -1), decomposition_2(m, 2, -1)
    assert constant(*decomposition_1(m, 1, 1)) == pytest.approx(np.sqrt(m * m + 1))
    assert constant(*second) == pytest.approx(np.sqrt(m * (m * m + 1)))
    norm = np.linalg.norm(first[0], axis=1).max()
    assert 1 <= norm < 2
    assert (norm <= 1 + 1e-12) == (m == 1)
    assert (min(constant(*first), constant(*second)) <= np.sqrt(2) * m + 1e-12) == (m <= 3)


@pytest.mark.parametrize("m", range(1, 6))
def test_signs_and_codes_beat_the_table(m):
    d = 1 << m.bit_length()
    h = np.array([[(-1) ** (i & e).bit_count() for e in range(d)] for i in range(d)])

    def reading(a):
        return sum(h[b] / (a + b) for b in range(1, m + 1)) / d

    def F(z):
        a = sum(z)
        if not a:
            return np.concatenate([np.zeros(m * d), np.tile(-h[0] / (d * m), m)])
        own, shared = np.outer(z, -reading(a)).ravel(), np.tile(-a / m * reading(a), m)
        return np.concatenate([own, shared])

    def U(y):
        own = np.outer(2 * np.array(y) - 1, h[sum(y)]).ravel()
        return np.concatenate([own, np.tile(h[sum(y)], m)])

    rows, columns = np.array([F(z) for z in bits(m)]), np.array([U(y) for y in bits(m)])
    assert np.allclose(rows @ columns.T + 1, all_pairs(f_score_loss, m))
    assert constant(rows, columns) <= np.sqrt(2 * m) + 1e-9


@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_bounds_on_the_least_constant(m):
    found = least_factorisation(all_pairs(f_score_loss, m))
    assert 1 / 2 - 1e-5 <= found <= np.sqrt(2 * m) + 1e-5


def two_steps(m, P, p0, weight):
    """The printed algorithm, with `weight` on the scores before they are compared with p_0."""
    A = np.array(
        [[sum(P[j, s] / (s + 1 + k) for s in range(m)) for k in range(1, m + 1)] for j in range(m)]
    )
    best, chosen = p0, (0,) * m
    for k in range(1, m + 1):
        top = np.argsort(-A[:, k - 1])[:k]
        if weight * A[top, k - 1].sum() > best:
            best = weight * A[top, k - 1].sum()
            chosen = tuple(int(j in top) for j in range(m))
    return chosen


def disagreements(m, weight, rounds=150):
    """How often the algorithm is not Bayes-optimal at a random distribution."""
    L, sets = all_pairs(f_score_loss, m), bits(m)
    count = 0
    for p in np.random.default_rng(m).dirichlet(np.full(2**m, 0.5), size=rounds):
        P = np.zeros((m, m))
        for y, mass in zip(sets, p, strict=True):
            if any(y):
                P[:, sum(y) - 1] += mass * np.array(y)
        risks = L @ p
        count += risks[sets.index(two_steps(m, P, p[0], weight))] > risks.min() + 1e-9
    return count


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_the_algorithm_needs_the_factor(m):
    assert disagreements(m, 2) == 0
    assert disagreements(m, 1) > 0


@pytest.mark.parametrize("m", range(2, 7))
@pytest.mark.parametrize("empty", [0, 1])
def test_no_distribution_of_full_support_gives_equal_risks(m, empty):
    L = all_pairs(lambda z, y: f_score_loss(z, y, empty), m)
    single = [i for i, z in enumerate(bits(m)) if sum(z) == 1]
    difference = L[single].mean(axis=0) - L[-1]
    assert difference.min() >= -1e-12
    assert difference[1:].min() > 0


def test_three_predictions_tie_for_two_labels():
    risks = all_pairs(f_score_loss, 2) @ (np.array([11, 3, 9, 3]) / 26)
    assert np.allclose(risks[[0, 2, 3]], 15 / 26)
    assert risks[1] > 15 / 26
