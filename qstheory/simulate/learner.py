"""Kernel ridge regression for many lambda and losses on one sample of X, and its exact risks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qstheory.simulate.quadrature import Enclosed, Grid, kernel_distance
from qstheory.simulate.world import World, kernel, position

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Spectrum:
    """K = V diag(w) V^T of one sample: it serves every lambda and every loss with these x."""

    x: Array
    values: Array
    vectors: Array

    @classmethod
    def of(cls, x: Array) -> "Spectrum":
        """The decomposition of the kernel matrix."""
        values, vectors = np.linalg.eigh(kernel(x, x))
        return cls(x, np.maximum(values, 0), vectors)

    def coefficients(self, targets: Array, lam: float) -> Array:
        """C = (K + n lambda I)^-1 targets."""
        scale = 1 / (self.values + len(self.x) * lam)
        return np.asarray(self.vectors @ (scale[:, None] * (self.vectors.T @ targets)))


@dataclass(frozen=True)
class Outcome:
    """What one fit reaches: risks, P(X_f), and both sides of every inequality are made of these."""

    lam: float
    excess: Enclosed
    surrogate: Enclosed
    wrong: Enclosed


def risks(world: World, grid: Grid, spectrum: Spectrum, coefficients: Array, lam: float) -> Outcome:
    """The risks of x -> d(ghat(x)) by quadrature over x and exact sums over y."""
    points = grid.points
    estimate = kernel(points, spectrum.x) @ coefficients
    target = world.regression(points)
    scores = estimate @ world.F.T
    chosen = scores.argmin(axis=1)
    excess = world.excess(points)
    paid = excess[np.arange(len(points)), chosen]
    images = kernel(spectrum.x, spectrum.x) @ coefficients
    norms = np.sqrt(np.maximum(np.einsum("ij,ij->j", coefficients, images), 0))
    moved = kernel_distance(grid.radius)[:, None] * norms[None, :]
    differences = world.F[None, :, :] - world.F[chosen][:, None, :]
    reach = np.einsum("pzj,pj->pz", np.abs(differences), moved)
    gap = scores - scores[np.arange(len(points)), chosen][:, None]
    rivals = gap < reach
    rivals[np.arange(len(points)), chosen] = True
    # The excess of a fixed prediction is affine in s(x), which moves by at most radius * sup |s'|.
    shift = 1.5 * grid.radius
    slope = np.abs(world.matrix @ world.direction).max() * 2
    wobble = slope * shift
    lowest = np.where(rivals, excess, np.inf).min(axis=1) - wobble
    highest = np.where(rivals, excess, -np.inf).max(axis=1) + wobble
    truth = np.where(position(points) < 0, world.path.left, world.path.right)
    certain = rivals.sum(axis=1) == 1
    # The grid is split at the boundary, so a cell on which the optimal prediction is certain costs
    # nothing anywhere.
    optimal = certain & (np.abs(world.matrix[chosen] - world.matrix[truth]).max(axis=1) == 0)
    error = np.where(optimal, 0, np.maximum(highest - paid, paid - np.maximum(lowest, 0)))
    wrong = (chosen != truth) & (excess[np.arange(len(points)), chosen] > 0)
    gaps = estimate - target
    squares = np.einsum("ij,ij->i", gaps, gaps)
    star = np.abs(world.direction @ world.U) * 1.5
    drift = moved + grid.radius[:, None] * star[None, :]
    off = np.einsum("ij,ij->i", 2 * np.abs(gaps) + drift, drift)
    weight = grid.weight
    return Outcome(
        lam,
        Enclosed(float(paid.sum() * weight), float(error.sum() * weight)),
        Enclosed(float(squares.sum() * weight), float(off.sum() * weight)),
        Enclosed(float(wrong.sum() * weight), float((~certain).sum() * weight)),
    )


def fit(
    world: World, grid: Grid, spectrum: Spectrum, y: NDArray[np.intp], lambdas: Sequence[float]
) -> list[Outcome]:
    """One outcome for each lambda."""
    targets = world.U[y]
    return [
        risks(world, grid, spectrum, spectrum.coefficients(targets, lam), lam) for lam in lambdas
    ]
