"""Rates read off learning curves: slopes of log risk against log n with bootstrap intervals."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LEVEL = 0.95
"""Of the intervals of slopes, as is customary."""
RESAMPLES = 400
"""Ten of them lie beyond each end of an interval of 95%, so that the ends are no extremes."""
SIGNAL = 2
"""A mean is at least twice its quadrature error, which is then at most half of it."""
LEFT_OUT = 4
"""Sizes below this multiple of the smallest are left out: the rate is one of large n."""


@dataclass(frozen=True)
class Slope:
    """The exponent b of risk ~ n^-b, its interval, and the sizes it was fitted on."""

    value: float
    low: float
    high: float
    sizes: tuple[int, ...]


def fitted_sizes(sizes: Array, means: Array, errors: Array) -> NDArray[np.bool_]:
    """The stated rule: n at least LEFT_OUT times the smallest size, and a mean risk that stands
    SIGNAL times above the quadrature error."""
    return np.asarray((sizes >= LEFT_OUT * sizes.min()) & (means > SIGNAL * errors))


def slope(sizes: Array, risks: Array, errors: Array, seed: int = 0) -> Slope | None:
    """From risks and their errors, replicates x sizes; None when fewer than two sizes can be used.

    The interval is the bootstrap's over replicates, widened to hold the value. A resample with a
    zero mean counts as the steepest slope seen.
    """
    kept = fitted_sizes(sizes, risks.mean(axis=0), errors.mean(axis=0))
    if kept.sum() < 2:
        return None
    x, chosen = np.log(sizes[kept]), risks[:, kept]
    value = -_least_squares(x, chosen.mean(axis=0))
    generator = np.random.default_rng(seed)
    drawn = []
    for _ in range(RESAMPLES):
        rows = generator.integers(0, len(chosen), len(chosen))
        means = chosen[rows].mean(axis=0)
        if (means > 0).all():
            drawn.append(-_least_squares(x, means))
    drawn += [max(drawn, default=value)] * (RESAMPLES - len(drawn))
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Slope(
        float(value),
        float(min(low, value)),
        float(max(high, value)),
        tuple(int(n) for n in sizes[kept]),
    )


def _least_squares(x: Array, means: Array) -> float:
    return float(np.polyfit(x, np.log(means), 1)[0])
