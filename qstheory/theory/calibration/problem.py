"""The data of a calibration problem: rows of F and U, the metric, and products that recur."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.arithmetic import Vector, integers
from qstheory.certify.moves import Metric, Move, Products, Rows, move_fault, products, reached
from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import echelon, inner
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.linear import Sparse
from qstheory.losses.spaces import Label

# Dense features are fine here: calibration functions are computed for small losses only.


@dataclass(frozen=True)
class Numerators:
    """A matrix of rationals as integers of any size over one denominator."""

    values: NDArray[Any]
    unit: int

    def scaled(self, scale: Fraction) -> NDArray[np.float64]:
        """The matrix / scale in floating point: each entry rounded once."""
        over, under = scale.denominator, self.unit * scale.numerator
        return (self.values * over / under).astype(np.float64)

    @property
    def size(self) -> Fraction:
        """The least power of 2 above every entry, up to a factor 2; 1 when all are 0."""
        largest = Fraction(int(abs(self.values).max(initial=0)), self.unit)
        top, bottom = largest.as_integer_ratio()
        return Fraction(2) ** (top.bit_length() - bottom.bit_length() + 1) if top else Fraction(1)


def numerators(rows: Rows) -> Numerators:
    """The rows over their common denominator."""
    found, unit = integers(rows)
    return Numerators(np.array(found, dtype=object), unit)


def subtract(left: Sequence[Fraction], right: Sequence[Fraction]) -> Vector:
    """left - right."""
    return tuple(a - b for a, b in zip(left, right, strict=True))


@dataclass(frozen=True)
class CalibrationProblem:
    """Surrogate ||v - U_y||^2 in the metric G, decoder argmin_z F_z . v.

    Of the `moves` only those are kept that leave differences of risks and distances as they are.
    """

    F: Rows
    U: Rows
    metric: Metric | None = None
    declared: tuple[Move, ...] = ()

    @cached_property
    def width(self) -> int:
        """r, the dimension of the surrogate space."""
        return len(self.F[0])

    @cached_property
    def products(self) -> Products:
        """F U^T and the distances of rows of F, as certificates are checked with."""
        return products(self.F, self.U, self.metric, self.directions)

    @cached_property
    def scores(self) -> Numerators:
        """F U^T."""
        return Numerators(np.array(self.products.scores, dtype=object), self.products.score_unit)

    @cached_property
    def dual(self) -> Numerators:
        """The products D_i . (F_j - F_0)."""
        return Numerators(np.array(self.products.dual, dtype=object), self.products.dual_unit)

    @cached_property
    def rows(self) -> Numerators:
        """F."""
        return numerators(self.F)

    @cached_property
    def columns(self) -> Numerators:
        """U."""
        return numerators(self.U)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The declared symmetries that are symmetries of the problem."""
        return tuple(move for move in self.declared if not move_fault(self.products, move))

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """One ordered pair of different predictions for each orbit of such pairs."""
        if not self.moves:
            return [*permutations(range(len(self.F)), 2)]
        chosen: list[tuple[int, int]] = []
        seen: set[tuple[int, int]] = set()
        for pair in permutations(range(len(self.F)), 2):
            if pair not in seen:
                chosen.append(pair)
                seen |= reached([pair], self.moves)
        return chosen

    @property
    def gram(self) -> Rows:
        """G as a matrix."""
        return _gram(self.metric, self.width)[0]

    @property
    def gram_numerators(self) -> Numerators:
        """G."""
        return _gram(self.metric, self.width)[1]

    def largest_excess(self, z: int, best: int) -> Fraction:
        """max over Pi of the excess risk of z over z*: it is attained at one observation."""
        scores = self.scores
        return Fraction(int((scores.values[z] - scores.values[best]).max()), scores.unit)

    @cached_property
    def directions(self) -> Rows | None:
        """What certificates give: t with G t = F_z - F_0 for each row z, None for G = I.

        Raises Undecided when G does not reach one.
        """
        if self.metric is None:
            return None
        edges = [subtract(row, self.F[0]) for row in self.F]
        form = echelon(
            [
                [*row, *column]
                for row, column in zip(self.gram, zip(*edges, strict=True), strict=True)
            ]
        )
        if any(pivot >= self.width for pivot in form.pivots):
            raise Undecided("The metric of a surrogate does not see every row of F.")
        found = [[Fraction(0)] * self.width for _ in edges]
        for pivot, row in zip(form.pivots, form.rows, strict=True):
            for direction, x in zip(found, row[self.width :], strict=True):
                direction[pivot] = x
        return tuple(map(tuple, found))

    def squared_distance(self, z: int, best: int) -> Fraction:
        """|F_z - F_z*|^2 in the dual of the metric: (F_z - F_z*)^T G^+ (F_z - F_z*)."""
        return Fraction(self.products.squared_distances[z][best], self.products.dual_unit)

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


@lru_cache(maxsize=4)
def _gram(metric: Metric | None, r: int) -> tuple[Rows, Numerators]:
    """G, as fractions and as integers: the problems of all pairs share it."""
    scale = Fraction(1) if metric is None else metric.scale
    if metric is None or metric.K is None:
        G = tuple(tuple(scale * int(i == j) for j in range(r)) for i in range(r))
    else:
        columns = list(zip(*metric.K, strict=True))
        G = tuple(tuple(scale * inner(a, b) for b in columns) for a in columns)
    return G, numerators(G)


def scores_in_span(given: CalibrationProblem) -> CalibrationProblem:
    """Scores F t in the span of F, surrogate ||F (t - U_y)||^2 / (2 |Z|)."""
    return replace(given, metric=Metric(given.F, Fraction(1, 2 * len(given.F))))


def dense(features: Sparse, dimension: int) -> Vector:
    """A sparse vector written out."""
    values = [Fraction(0)] * dimension
    for i, x in features.items():
        values[i] = Fraction(x)
    return tuple(values)


def moved(loss: Loss) -> tuple[Move, ...]:
    """The symmetries that a loss declares, as places in its spaces."""
    return tuple(
        Move(
            _places(loss.predictions, symmetry.prediction),
            _places(loss.observations, symmetry.observation),
        )
        for symmetry in loss.symmetries
    )


def _places(labels: Iterable[Label], move: Callable[[Label], Label]) -> tuple[int, ...]:
    """The place of the image of each label."""
    listed = list(labels)
    place = {label: i for i, label in enumerate(listed)}
    return tuple(place[move(label)] for label in listed)


def problem_of_form(loss: Loss, form: ClosedForm) -> CalibrationProblem:
    """The problem of a closed form, rows in the order of the loss's spaces."""
    return CalibrationProblem(
        tuple(dense(form.prediction_features(z), form.dimension) for z in loss.predictions),
        tuple(dense(form.observation_features(y), form.dimension) for y in loss.observations),
        declared=moved(loss),
    )
