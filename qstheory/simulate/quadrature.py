"""Expectations over X: cells with exact masses for decisions, integrals for moments.

X has a random sign. The cells of |X| are narrow near the boundary; their masses come from the
distribution function, so nothing is sampled.
"""

from dataclasses import dataclass
from functools import cached_property
from math import exp

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad

from qstheory.simulate.densities import Density

Array = NDArray[np.float64]
CELLS = 1024
CROWDING = 1.5
"""The ends of the cells are at (i / cells)^CROWDING between the least |X| and 1."""


@dataclass(frozen=True)
class Grid:
    """Cells of X on both sides of the boundary, first the right side; the first cell of a side is
    the point of least |X| alone, which carries the mass of an atom there."""

    density: Density
    cells: int = CELLS

    @cached_property
    def _knots(self) -> Array:
        low = self.density.least
        ends = low + (1 - low) * np.linspace(0, 1, self.cells + 1) ** CROWDING
        return np.concatenate([[low], ends])

    @cached_property
    def near(self) -> Array:
        """The end of each cell that is nearer to the boundary."""
        return np.concatenate([self._knots[:-1], -self._knots[:-1]])

    @cached_property
    def far(self) -> Array:
        """The other end."""
        return np.concatenate([self._knots[1:], -self._knots[1:]])

    @cached_property
    def points(self) -> Array:
        """The middle of each cell."""
        return np.asarray((self.near + self.far) / 2)

    @cached_property
    def radius(self) -> Array:
        """Half the width of each cell."""
        return np.asarray(np.abs(self.far - self.near) / 2)

    @cached_property
    def mass(self) -> Array:
        """The probability of each cell."""
        reached = self.density.distribution(self._knots[1:])
        one_side = np.diff(np.concatenate([[0.0], reached])) / 2
        return np.concatenate([one_side, one_side])


@dataclass(frozen=True)
class Enclosed:
    """A value and how far it can be off."""

    value: float
    error: float


def gaussian_moment(density: Density, k: int, rate: float) -> Enclosed:
    """E |X|^k exp(-rate X^2) = f(1) - int f'(t) P(|X| <= t) dt by parts, f the integrand."""

    def derivative(t: float) -> float:
        leading = k * t ** (k - 1) if k else 0.0
        return (leading - 2 * rate * t ** (k + 1)) * exp(-rate * t * t)

    def integrand(t: float) -> float:
        return derivative(t) * float(density.distribution(np.array([t]))[0])

    value, error = quad(integrand, density.least, 1, epsabs=1e-13, epsrel=1e-13, limit=200)
    return Enclosed(exp(-rate) - float(value), float(error))


def kernel_distance(radius: Array) -> Array:
    """sup d(x, x') over |x - x'| <= radius for the Gaussian kernel of width 1; constants cancel."""
    return np.asarray(np.sqrt(-2 * np.expm1(-0.5 * radius**2)))
