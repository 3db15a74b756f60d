"""Expectations over X: cells with exact masses for decisions, integrals for moments.

The cells are narrow near the boundary; their masses come from the distribution function, so nothing
is sampled.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad

from qstheory.simulate.densities import Density

Array = NDArray[np.float64]
CELLS = 1024
"""Cells on a side: at n = 256 and p of 0.5 to 4 the error of an excess risk is 4 % of it in the
median, twice that with half as many; fits leave out what is not twice its error."""
CROWDING = 1.5
"""The ends of the cells are at (i / cells)^CROWDING between the least |t| and 1: with 1 that median
is 7 % and errors reach 60 times the excess risk, with 0.75 it is 12 %, with 3 it is 3 %."""


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells of X: t at the end nearer to the boundary, at the other end and in the middle, the
    point in the middle, how far the cell reaches from it, and its probability.

    Parameters
    ----------
    near, far, middle : ndarray of shape (k,)
        t at the end nearer to the boundary, at the other end, in the middle.
    points : ndarray of shape (k,) or (k, 2)
        The point in the middle.
    radius : ndarray of shape (k,)
        The largest distance from it within the cell.
    mass : ndarray of shape (k,)
        The probability of the cell.
    """

    near: Array
    far: Array
    middle: Array
    points: Array
    radius: Array
    mass: Array


def knots(density: Density, count: int) -> Array:
    """Ends of cells of |t|; the first cell is the least |t| alone, with the mass of an atom."""
    low = density.least
    ends = low + (1 - low) * np.linspace(0, 1, count + 1) ** CROWDING
    return np.concatenate([[low], ends])


def knot_masses(density: Density, ends: Array) -> Array:
    """The probability of each cell between knots on one side of the boundary."""
    reached = density.distribution(ends[1:])
    return np.asarray(np.diff(np.concatenate([[0.0], reached])) / 2)


@dataclass(frozen=True)
class Enclosed:
    """A value and how far it can be off.

    Parameters
    ----------
    value : float
        What was computed.
    error : float
        A bound on its distance to what is meant.
    """

    value: float
    error: float


def mean_by_parts(density: Density, last: float, derivative: Callable[[float], float]) -> Enclosed:
    """E f(|t|) = f(1) - int f'(t) P(|t| <= t) dt, from f(1) and f'."""

    def integrand(t: float) -> float:
        return derivative(t) * float(density.distribution(np.array([t]))[0])

    value, error = quad(integrand, density.least, 1, epsabs=1e-13, epsrel=1e-13, limit=200)
    return Enclosed(last - float(value), float(error))


def kernel_distance(radius: Array) -> Array:
    """sup d(x, x') over |x - x'| <= radius for the Gaussian kernel of width 1; constants cancel."""
    return np.asarray(np.sqrt(-2 * np.expm1(-0.5 * radius**2)))
