"""The data of a calibration problem: rows of F and U, the metric, and products that recur."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.kinds.calibration import Metric, Rows, Vector
from qstheory.errors import Undecided
from qstheory.exact.rational import inner, solve
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

    @cached_property
    def dual_directions(self) -> dict[tuple[int, int], Vector]:
        """t with G t = F_z - F_z* for each pair; raises Undecided when G does not reach it."""
        if self.metric is None:
            return {(z, best): subtract(self.F[z], self.F[best]) for z, best in self.pairs}
        found = {}
        for z, best in self.pairs:
            direction = solve(self.gram, subtract(self.F[z], self.F[best]))
            if direction is None:
                raise Undecided("The metric of a surrogate does not see every row of F.")
            found[z, best] = direction
        return found

    @cached_property
    def directions(self) -> Rows | None:
        """What certificates give: t with G t = F_z - F_0 for each row z, None for G = I."""
        if self.metric is None:
            return None
        still = (Fraction(0),) * self.width
        return (still, *(self.dual_directions[z, 0] for z in range(1, len(self.F))))

    def squared_distance(self, z: int, best: int) -> Fraction:
        """|F_z - F_z*|^2 in the dual of the metric: (F_z - F_z*)^T G^+ (F_z - F_z*)."""
        return inner(subtract(self.F[z], self.F[best]), self.dual_directions[z, best])

    @cached_property
    def squared_diameter(self) -> Fraction:
        """D^2 = max |F_z - F_z'|^2 in the dual of the metric, so that H(e) >= e^2/D^2.

        For scores in the span of F it is 2 |Z| max |P_F (e_z - e_z')|^2, the general bound of
        Osokin, Bach and Lacoste-Julien (2017).
        """
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
    values = [Fraction(0)] * dimension
    for i, x in features.items():
        values[i] = Fraction(x)
    return tuple(values)


def problem_of_form(loss: Loss, form: ClosedForm) -> CalibrationProblem:
    """The problem of a closed form, rows in the order of the loss's spaces."""
    return CalibrationProblem(
        tuple(dense(form.prediction_features(z), form.dimension) for z in loss.predictions),
        tuple(dense(form.observation_features(y), form.dimension) for y in loss.observations),
    )
