"""Rates at the families that refute them, in floats, and moments that are known."""

from math import comb, exp
from typing import Any

import numpy as np

from qstheory.certify.kinds.learning_rates import (
    CoinFamily,
    CoinSample,
    Factor,
    RateWithConstant,
    UniversalRate,
)
from qstheory.certify.kinds.margin_families import BigImpliesLittle, NoiseBoundsMoment


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


def two_point_bound(factors: tuple[Factor, ...], n: float, tau: int) -> float:
    """The same at the two points: kappa^2 = s = n^(-1/2)/2, |g*| = Q = 2 s^(-1/2), gamma = 1."""
    s = n**-0.5 / 2
    values = {
        "samples": n,
        "confidence": float(tau),
        "row-norm": 0.5,
        "A": 0.5,
        "kernel-bound": s**0.5,
        "regression-norm": 2 * s**-0.5,
        "Q": 2 * s**-0.5,
        "inverse-margin-norm": 1.0,
    }
    return float(np.prod([values[f.name] ** float(f.exponent) for f in factors]))


def _universal(proposition: UniversalRate, certificate: Any) -> bool:
    """False when along the family errors stay likely and bound over excess keeps falling."""
    tau, factors = certificate.tau, proposition.factors
    allowed = float(proposition.failures) * exp(-tau)
    if isinstance(certificate, CoinFamily):
        slope = float(certificate.slope)
        likely = majority_errs(101, slope / 101) > allowed
        few, many = (coin_bound(factors, n, slope / n, tau) * n / slope for n in (1e6, 1e12))
        noisy = proposition.problems == "all"
    else:
        likely, noisy = allowed < 1, True
        few, many = (two_point_bound(factors, n, tau) for n in (1e6, 1e12))
    return not (likely and noisy and many < 0.999 * few)


def _with_constant(proposition: RateWithConstant, sample: CoinSample) -> bool:
    gap = float(sample.gap)
    bound = float(proposition.constant) * coin_bound(proposition.factors, sample.n, gap, sample.tau)
    allowed = float(proposition.failures) * exp(-sample.tau)
    return not (gap > bound and majority_errs(sample.n, gap) > allowed)


TRUTHS = {
    UniversalRate: _universal,
    RateWithConstant: _with_constant,
    # O(t^p) bounds the moments of order q < p and, like o(t^p), no moment of order q >= p.
    NoiseBoundsMoment: lambda p, _: p.q < p.p,
    # Margins uniform on (0, 1) to the power 1/p have P(gamma <= t) = t^p, which is no o(t^p).
    BigImpliesLittle: lambda p, _: p.p < 1,
}
