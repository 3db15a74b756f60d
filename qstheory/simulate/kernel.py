"""The kernel 1 + exp(-(x - x')^2 / 2) on [-1, 1] by its features, to the last digit.

    exp(-(x - x')^2 / 2) = sum_j phi_j(x) phi_j(x'),   phi_j(x) = exp(-x^2 / 2) x^j / sqrt(j!).

On [-1, 1] the terms from J on sum to less than 2 / J!, below 1e-26 for J = 26, so ridge regression
on these features is kernel ridge regression up to rounding, and costs O(n J^2). A function with the
weights w in these features has the RKHS norm |w|: the features are linearly independent.
"""

from dataclasses import dataclass
from functools import cache
from math import factorial

import numpy as np
from numpy.typing import NDArray

from qstheory.simulate.densities import Density
from qstheory.simulate.quadrature import gaussian_moment

Array = NDArray[np.float64]
TERMS = 26
KAPPA = 2**0.5
"""sup_x k(x, x)^(1/2)."""
FAR = float(np.exp(-2.0))
"""The Gaussian kernel between 1 and -1."""
STEEPEST = 2 * float(np.exp(-0.5)) / (1 - FAR)
"""s'(0), the largest derivative of s."""


def _scales() -> Array:
    return np.array([factorial(j) ** -0.5 for j in range(TERMS)])


def kernel(x: Array, centres: Array) -> Array:
    """k(x, c), one row for each x."""
    return np.asarray(1 + np.exp(-0.5 * (x[:, None] - centres[None, :]) ** 2))


def features(x: Array) -> Array:
    """1 and phi_0, ..., phi_(J-1), one row for each x."""
    powers = x[:, None] ** np.arange(TERMS) * _scales() * np.exp(-0.5 * x**2)[:, None]
    return np.hstack([np.ones((len(x), 1)), powers])


def position(x: Array) -> Array:
    """s(x) = (k(x, 1) - k(x, -1)) / (k(1, 1) - k(1, -1)): odd, increasing on [-1, 1], s(1) = 1."""
    return np.asarray(STEEPEST * np.exp(-0.5 * x**2) * np.sinh(x))


def position_weights() -> Array:
    """s in the features; |s|^2 = 2 / (1 - k(1, -1))."""
    weights = np.concatenate([[0.0], STEEPEST * _scales()])
    weights[1::2] = 0
    return weights


@dataclass(frozen=True, eq=False)
class Moments:
    """E phi(X) phi(X)^T for the features with the constant, and bounds of its quadrature errors."""

    values: Array
    errors: Array


@cache
def moments(density: Density) -> Moments:
    """The moments under X with |X| from the density and a random sign, so odd ones vanish."""
    scales = np.concatenate([[1.0], _scales()])
    values, errors = np.zeros((TERMS + 1, TERMS + 1)), np.zeros((TERMS + 1, TERMS + 1))
    values[0, 0] = 1
    single = {j: gaussian_moment(density, j, 0.5) for j in range(0, TERMS, 2)}
    double = {j: gaussian_moment(density, j, 1.0) for j in range(0, 2 * TERMS - 1, 2)}
    for i in range(TERMS):
        if i % 2 == 0:
            for row, column in ((0, i + 1), (i + 1, 0)):
                values[row, column] = single[i].value * scales[i + 1]
                errors[row, column] = single[i].error * scales[i + 1]
        for j in range(i % 2, TERMS, 2):
            scale = scales[i + 1] * scales[j + 1]
            values[i + 1, j + 1] = double[i + j].value * scale
            errors[i + 1, j + 1] = double[i + j].error * scale
    return Moments(values, errors)
