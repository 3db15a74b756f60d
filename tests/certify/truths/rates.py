"""Rates at the coins that refute them, in floats."""

from math import comb, exp

import numpy as np

from qstheory.certify.kinds.coin_samples import CoinSample, Factor, RateWithConstant


def majority_errs(n: int, gap: float) -> float:
    """P(at most half of n tosses of a coin with P(1) = (1 + gap)/2 are 1)."""
    up = (1 + gap) / 2
    return sum(comb(n, k) * up**k * (1 - up) ** (n - k) for k in range(n // 2 + 1))


def coin_bound(factors: tuple[Factor, ...], n: float, gap: float, tau: int) -> float:
    """The bound with C = 1 at the coin: c = A = 1/2, kappa = 1, |g*| = Q = gap, gamma = gap."""
    values = {
        "samples": n,
        "confidence": float(tau),
        "row-norm": 0.5,
        "A": 0.5,
        "kernel-bound": 1.0,
        "regression-norm": gap,
        "Q": gap,
        "inverse-margin-norm": 1 / gap,
    }
    return float(np.prod([values[f.name] ** float(f.exponent) for f in factors]))


def _with_constant(proposition: RateWithConstant, sample: CoinSample) -> bool:
    gap = float(sample.gap)
    bound = float(proposition.constant) * coin_bound(proposition.factors, sample.n, gap, sample.tau)
    allowed = float(proposition.failures) * exp(-sample.tau)
    return not (gap > bound and majority_errs(sample.n, gap) > allowed)


TRUTHS = {RateWithConstant: _with_constant}
