"""A learning problem with everything known: X on a domain, P(y | x) on a path, exact risks.

A path is a line in the simplex, Pi(t) = centre + t direction, -1 <= t <= 1, that crosses one
boundary between two optimal predictions: `left` is optimal for t < 0, `right` for t > 0, and the
gap to the second best is slope |t|: every other prediction, unless its row of the loss is the same,
has an excess risk of at least that everywhere on the line.

Pi = centre + s(t) direction with the t and s = b + h of the domain, b constant and h in the
Gaussian RKHS. In that of 1 + k, the sum of the constants and the Gaussian one (which contains no
constant but 0), g*_j = u_j + v_j s with u = U^T centre and v = U^T direction has the squared norm

    (u_j + v_j b)^2 + v_j^2 |h|^2.

On [-1, 1], b = 0.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from qstheory.errors import InvalidParameter, Undecided
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.spaces import Label
from qstheory.simulate.domain import INTERVAL, Density, Domain

Vector = tuple[Fraction, ...]
ATTEMPTS = 200
"""Most pairs of ends that are tried."""
WEIGHTS = (Fraction(4, 5), Fraction(1, 2), Fraction(19, 20))
"""Weights of the one observation at an end."""


@dataclass(frozen=True)
class BoundaryPath:
    """centre and direction over the observations in order; slope > 0 as above.

    Parameters
    ----------
    predictions, observations : tuple of labels
        Of the loss, in the order of the vectors.
    centre : tuple of Fraction
        The distribution on the boundary, shape (|Y|,).
    direction : tuple of Fraction
        What sums to 0, shape (|Y|,).
    left, right : int
        The numbers of the predictions that are optimal for t < 0 and for t > 0.
    slope : Fraction
        Positive; the gap to the second best is slope |t|.
    """

    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    centre: Vector
    direction: Vector
    left: int
    right: int
    slope: Fraction


@dataclass(frozen=True)
class _Line:
    """The risk of a prediction along a segment: start + t step."""

    start: Fraction
    step: Fraction

    def at(self, t: Fraction) -> Fraction:
        return self.start + t * self.step


def boundary_path(loss: Loss) -> BoundaryPath:
    """The path of largest slope between mixtures; raises Undecided when none crosses cleanly.

    An end has most of its weight on one observation and some on all, so that the path stays in the
    interior of the simplex.
    """
    predictions, observations = tuple(loss.predictions), tuple(loss.observations)
    # Repeated predictions would tie everywhere; the margin is the one over distinct rows.
    first: dict[Vector, int] = {}
    for place, z in enumerate(predictions):
        first.setdefault(tuple(loss.entry(z, y) for y in observations), place)
    rows, places = list(first), list(first.values())
    size = len(observations)
    ends = [(w, a, b) for w in WEIGHTS for a, b in combinations(range(size), 2)][:ATTEMPTS]
    found = [
        crossing
        for w, a, b in ends
        if (crossing := _crossing(rows, _end(size, a, w), _end(size, b, w))) is not None
    ]
    if not found:
        raise Undecided(f"No clean crossing of a decision boundary was found for {loss.title}.")
    centre, direction, left, right, slope = max(found, key=lambda crossing: crossing[-1])
    return BoundaryPath(
        predictions, observations, centre, direction, places[left], places[right], slope
    )


def _end(size: int, y: int, weight: Fraction) -> Vector:
    rest = (1 - weight) / size
    # A tilt that depends on the position separates predictions that symmetry would tie.
    tilt = [rest * Fraction(2 * (i + 1), size + 1) for i in range(size)]
    return tuple(tilt[i] + (weight if i == y else 0) for i in range(size))


def _risk(row: Vector, weights: Vector) -> Fraction:
    return sum((e * w for e, w in zip(row, weights, strict=True)), Fraction(0))


def _crossing(
    rows: list[Vector], start: Vector, stop: Vector
) -> tuple[Vector, Vector, int, int, Fraction] | None:
    """The first crossing of the lower envelope with two unique neighbours, scaled to [-1, 1]."""
    step = tuple(q - p for p, q in zip(start, stop, strict=True))
    lines = [_Line(_risk(row, start), _risk(row, step)) for row in rows]
    for left, right, t in _breaks(lines):
        tied = [k for k, line in enumerate(lines) if line.at(t) == lines[left].at(t)]
        if sorted(tied) != sorted((left, right)):
            continue
        slope = lines[left].step - lines[right].step
        reach = _reach(lines, left, right, t, slope)
        if reach > Fraction(1, 100):
            centre = tuple(p + t * d for p, d in zip(start, step, strict=True))
            return centre, tuple(reach * d for d in step), left, right, reach * slope
    return None


def _breaks(lines: list[_Line]) -> list[tuple[int, int, Fraction]]:
    """Where the lower envelope on (0, 1) changes from one line to the next."""
    cuts = {Fraction(0), Fraction(1)}
    for i, p in enumerate(lines):
        for q in lines[:i]:
            if p.step != q.step:
                t = (q.start - p.start) / (p.step - q.step)
                if 0 < t < 1:
                    cuts.add(t)
    marks = sorted(cuts)
    best = [
        min(range(len(lines)), key=lambda k: (lines[k].at((a + b) / 2), k))
        for a, b in pairwise(marks)
    ]
    return [
        (i, j, t)
        for (i, j), t in zip(pairwise(best), marks[1:-1], strict=True)
        if lines[i] != lines[j]
    ]


def _reach(lines: list[_Line], left: int, right: int, t: Fraction, slope: Fraction) -> Fraction:
    """How far on both sides the gap to the second best is slope times the distance."""
    reach = min(t, 1 - t)
    for k, line in enumerate(lines):
        if k in (left, right):
            continue
        # Excess of k over the left line at distance s to the left: e + s (left.step - line.step),
        # which must be at least slope s; likewise on the right.
        excess = line.at(t) - lines[left].at(t)
        for own, sign in ((lines[left], -1), (lines[right], 1)):
            change = sign * (line.step - own.step) - slope
            if change < 0:
                reach = min(reach, excess / -change)
    return reach


Array = NDArray[np.float64]
KAPPA = 2**0.5
"""sup_x k(x, x)^(1/2)."""


def kernel(x: Array, centres: Array) -> Array:
    """k(x, c) = 1 + exp(-|x - c|^2 / 2), one row for each x; points are numbers or rows.

    It is its features' inner product to the last digit: a function with the weights w in linearly
    independent features has the RKHS norm |w|. The Gaussian RKHS contains no constant but 0 on a
    set with an inner point (Steinwart and Christmann, Support Vector Machines, 2008, Corollary
    4.44), so the constant is a feature of its own.
    """
    gaps = x[:, None] - centres[None, :]
    squared = gaps**2 if gaps.ndim == 2 else (gaps**2).sum(axis=2)
    return np.asarray(1 + np.exp(-0.5 * squared))


IDENTITY = "identity"
"""The decomposition L = L I that every loss has."""
PREFERRED = ("repaired", "repaired-1", "printed", "indicators", "minimal")


@dataclass(frozen=True, eq=False)
class Decomposition:
    """L = F U^T + c, as floats: |Z| x r and |Y| x r.

    Parameters
    ----------
    name : str
        That of the closed form, or "identity" for L = L I.
    F : ndarray of shape (|Z|, r)
        One row for each prediction.
    U : ndarray of shape (|Y|, r)
        One row for each observation.
    """

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
    """A loss with a decomposition L = F U^T + c, a path, a density and a domain.

    On the loss's `own` path gamma = slope |s(t)|; on another loss's path it is not known in
    closed form. All but `sample` depends on x through t alone, so t is what they take.

    Parameters
    ----------
    loss : Loss
        What is lost.
    decomposition : Decomposition
        The F and U of the surrogate.
    path : BoundaryPath
        s -> the conditional distribution of Y.
    density : Density
        The law of |t|.
    own : bool
        Whether the path crosses the boundary of this loss.
    domain : Domain
        Where X lives, and t -> s.
    """

    loss: Loss
    decomposition: Decomposition
    path: BoundaryPath
    density: Density
    own: bool = True
    domain: Domain = INTERVAL

    def __post_init__(self) -> None:
        """Raises InvalidParameter when the path is over other observations."""
        if tuple(self.loss.observations) != self.path.observations:
            raise InvalidParameter(f"{self.loss.title} has other observations than the path.")

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
        """gamma = slope |s(t)| on the loss's own path."""
        return float(self.path.slope)

    def conditional(self, t: Array) -> Array:
        """P(y | x), one row for each t."""
        return np.asarray(self.centre + self.domain.position(t)[:, None] * self.direction)

    def regression(self, t: Array) -> Array:
        """g* = U^T Pi."""
        return np.asarray(self.conditional(t) @ self.U)

    def risks(self, t: Array) -> Array:
        """The Bayes risk of every prediction at every t: exact sums over y, affine in s(t)."""
        return np.asarray(self.conditional(t) @ self.matrix.T)

    def excess(self, t: Array) -> Array:
        """The excess Bayes risk of every prediction at every t."""
        risks = self.risks(t)
        return np.asarray(risks - risks.min(axis=1, keepdims=True))

    def gamma(self, t: Array) -> Array:
        """The margin over predictions with distinct rows, on the loss's own path."""
        return np.asarray(self.slope * np.abs(self.domain.position(t)))

    @cached_property
    def weights(self) -> Array:
        """g* in the features of the kernel."""
        made = np.outer(self.domain.position_weights(), self.direction @ self.U)
        made[0] += self.centre @ self.U
        return made

    @cached_property
    def _squares(self) -> Array:
        constants, slopes = self.centre @ self.U, self.direction @ self.U
        constants = constants + slopes * self.domain.position_constant
        return np.asarray(constants**2 + slopes**2 * self.domain.position_squared)

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
        """A Q kappa, the bound of Theorem 3.1 without C tau^2 n^(-1/4)."""
        return self.constant * self.regularity * KAPPA

    def sample(self, n: int, seed: np.random.Generator) -> tuple[Array, NDArray[np.intp]]:
        """n pairs (x, index of y): X and the uniform that draws Y come first, so that losses that
        share a seed share X."""
        v, sign, draw = seed.random(n), seed.random(n), seed.random(n)
        t = np.where(sign < 0.5, -1.0, 1.0) * self.density.quantile(v)
        cumulative = np.cumsum(self.conditional(t), axis=1)
        y = (draw[:, None] > cumulative).sum(axis=1)
        return self.domain.place(t, seed), np.minimum(y, len(self.path.observations) - 1)
