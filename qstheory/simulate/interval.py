"""X = t on [-1, 1], with s(x) = (k(x, 1) - k(x, -1)) / (k(1, 1) - k(1, -1)).

    exp(-(x - x')^2 / 2) = sum_j phi_j(x) phi_j(x'),   phi_j(x) = exp(-x^2 / 2) x^j / sqrt(j!).

The terms from J on sum to less than 2 / J!, below 1e-26 for J = 26, so ridge regression on these
features is kernel ridge regression up to rounding, and costs O(n J^2).
"""

from dataclasses import dataclass
from functools import cache
from math import exp, factorial

import numpy as np
from numpy.typing import NDArray

from qstheory.simulate.densities import Density
from qstheory.simulate.domain import Domain, Moments, Side
from qstheory.simulate.quadrature import Cells, Enclosed, knot_masses, knots, mean_by_parts

Array = NDArray[np.float64]
TERMS = 26
"""J: the terms that are left out sum to less than 2 / J!, below 1e-26."""
FAR = float(np.exp(-2.0))
"""The Gaussian kernel between 1 and -1."""
STEEPEST = 2 * float(np.exp(-0.5)) / (1 - FAR)
"""s'(0), the largest derivative of s."""


def _scales() -> Array:
    return np.array([factorial(j) ** -0.5 for j in range(TERMS)])


def _ratio(t: float) -> float:
    return float(STEEPEST * exp(-t * t / 2) * (np.sinh(t) / t if t > 1e-8 else 1.0))


def _growth(t: float) -> float:
    return float(STEEPEST * exp(-t * t / 2) * (np.cosh(t) - t * np.sinh(t)))


@dataclass(frozen=True)
class Interval(Domain):
    """[-1, 1]. s is odd, and concave on [0, 1] with s(1) = 1, so |s(t)| >= |t|."""

    dimension = 1
    rounds = 0
    least_ratio = 1.0
    position_constant = 0.0
    position_squared = 2 / (1 - FAR)
    """|s|^2 = 2 / (1 - k(1, -1))."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """One for both."""
        return (Side(1, _ratio, _growth, 1.0),)

    def position(self, t: Array) -> Array:
        """Odd, increasing on [-1, 1], s(1) = 1."""
        return np.asarray(STEEPEST * np.exp(-0.5 * t**2) * np.sinh(t))

    def position_weights(self) -> Array:
        """Odd features only."""
        weights = np.concatenate([[0.0], STEEPEST * _scales()])
        weights[1::2] = 0
        return weights

    def features(self, points: Array) -> Array:
        """1 and phi_0, ..., phi_(J-1), one row for each x."""
        powers = points[:, None] ** np.arange(TERMS) * _scales() * np.exp(-0.5 * points**2)[:, None]
        return np.hstack([np.ones((len(points), 1)), powers])

    def slopes(self, points: Array) -> tuple[Array, ...]:
        """None: the cells are narrow enough."""
        return ()

    def place(self, t: Array, seed: np.random.Generator) -> Array:
        """x = t."""
        return t

    def cells(self, density: Density, count: int) -> Cells:
        """`count` cells beside the least |x| on both sides, first the right one."""
        ends = knots(density, count)
        near = np.concatenate([ends[:-1], -ends[:-1]])
        far = np.concatenate([ends[1:], -ends[1:]])
        middle = np.asarray((near + far) / 2)
        one_side = knot_masses(density, ends)
        mass = np.concatenate([one_side, one_side])
        return Cells(near, far, middle, middle, np.asarray(np.abs(far - near) / 2), mass)

    def split(self, density: Density, cells: Cells, which: NDArray[np.bool_]) -> Cells:
        """Never needed: the cells are narrow enough."""
        raise NotImplementedError

    def moments(self, density: Density) -> Moments:
        """Odd ones vanish, since X has a random sign."""
        return _moments(density)


INTERVAL = Interval()


def gaussian_moment(density: Density, k: int, rate: float) -> Enclosed:
    """E |X|^k exp(-rate X^2)."""

    def derivative(t: float) -> float:
        leading = k * t ** (k - 1) if k else 0.0
        return (leading - 2 * rate * t ** (k + 1)) * exp(-rate * t * t)

    return mean_by_parts(density, exp(-rate), derivative)


@cache
def _moments(density: Density) -> Moments:
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
