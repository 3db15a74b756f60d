"""The cited inequality is attacked before it is assumed, and the repaired rate is tried out."""

from itertools import product
from math import exp, sqrt

import numpy as np
import pytest

from verification.sharp2020.base_rate import COINS


@pytest.mark.parametrize(
    ("support", "n"),
    [(name, n) for name in ("signs", "skewed") for n in (1, 2, 3, 6, 9)]
    + [("square", n) for n in (1, 2, 3, 5)],
)
def test_the_cited_tail_bound_survives_exact_enumeration(support: str, n: int) -> None:
    # Values with their probabilities, centred, of norm at most 1 in R^2.
    values = {
        "signs": [((1.0, 0.0), 0.5), ((-1.0, 0.0), 0.5)],
        "square": [((s / sqrt(2), t / sqrt(2)), 0.25) for s in (-1, 1) for t in (-1, 1)],
        "skewed": [((1.0, 0.0), 0.1), ((-1 / 9, 0.0), 0.9)],
    }[support]
    norms, chances = [], []
    for sample in product(values, repeat=n):
        norms.append(np.linalg.norm(np.mean([v for v, _ in sample], axis=0)))
        chances.append(np.prod([p for _, p in sample]))
    norms_, chances_ = np.array(norms), np.array(chances)
    for tau in np.linspace(0.05, 8, 60):
        exceeded = norms_ > sqrt(2 * tau / n) * (1 + 1e-12)
        assert chances_[exceeded].sum() <= 2 * exp(-tau)


def test_the_coins_have_odd_samples_beyond_what_the_constant_needs() -> None:
    for C, n in COINS:
        assert n % 2 == 1
        assert n > (9 * C / 2) ** 4


@pytest.mark.parametrize("delta", [0.01, 0.1, 0.4])
def test_the_repaired_rate_holds_in_simulation(delta: float) -> None:
    # The coin and the two points that refute the printed rate: the excess exceeds the repaired
    # bound in at most 2 delta of the samples, with room for 300 draws.
    generator = np.random.default_rng(0)
    for n in (1, 25, 400):
        for gap in (1 / (10 * n), 0.3):
            tosses = generator.random((300, n)) < (1 + gap) / 2
            wrong = 2 * tosses.sum(axis=1) < n
            noise = 1 + gap
            bound = n**-0.25 * sqrt(1 + delta**-0.5) * (gap + noise * delta**-0.5)
            assert np.mean(wrong * gap > bound) <= 2 * delta + 0.1
