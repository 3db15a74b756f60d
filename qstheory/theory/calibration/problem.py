"""The data of a calibration problem: rows of F and U, the metric, and products that recur."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.kinds.calibration import Metric, Rows, Vector
from qstheory.exact.rational import inner
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm, Sparse

# Dense features are fine here: calibration functions are computed for small losses only.


def subtract(left: Sequence[Fraction], right: Sequence[Fraction]) -> Vector:
    """left - right."""
    return tuple(a - b for a, b in zip(left, right, strict=True))


@dataclass(frozen=True)
class CalibrationProblem:
    """Surrogate ||v - U_y||^2 in the metric G, decoder argmin_z F_z . v."""

    F: Rows
    U: Rows
    metric: Metric | None = None

    @cached_property
    def width(self) -> int:
        """r, the dimension of the surrogate space."""
        return len(self.F[0])

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """All ordered pairs of different predictions."""
        count = len(self.F)
        return [(z, best) for z in range(count) for best in range(count) if z != best]

    @cached_property
    def gram(self) -> list[list[Fraction]]:
        """G as a matrix."""
        r = self.width
        if self.metric is None:
            return [[Fraction(int(i == j)) for j in range(r)] for i in range(r)]
        columns = list(zip(*self.metric.K, strict=True))
        return [[self.metric.scale * inner(a, b) for b in columns] for a in columns]

    def largest_excess(self, z: int, best: int) -> Fraction:
        """max over Pi of the excess risk of z over z*: it is attained at one observation."""
        difference = subtract(self.F[z], self.F[best])
        return max(inner(difference, row) for row in self.U)

    def squared_distance(self, z: int, best: int) -> Fraction:
        """|F_z - F_z*|^2."""
        difference = subtract(self.F[z], self.F[best])
        return inner(difference, difference)

    @cached_property
    def squared_diameter(self) -> Fraction:
        """D^2 = max |F_z - F_z'|^2."""
        return max((self.squared_distance(*pair) for pair in self.pairs), default=Fraction(0))

    @cached_property
    def squared_norm(self) -> Fraction:
        """||F||_inf^2 = max |F_z|^2."""
        return max(inner(row, row) for row in self.F)


def scores_in_span(F: Rows, U: Rows) -> CalibrationProblem:
    """Scores F t in the span of F, surrogate ||F (t - U_y)||^2 / (2 |Z|)."""
    return CalibrationProblem(F, U, Metric(F, Fraction(1, 2 * len(F))))


def dense(features: Sparse, dimension: int) -> Vector:
    """A sparse vector written out."""
    return tuple(Fraction(features.get(i, 0)) for i in range(dimension))


def problem_of_form(loss: Loss, form: ClosedForm) -> CalibrationProblem:
    """The problem of a closed form, rows in the order of the loss's spaces."""
    return CalibrationProblem(
        tuple(dense(form.prediction_features(z), form.dimension) for z in loss.predictions),
        tuple(dense(form.observation_features(y), form.dimension) for y in loss.observations),
    )
