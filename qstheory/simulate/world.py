"""A learning problem with everything known: X on [-1, 1], P(y | x) on a boundary path, exact risks.

Pi(x) = centre + s(x) direction with s(x) = (k(x, 1) - k(x, -1)) / (k(1, 1) - k(1, -1)) for the
Gaussian kernel k of width 1: odd, increasing on [-1, 1], s(1) = 1. With the kernel 1 + k, whose
RKHS is the sum of the constants and the Gaussian one (which contains no constant but 0 on an
interval), g*_j = (U^T centre)_j + s (U^T direction)_j has the squared norm

    (U^T centre)_j^2 + (U^T direction)_j^2 ||s||^2,   ||s||^2 = 2 / (1 - k(1, -1)).
"""

from dataclasses import dataclass
from functools import cached_property
from math import exp

import numpy as np
from numpy.typing import NDArray

from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.simulate.densities import Density
from qstheory.simulate.paths import BoundaryPath, boundary_path

Array = NDArray[np.float64]
FAR = exp(-2.0)
"""k(1, -1) for the Gaussian kernel of width 1."""
S_NORM_SQUARED = 2 / (1 - FAR)


def gaussian(x: Array, centres: Array) -> Array:
    """exp(-(x - c)^2 / 2), one row for each x."""
    return np.asarray(np.exp(-0.5 * (x[:, None] - centres[None, :]) ** 2))


def kernel(x: Array, centres: Array) -> Array:
    """1 + the Gaussian kernel of width 1; kappa^2 = 2."""
    return np.asarray(1 + gaussian(x, centres))


def position(x: Array) -> Array:
    """s(x), where on the path x lies."""
    pair = gaussian(x, np.array([1.0, -1.0]))
    return np.asarray((pair[:, 0] - pair[:, 1]) / (1 - FAR))


@dataclass(frozen=True, eq=False)
class World:
    """A loss with a decomposition L = F U^T + c, a path and a density."""

    loss: Loss
    form: ClosedForm
    path: BoundaryPath
    density: Density

    @cached_property
    def F(self) -> Array:
        """|Z| x r."""
        return self._features(self.form.prediction_features, self.path.predictions)

    @cached_property
    def U(self) -> Array:
        """|Y| x r."""
        return self._features(self.form.observation_features, self.path.observations)

    def _features(self, features, labels) -> Array:  # type: ignore[no-untyped-def]
        made = np.zeros((len(labels), self.form.dimension))
        for i, label in enumerate(labels):
            for k, value in features(label).items():
                made[i, k] = float(value)
        return made

    @cached_property
    def centre(self) -> Array:
        """Pi at the boundary."""
        return np.array([float(w) for w in self.path.centre])

    @cached_property
    def direction(self) -> Array:
        """dPi / ds."""
        return np.array([float(w) for w in self.path.direction])

    @cached_property
    def matrix(self) -> Array:
        """L."""
        return np.array(
            [
                [float(self.loss.entry(z, y)) for y in self.path.observations]
                for z in self.path.predictions
            ]
        )

    @property
    def slope(self) -> float:
        """gamma(x) = slope |s(x)|."""
        return float(self.path.slope)

    def conditional(self, x: Array) -> Array:
        """P(y | x), one row for each x."""
        return np.asarray(self.centre + position(x)[:, None] * self.direction)

    def regression(self, x: Array) -> Array:
        """g*(x) = U^T Pi(x)."""
        return np.asarray(self.conditional(x) @ self.U)

    def excess(self, x: Array) -> Array:
        """The excess Bayes risk of every prediction at every x: exact sums over y."""
        risks = self.conditional(x) @ self.matrix.T
        return np.asarray(risks - risks.min(axis=1, keepdims=True))

    def gamma(self, x: Array) -> Array:
        """The margin, slope |s(x)|."""
        return np.asarray(self.slope * np.abs(position(x)))

    @cached_property
    def norm(self) -> float:
        """||g*||_G = (sum_j ||g*_j||^2)^(1/2)."""
        squares = (self.centre @ self.U) ** 2 + (self.direction @ self.U) ** 2 * S_NORM_SQUARED
        return float(np.sqrt(squares.sum()))

    @cached_property
    def largest_component_norm(self) -> float:
        """max_j ||g*_j||, which is Q U_max."""
        squares = (self.centre @ self.U) ** 2 + (self.direction @ self.U) ** 2 * S_NORM_SQUARED
        return float(np.sqrt(squares.max()))

    @cached_property
    def row_norm(self) -> float:
        """||F||_inf, the largest row norm."""
        return float(np.sqrt((self.F**2).sum(axis=1).max()))

    @cached_property
    def constant(self) -> float:
        """A = sqrt(r) ||F||_inf U_max."""
        return float(np.sqrt(self.form.dimension) * self.row_norm * np.abs(self.U).max())

    def sample(self, n: int, seed: np.random.Generator) -> tuple[Array, NDArray[np.intp]]:
        """n pairs (x, index of y): X and the uniform that draws Y come first, so that losses that
        share a seed share X."""
        v, sign, draw = seed.random(n), seed.random(n), seed.random(n)
        x = np.where(sign < 0.5, -1.0, 1.0) * self.density.quantile(v)
        cumulative = np.cumsum(self.conditional(x), axis=1)
        y = (draw[:, None] > cumulative).sum(axis=1)
        return x, np.minimum(y, len(self.path.observations) - 1)


def best_form(loss: Loss) -> ClosedForm:
    """The closed form to learn with: repaired before minimal before as printed, when it holds."""
    order = ("repaired", "repaired-1", "printed", "indicators", "minimal")
    names = [form.name for form in loss.closed_forms]
    chosen = next((n for n in order if n in names), names[0] if names else "")
    if chosen == "printed" and "repaired" in names:
        chosen = "repaired"
    return loss.closed_form(chosen)


def world(loss: Loss, density: Density, form: str | None = None) -> World:
    """The problem of a loss on its boundary path."""
    chosen = loss.closed_form(form) if form else best_form(loss)
    return World(loss, chosen, boundary_path(loss), density)
