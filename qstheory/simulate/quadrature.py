"""Expectations over X by the midpoint rule in V, with an error bound.

X = sign Q(V). On a cell of V the predictor is constant when its decision at the midpoint has a
score gap that no point of the cell can close: |g_j(x) - g_j(x')| <= ||g_j|| d(x, x') with the
kernel's metric d. Cells where that is not shown are counted in the error with the largest excess.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qstheory.simulate.densities import Density

Array = NDArray[np.float64]
CELLS = 1024


@dataclass(frozen=True)
class Grid:
    """Midpoints and ends of the cells on both sides of the boundary; each weighs `weight`."""

    density: Density
    cells: int = CELLS

    @cached_property
    def _ends(self) -> Array:
        return self.density.quantile(np.linspace(0, 1, self.cells + 1))

    @cached_property
    def points(self) -> Array:
        """The midpoints in V, first on the right, then on the left."""
        half = self.density.quantile((np.arange(self.cells) + 0.5) / self.cells)
        return np.concatenate([half, -half])

    @cached_property
    def radius(self) -> Array:
        """Half-width in x of the cell around each point: the larger distance to its ends."""
        half = self.points[: self.cells]
        reach = np.maximum(self._ends[1:] - half, half - self._ends[:-1])
        return np.concatenate([reach, reach])

    @property
    def weight(self) -> float:
        """The probability of a cell."""
        return 0.5 / self.cells


@dataclass(frozen=True)
class Enclosed:
    """A value and how far it can be off."""

    value: float
    error: float


def kernel_distance(radius: Array) -> Array:
    """sup d(x, x') over |x - x'| <= radius for the Gaussian kernel of width 1; constants cancel."""
    return np.asarray(np.sqrt(2 * (1 - np.exp(-0.5 * radius**2))))
