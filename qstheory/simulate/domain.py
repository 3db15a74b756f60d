"""Where X lives: a signed t in [-1, 1] says how far X is beyond the decision boundary t = 0.

|t| has the law of a density and t a random sign. P(y | x) = centre + s(t) direction, where s is a
function of x in the span of the constant and the kernel's sections, so that its norm is known.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qstheory.simulate.densities import Density
from qstheory.simulate.quadrature import Cells

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Moments:
    """E phi(X) phi(X)^T for the features with the constant, and bounds of its quadrature errors.

    Parameters
    ----------
    values : ndarray of shape (d, d)
        E phi(X) phi(X)^T.
    errors : ndarray of shape (d, d)
        What bounds the error of each entry.
    """

    values: Array
    errors: Array


@dataclass(frozen=True)
class Side:
    """t -> |s(sign t)| on (0, 1]: over t, its derivative, and its value at 1.

    Parameters
    ----------
    sign : {-1, 1}
        Of t on this side.
    ratio : callable
        t -> |s(sign t)| / t.
    growth : callable
        t -> the derivative of |s(sign t)| in t.
    end : float
        |s(sign)|, the value at t = 1.
    """

    sign: int
    ratio: Callable[[float], float]
    growth: Callable[[float], float]
    end: float


class Domain(ABC):
    """A set of x with the kernel 1 + exp(-|x - x'|^2 / 2) by its features, the constant first."""

    dimension: int
    rounds: int
    """How often cells are split where the decision is unsure."""
    least_ratio: float
    """inf |s(t)| / |t|."""
    position_constant: float
    """b, where s = b + h with h in the Gaussian RKHS."""
    position_squared: float
    """|h|^2."""

    @property
    @abstractmethod
    def sides(self) -> tuple[Side, ...]:
        """The sides of the boundary, one for both where |s| is even."""

    @abstractmethod
    def position(self, t: Array) -> Array:
        """s(t), increasing, s(0) = 0, |s| <= 1."""

    @abstractmethod
    def position_weights(self) -> Array:
        """s in the features."""

    @abstractmethod
    def features(self, points: Array) -> Array:
        """The features, one row for each x."""

    @abstractmethod
    def slopes(self, points: Array) -> tuple[Array, ...]:
        """The partial derivatives of the features, none where distances alone tell enough."""

    @abstractmethod
    def place(self, t: Array, seed: np.random.Generator) -> Array:
        """An x for each t, from the law of X given t."""

    @abstractmethod
    def cells(self, density: Density, count: int) -> Cells:
        """Cells that cover the domain, with their exact masses."""

    @abstractmethod
    def split(self, density: Density, cells: Cells, which: NDArray[np.bool_]) -> Cells:
        """Smaller cells that cover those."""

    @abstractmethod
    def moments(self, density: Density) -> Moments:
        """E phi phi^T."""
