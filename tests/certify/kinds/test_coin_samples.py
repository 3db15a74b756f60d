"""Rates refuted on coins: the majority's error by brute force, and what proves nothing."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from qstheory.certify import decide
from qstheory.certify.kinds.coin_samples import CoinSample, Factor, RateWithConstant, majority_error

TENTH, HALF, ONE = Fraction(1, 10), Fraction(1, 2), Fraction(1)
BASE = (
    Factor("row-norm", ONE),
    Factor("kernel-bound", ONE),
    Factor("regression-norm", ONE),
    Factor("confidence", Fraction(2)),
    Factor("samples", Fraction(-1, 4)),
)
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


@pytest.mark.parametrize(
    ("proposition", "certificate"),
    [
        (SMALL, replace(COIN, n=2)),
        (SMALL, replace(COIN, gap=Fraction(2))),
        (SMALL, replace(COIN, tau=0)),
        (SMALL, replace(COIN, tau=61)),
        (replace(SMALL, factors=(Factor("samples", Fraction(10**13)),)), replace(COIN, n=3)),
        (replace(SMALL, constant=-ONE), COIN),
        (SMALL, replace(COIN, n=10**6 + 1)),
        (SMALL, replace(COIN, tau=1)),
        (replace(SMALL, constant=ONE), COIN),
    ],
)
def test_what_shows_nothing(proposition: object, certificate: object) -> None:
    assert decide(proposition, certificate).outcome.value == "invalid"


def test_the_margin_norm_is_an_inverse_power_of_the_gap() -> None:
    # excess <= C |1/gamma|^1: the bound 1/g is never below g.
    alone = RateWithConstant(ONE, (Factor("inverse-margin-norm", ONE),), Fraction(8))
    assert decide(alone, COIN).outcome.value == "invalid"
