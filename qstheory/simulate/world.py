"""A learning problem with everything known: X on [-1, 1], P(y | x) on a boundary path, exact risks.

Pi(x) = centre + s(x) direction with the s of `kernel`. In the RKHS of 1 + k, the sum of the
constants and the Gaussian one (which contains no constant but 0 on an interval),
g*_j = (U^T centre)_j + (U^T direction)_j s has the squared norm

    (U^T centre)_j^2 + (U^T direction)_j^2 |s|^2,   |s|^2 = 2 / (1 - k(1, -1)).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.simulate.densities import Density
from qstheory.simulate.kernel import FAR, KAPPA, position, position_weights
from qstheory.simulate.paths import BoundaryPath

Array = NDArray[np.float64]
S_NORM_SQUARED = 2 / (1 - FAR)
IDENTITY = "identity"
"""The decomposition L = L I that every loss has."""
PREFERRED = ("repaired", "repaired-1", "printed", "indicators", "minimal")


@dataclass(frozen=True, eq=False)
class Decomposition:
    """L = F U^T + c, as floats: |Z| x r and |Y| x r."""

    name: str
    F: Array
    U: Array


def decompose(loss: Loss, name: str = "") -> Decomposition:
    """The closed form of that name, or the first preferred one, or L = L I.

    Only decomposition features are used; the constant changes no decision.
    """
    names = [form.name for form in loss.closed_forms]
    chosen = name or next((n for n in (*PREFERRED, *names) if n in names), IDENTITY)
    if chosen == IDENTITY:
        return Decomposition(IDENTITY, loss_matrix(loss), np.eye(loss.observations.size))
    form = loss.closed_form(chosen)
    predictions, observations = tuple(loss.predictions), tuple(loss.observations)
    F = _dense(form, [form.prediction_features(z) for z in predictions])
    U = _dense(form, [form.observation_features(y) for y in observations])
    return Decomposition(chosen, F, U)


def _dense(form: ClosedForm, vectors) -> Array:  # type: ignore[no-untyped-def]
    made = np.zeros((len(vectors), form.dimension))
    for i, vector in enumerate(vectors):
        for k, value in vector.items():
            made[i, k] = float(value)
    return made


def loss_matrix(loss: Loss) -> Array:
    """L as floats."""
    observations = tuple(loss.observations)
    return np.array([[float(loss.entry(z, y)) for y in observations] for z in loss.predictions])


@dataclass(frozen=True, eq=False)
class World:
    """A loss with a decomposition L = F U^T + c, a path and a density.

    On the loss's `own` path gamma(x) = slope |s(x)|; on another loss's path it is not known in
    closed form.
    """

    loss: Loss
    decomposition: Decomposition
    path: BoundaryPath
    density: Density
    own: bool = True

    def __post_init__(self) -> None:
        """Raises InvalidParameter when the path is over other observations."""
        if tuple(self.loss.observations) != self.path.observations:
            raise InvalidParameter(f"{self.loss.name} has other observations than the path.")

    @property
    def F(self) -> Array:
        """|Z| x r."""
        return self.decomposition.F

    @property
    def U(self) -> Array:
        """|Y| x r."""
        return self.decomposition.U

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
        return loss_matrix(self.loss)

    @property
    def slope(self) -> float:
        """gamma(x) = slope |s(x)| on the loss's own path."""
        return float(self.path.slope)

    def conditional(self, x: Array) -> Array:
        """P(y | x), one row for each x."""
        return np.asarray(self.centre + position(x)[:, None] * self.direction)

    def regression(self, x: Array) -> Array:
        """g*(x) = U^T Pi(x)."""
        return np.asarray(self.conditional(x) @ self.U)

    def risks(self, x: Array) -> Array:
        """The Bayes risk of every prediction at every x: exact sums over y, affine in s(x)."""
        return np.asarray(self.conditional(x) @ self.matrix.T)

    def excess(self, x: Array) -> Array:
        """The excess Bayes risk of every prediction at every x."""
        risks = self.risks(x)
        return np.asarray(risks - risks.min(axis=1, keepdims=True))

    def gamma(self, x: Array) -> Array:
        """The margin over predictions with distinct rows, on the loss's own path."""
        return np.asarray(self.slope * np.abs(position(x)))

    @cached_property
    def weights(self) -> Array:
        """g* in the features of the kernel."""
        made = np.outer(position_weights(), self.direction @ self.U)
        made[0] = self.centre @ self.U
        return made

    @cached_property
    def _squares(self) -> Array:
        constants, slopes = self.centre @ self.U, self.direction @ self.U
        return np.asarray(constants**2 + slopes**2 * S_NORM_SQUARED)

    @property
    def norm(self) -> float:
        """||g*||_G = (sum_j ||g*_j||^2)^(1/2)."""
        return float(np.sqrt(self._squares.sum()))

    @property
    def row_norm(self) -> float:
        """||F||_inf, the largest row norm."""
        return float(np.sqrt((self.F**2).sum(axis=1).max()))

    @property
    def constant(self) -> float:
        """A = sqrt(r) ||F||_inf U_max."""
        return float(np.sqrt(self.F.shape[1]) * self.row_norm * np.abs(self.U).max())

    @property
    def regularity(self) -> float:
        """Q = max_j ||g*_j|| / U_max."""
        return float(np.sqrt(self._squares.max()) / np.abs(self.U).max())

    @property
    def scale(self) -> float:
        """A Q kappa, the bound of Theorem th:qs_discrete without C tau^2 n^(-1/4)."""
        return self.constant * self.regularity * KAPPA

    def sample(self, n: int, seed: np.random.Generator) -> tuple[Array, NDArray[np.intp]]:
        """n pairs (x, index of y): X and the uniform that draws Y come first, so that losses that
        share a seed share X."""
        v, sign, draw = seed.random(n), seed.random(n), seed.random(n)
        x = np.where(sign < 0.5, -1.0, 1.0) * self.density.quantile(v)
        cumulative = np.cumsum(self.conditional(x), axis=1)
        y = (draw[:, None] > cumulative).sum(axis=1)
        return x, np.minimum(y, len(self.path.observations) - 1)
