"""Scores F_z . U_y and distances of rows of F, and the permutations that keep them.

G is the metric of the surrogate and D_i the vector with G D_i = F_i - F_0; then
|F_i - F_j|^2 = (D_i - D_j) . (F_i - F_j) is the squared distance in the dual of the metric.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul

from qstheory.certify.arithmetic import Vectors, integer_product, integers
from qstheory.certify.limits import latest
from qstheory.certify.rules import IntegerMatrix, require

Rows = Vectors


@dataclass(frozen=True)
class Metric:
    """G = scale K^T K with scale > 0; K has the width of F, or is None for the identity."""

    K: Rows | None
    scale: Fraction


@dataclass(frozen=True)
class Move:
    """A symmetry: the place to which each prediction goes, and that of each observation."""

    predictions: tuple[int, ...]
    observations: tuple[int, ...]


@dataclass(frozen=True)
class Products:
    """F U^T and the D_i . (F_j - F_0), as numerators over one denominator each."""

    scores: IntegerMatrix
    score_unit: int
    dual: IntegerMatrix
    dual_unit: int

    @cached_property
    def squared_distances(self) -> IntegerMatrix:
        """|F_i - F_j|^2 in the dual of the metric, as numerators."""
        own, other = [row[i] for i, row in enumerate(self.dual)], across(self.dual)
        return [
            [x + y - a - b for y, a, b in zip(own, row, column, strict=True)]
            for x, row, column in zip(own, self.dual, other, strict=True)
        ]


@dataclass(frozen=True)
class Factors(Products):
    """These with numerators of F and U, the denominator of U, and G = scale K^T K or scale I.

    F is None for a score a prediction, F = I, whose inner products are not listed.
    """

    F: IntegerMatrix | None
    U: IntegerMatrix
    target_unit: int
    K: IntegerMatrix | None
    scale: Fraction

    def decoded(self, scores: list[int]) -> list[int]:
        """F_z . v for every z, up to a positive factor."""
        return scores if self.F is None else [dot(row, scores) for row in self.F]

    def image(self, vector: list[int]) -> list[int]:
        """K times a vector: x^T G y = scale image(x) . image(y)."""
        return vector if self.K is None else [dot(row, vector) for row in self.K]


def dot(left: Sequence[int], right: Sequence[int]) -> int:
    """The inner product of integers."""
    return sum(map(mul, left, right))


@latest(16)
def products(F: Rows | None, U: Rows, metric: Metric | None, directions: Rows | None) -> Factors:
    """What all pairs need; raises InvalidParameter when the D_i are not those of the metric."""
    targets, target_unit = integers(U)
    given = None if metric is None else metric.K
    if F is None:
        require(given is None and directions is None, "unconstrained scores take no K and no D_i")
        scale = Fraction(1) if metric is None else metric.scale
        return Factors(across(targets), target_unit, [], 1, None, targets, target_unit, None, scale)
    rows, unit = integers(F)
    edges = [[x - first for x, first in zip(row, rows[0], strict=True)] for row in rows]
    found, over, K, scale = edges, unit, None, Fraction(1)
    both = (metric is None) == (given is None) == (directions is None)
    require(both, "the directions are not given for each row, where a metric is")
    if metric is not None and given is not None and directions is not None:
        (K, own), (found, over) = integers(given), integers(directions)
        scale = metric.scale / own**2
        fit = [len(row) for row in directions] == [len(edge) for edge in edges]
        require(fit, "the directions do not have the shape of F")
        images = across(integer_product(K, across(found)))
        G = [[scale * unit * x for x in row] for row in integer_product(images, K)]
        belong = [[over * x for x in edge] for edge in edges] == G
        require(belong, "a direction does not belong to its row of F")
    own, dual = unit * target_unit, gram(found, edges)
    scores = gram(rows, targets)
    return Factors(scores, own, dual, over * unit, rows, targets, target_unit, K, scale)


def gram(left: IntegerMatrix, right: IntegerMatrix) -> IntegerMatrix:
    """The inner products of rows, which are 0 without coordinates."""
    return integer_product(left, across(right)) if right[0] else [[0] * len(right) for _ in left]


def across(rows: IntegerMatrix) -> IntegerMatrix:
    """The transpose of rows that are not empty; without columns nothing."""
    return [list(column) for column in zip(*rows, strict=True)]


def move_fault(given: Products, move: Move) -> str:
    """Why the permutations do not keep the differences of scores and the distances, or ''."""
    s, t = move.predictions, move.observations
    rows, columns = range(len(given.scores)), range(len(given.scores[0]))
    if sorted(s) != [*rows] or sorted(t) != [*columns]:
        return "a move does not permute the predictions and the observations"
    for y in columns:
        change = given.scores[s[0]][t[y]] - given.scores[0][y]
        if any(given.scores[s[z]][t[y]] - given.scores[z][y] != change for z in rows):
            return "a move changes the differences of scores"
    distances = given.squared_distances
    if [[distances[i][j] for j in s] for i in s] != distances:
        return "a move changes a distance"
    return ""


def reached(pairs: Iterable[tuple[int, int]], moves: tuple[Move, ...]) -> set[tuple[int, int]]:
    """The pairs and all their images under products of the moves."""
    found = set(pairs)
    left = list(found)
    while left:
        z, best = left.pop()
        images = {(move.predictions[z], move.predictions[best]) for move in moves} - found
        found |= images
        left += images
    return found
