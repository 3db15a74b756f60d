"""Slopes: planted ones are recovered, and what is below the quadrature error is not fitted."""

import numpy as np
import pytest

from qstheory.simulate.inequalities import fitted_sizes, slope
from qstheory.simulate.study import bound_exponent, judge_rate

SIZES = np.array([64, 128, 256, 512, 1024, 2048])


def planted(exponent, seed, replicates=60):
    """Noisy risks of the order n^-exponent, faster at the sizes that are left out."""
    noise = np.random.default_rng(seed).gamma(2, 0.5, (replicates, len(SIZES)))
    early = np.where(SIZES < 256, (256 / SIZES) ** 0.8, 1)
    return SIZES**-exponent * early * noise


@pytest.mark.parametrize("exponent", [0.25, 1 / 3, 0.5, 1.0])
def test_planted_slopes_are_recovered(exponent):
    """The interval holds the truth nearly always, and is short."""
    found = [slope(SIZES, planted(exponent, seed), np.zeros((60, 6))) for seed in range(20)]
    assert all(fit.sizes == (256, 512, 1024, 2048) for fit in found)
    assert sum(fit.low <= exponent <= fit.high for fit in found) >= 16
    assert all(fit.high - fit.low < 0.4 for fit in found)


def test_noise_below_the_quadrature_error_is_not_fitted():
    """A size counts when its mean is twice its error; with fewer than two there is no slope."""
    risks = planted(0.5, 0)
    errors = np.where(SIZES > 600, risks, 0)
    assert slope(SIZES, risks, errors).sizes == (256, 512)
    assert slope(SIZES, risks, risks) is None
    assert slope(SIZES, 0 * risks, 0 * risks) is None
    assert not fitted_sizes(SIZES, np.ones(6), np.ones(6)).any()


def test_one_replicate_has_the_slope_as_its_interval():
    """No spread can be seen in one replicate."""
    fit = slope(SIZES, SIZES[None, :] ** -0.5, np.zeros((1, 6)))
    assert fit.low == fit.value == fit.high == pytest.approx(0.5)


def test_judgements():
    """By where the interval lies; what is not fitted is not judged."""
    errors = np.zeros((60, 6))
    assert judge_rate(None, 0.3) == "not fitted"
    assert judge_rate(slope(SIZES, planted(0.4, 1), errors), 0.4) == "consistent"
    assert judge_rate(slope(SIZES, planted(1.0, 1), errors), 0.4) == "faster than the bound"
    assert judge_rate(slope(SIZES, planted(0.1, 1), errors), 0.4) == "violated"


def test_exponents_of_the_bound():
    """1/4 with no condition, 1/3 at p = 1, 1/2 with a hard margin."""
    assert [bound_exponent(p) for p in (0.0, 1.0, float("inf"))] == [0.25, 1 / 3, 0.5]
