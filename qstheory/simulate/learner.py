"""Kernel ridge regression for many lambda and losses on one sample of X, and its exact risks."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qstheory.simulate.kernel import features, moments
from qstheory.simulate.quadrature import Enclosed, kernel_distance
from qstheory.simulate.setting import Setting

Array = NDArray[np.float64]
NOTHING = 1e-12
"""Excess risks below this are rounding."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Phi = U diag(s) V^T for the features of one sample: it serves every lambda and every loss."""

    left: Array
    values: Array
    right: Array

    @classmethod
    def of(cls, x: Array) -> "Spectrum":
        """The singular value decomposition; K = Phi Phi^T has the eigenvalues s^2."""
        left, values, right = np.linalg.svd(features(x), full_matrices=False)
        return cls(left, values, right)

    def weights(self, targets: Array, lam: float) -> Array:
        """Phi^T (K + n lambda I)^-1 targets, the weights of the kernel ridge regression."""
        shrunk = self.values / (self.values**2 + len(self.left) * lam)
        return np.asarray(self.right.T @ (shrunk[:, None] * (self.left.T @ targets)))


@dataclass(frozen=True)
class Outcome:
    """What one fit reaches: excess risk, surrogate excess risk and P(X_f)."""

    lam: float
    excess: Enclosed
    surrogate: Enclosed
    wrong: Enclosed


def outcome(setting: Setting, weights: Array, lam: float) -> Outcome:
    """The risks of x -> argmin_z F_z . ghat(x), where ghat has these weights."""
    excess, wrong = decision_risks(setting, weights)
    return Outcome(lam, excess, surrogate_risk(setting, weights), wrong)


def surrogate_risk(setting: Setting, weights: Array) -> Enclosed:
    """R(ghat) - R(g*) = E |ghat - g*|^2, a quadratic form in the weights' difference."""
    gap = weights - setting.world.weights
    known = moments(setting.grid.density)
    value = np.einsum("ij,ik,kj->", gap, known.values, gap)
    error = np.einsum("ij,ik,kj->", np.abs(gap), known.errors, np.abs(gap))
    return Enclosed(max(float(value), 0.0), float(error) + 1e-15)


def decision_risks(setting: Setting, weights: Array) -> tuple[Enclosed, Enclosed]:
    """Excess risk and P(X_f), cell by cell.

    |(F_z - F_z') . (g(x) - g(x'))| <= |(F_z - F_z') . g|_k d(x, x') with the kernel's metric d, so
    a prediction with a larger gap of the scores in the middle is chosen nowhere in the cell.
    """
    F, mass = setting.world.F, setting.grid.mass
    scores = setting.features @ (weights @ F.T)
    rows = np.arange(len(scores))
    chosen = scores.argmin(axis=1)
    # The constant feature cancels in differences of values.
    images = (weights[1:] @ F.T).T
    norms = np.linalg.norm(images[:, None, :] - images[None, :, :], axis=2)
    reach = kernel_distance(setting.grid.radius)[:, None] * norms[chosen]
    rivals = scores - scores[rows, chosen][:, None] <= reach
    paid = setting.middle[rows, chosen]
    lowest = np.where(rivals, setting.lowest, np.inf).min(axis=1)
    highest = np.where(rivals, setting.highest, -np.inf).max(axis=1)
    error = np.maximum(highest - paid, paid - lowest)
    unsure = (lowest <= NOTHING) & (highest > NOTHING)
    return (
        Enclosed(float(paid @ mass), float(error @ mass)),
        Enclosed(float((paid > NOTHING) @ mass), float(unsure @ mass)),
    )
