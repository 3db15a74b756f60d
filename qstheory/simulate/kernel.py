"""The kernel 1 + exp(-|x - x'|^2 / 2), which is its features' inner product to the last digit.

A function with the weights w in linearly independent features has the RKHS norm |w|. The Gaussian
RKHS contains no constant but 0 on a set with an inner point (Steinwart and Christmann, Support
Vector Machines, 2008, Corollary 4.44), so the constant is a feature of its own.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
KAPPA = 2**0.5
"""sup_x k(x, x)^(1/2)."""


def kernel(x: Array, centres: Array) -> Array:
    """k(x, c), one row for each x; points are numbers or rows."""
    gaps = x[:, None] - centres[None, :]
    squared = gaps**2 if gaps.ndim == 2 else (gaps**2).sum(axis=2)
    return np.asarray(1 + np.exp(-0.5 * squared))
