"""The error of kernel ridge regression on a sample, against a float oracle."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, loads
from qstheory.certify.kinds.ridge_errors import RidgeErrorBound, RidgeWeights, root_bounds

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
# One feature, inputs 1 and 2 with g* = x; the sample is input 0 with the noisy target 3:
# w (1 + lambda) = 3 with lambda = 1/2, so w = 2 and the error is E x^2 = 5/2;
# T - T_n = 5/2 - 1, xi = 2, so the bound is (1 + 3) (2 + 1/2)^2 2 = 50.
BOUND = RidgeErrorBound(
    ((ONE,), (2 * ONE,)), (HALF, HALF), ((ONE,),), (0,), ((3 * ONE,),), HALF, ONE
)
WEIGHTS = RidgeWeights(((2 * ONE,),))


def test_the_bound_holds_and_survives_the_certificate_file() -> None:
    assert decide(BOUND, WEIGHTS).outcome.value == "proves"
    assert decide(replace(BOUND, factor=Fraction(1, 21)), WEIGHTS).outcome.value == "refutes"
    assert decide(replace(BOUND, factor=Fraction(1, 19)), WEIGHTS).outcome.value == "proves"
    assert loads(dumps([Item(BOUND, WEIGHTS)])) == [Item(BOUND, WEIGHTS)]


def test_what_the_enclosure_leaves_open_is_invalid() -> None:
    close = replace(BOUND, factor=Fraction(1, 20) - Fraction(1, 10**33))
    assert decide(close, WEIGHTS).outcome.value == "invalid"


@pytest.mark.parametrize(
    ("bound", "weights"),
    [
        (BOUND, RidgeWeights(((ONE,),))),
        (replace(BOUND, features=()), WEIGHTS),
        (replace(BOUND, regression=()), WEIGHTS),
        (replace(BOUND, features=((ONE,), (ONE, ONE))), WEIGHTS),
        (replace(BOUND, weights=(ONE,)), WEIGHTS),
        (replace(BOUND, weights=(2 * ONE, -ONE)), WEIGHTS),
        (replace(BOUND, weights=(ONE, ONE)), WEIGHTS),
        (replace(BOUND, sample=(2,)), WEIGHTS),
        (replace(BOUND, targets=((ONE, ONE),)), WEIGHTS),
        (replace(BOUND, regularisation=ZERO), WEIGHTS),
    ],
)
def test_what_shows_nothing(bound: RidgeErrorBound, weights: RidgeWeights) -> None:
    assert decide(bound, weights).outcome.value == "invalid"


def test_roots_are_enclosed() -> None:
    for square in (ZERO, ONE, Fraction(2), Fraction(1, 3)):
        low, high = root_bounds(square)
        assert low * low <= square < high * high
