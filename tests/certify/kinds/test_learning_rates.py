"""Rates refuted on coins: the majority's error by brute force, and what proves nothing."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, prod

import numpy as np
import pytest

from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, loads
from qstheory.certify.kinds.learning_rates import (
    CoinFamily,
    CoinSample,
    Factor,
    RateWithConstant,
    TwoPointFamily,
    UniversalRate,
    exponential_from_below,
    majority_error,
)

TENTH, HALF, ONE = Fraction(1, 10), Fraction(1, 2), Fraction(1)
BASE = (
    Factor("row-norm", ONE),
    Factor("kernel-bound", ONE),
    Factor("regression-norm", ONE),
    Factor("confidence", Fraction(2)),
    Factor("samples", Fraction(-1, 4)),
)
UNIVERSAL = UniversalRate(BASE, Fraction(8))
SMALL = RateWithConstant(TENTH, BASE, Fraction(8))
COIN = CoinSample(1, TENTH, 3, "summed")


@pytest.mark.parametrize("n", [1, 3, 5, 7])
def test_the_error_of_the_majority_by_enumeration(n: int) -> None:
    gap = Fraction(1, 5)
    brute = sum(
        prod((1 + gap) / 2 if toss else (1 - gap) / 2 for toss in tosses)
        for tosses in product((0, 1), repeat=n)
        if 2 * sum(tosses) < n
    )
    assert majority_error(n, gap) == brute >= (1 - n * gap) / 2


def test_the_exponential_is_bounded_from_below() -> None:
    assert 20 < exponential_from_below(3) <= Fraction(exp(3)) + Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("constant", "sample"),
    [
        (TENTH, COIN),
        (HALF, CoinSample(27, Fraction(1, 270), 3, "summed")),
        (ONE, CoinSample(411, Fraction(1, 4110), 3, "summed")),
        (Fraction(10), CoinSample(45**4 + 2, TENTH / (45**4 + 2), 3, "coupled")),
    ],
)
def test_a_constant_is_refuted(constant: Fraction, sample: CoinSample) -> None:
    assert decide(replace(SMALL, constant=constant), sample).outcome.value == "refutes"


def test_no_constant_will_do() -> None:
    assert decide(UNIVERSAL, CoinFamily(TENTH, 3)).outcome.value == "refutes"
    items = [Item(UNIVERSAL, CoinFamily(TENTH, 3), "refutes"), Item(SMALL, COIN, "refutes")]
    assert loads(dumps(items)) == items


@pytest.mark.parametrize(
    ("proposition", "certificate"),
    [
        (UNIVERSAL, CoinFamily(Fraction(0), 3)),
        (UNIVERSAL, CoinFamily(TENTH, 0)),
        (UNIVERSAL, CoinFamily(TENTH, 2)),
        # Noise that does not shrink with g keeps the bound above the excess risk.
        (replace(UNIVERSAL, factors=BASE[:2] + BASE[4:]), CoinFamily(TENTH, 3)),
        (SMALL, replace(COIN, n=2)),
        (SMALL, replace(COIN, gap=Fraction(2))),
        (SMALL, replace(COIN, tau=0)),
        (replace(SMALL, constant=-ONE), COIN),
        (SMALL, replace(COIN, n=10**6 + 1)),
        (SMALL, replace(COIN, tau=1)),
        (replace(SMALL, constant=ONE), COIN),
    ],
)
def test_what_shows_nothing(proposition: object, certificate: object) -> None:
    assert decide(proposition, certificate).outcome.value == "invalid"


def test_noise_is_not_needed_when_the_kernel_is_scaled() -> None:
    noiseless = replace(UNIVERSAL, problems="noiseless")
    assert decide(noiseless, TwoPointFamily(3)).outcome.value == "refutes"
    assert decide(noiseless, CoinFamily(TENTH, 3)).outcome.value == "invalid"
    assert decide(noiseless, TwoPointFamily(2)).outcome.value == "invalid"
    assert decide(noiseless, TwoPointFamily(0)).outcome.value == "invalid"
    # Without kappa the norm of g* alone grows as fast as n^(1/4).
    unscaled = replace(noiseless, factors=(BASE[0], *BASE[2:]))
    assert decide(unscaled, TwoPointFamily(3)).outcome.value == "invalid"


@pytest.mark.parametrize("N", [2, 4, 10])
def test_the_two_points_are_confused(N: int) -> None:
    n, s = N * N, 1 / (2 * N)
    kernel = s * np.array([[1, 0.5], [0.5, 1]])
    assert np.array([1, -1]) @ np.linalg.solve(kernel, [1, -1]) == pytest.approx(4 / s)
    for b in range(n // 4 + 1):
        points = np.array([0] * (n - b) + [1] * b)
        gram = kernel[np.ix_(points, points)]
        alpha = np.linalg.solve(gram + n / N * np.eye(n), kernel[points, 1])
        assert alpha @ np.where(points == 0, 1, -1) > 0


def test_the_margin_norm_is_an_inverse_power_of_the_gap() -> None:
    # excess <= C |1/gamma|^1: bound 1/g >= g always, so the family shows nothing.
    rate = UniversalRate((Factor("inverse-margin-norm", ONE),), Fraction(8))
    assert decide(rate, CoinFamily(TENTH, 3)).outcome.value == "invalid"
    alone = RateWithConstant(ONE, rate.factors, Fraction(8))
    assert decide(alone, COIN).outcome.value == "invalid"
