"""Scores F_z . U_y and distances of rows of F, and the permutations that keep them.

G is the metric of the surrogate and D_i the vector with G D_i = F_i - F_0; then
|F_i - F_j|^2 = (D_i - D_j) . (F_i - F_j) is the squared distance in the dual of the metric.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from qstheory.certify.arithmetic import inner, integer_product, integers
from qstheory.certify.rules import IntegerMatrix
from qstheory.errors import InvalidParameter

Vector = tuple[Fraction, ...]
Rows = tuple[Vector, ...]


@dataclass(frozen=True)
class Metric:
    """G = scale K^T K with scale > 0; K has the width of F."""

    K: Rows
    scale: Fraction


@dataclass(frozen=True)
class Move:
    """A symmetry: the place to which each prediction goes, and that of each observation."""

    predictions: tuple[int, ...]
    observations: tuple[int, ...]


def minus(left: Vector, right: Vector) -> Vector:
    """Difference."""
    return tuple(a - b for a, b in zip(left, right, strict=True))


def combine(weights: Vector, rows: Rows, width: int) -> Vector:
    """sum_i weights_i rows_i, of the given width."""
    used = [(w, row) for w, row in zip(weights, rows, strict=True) if w]
    kept = [w for w, _ in used]
    return tuple(inner(kept, [row[j] for _, row in used]) for j in range(width))


def times(metric: Metric | None, vector: Vector) -> Vector:
    """G times a vector."""
    if metric is None:
        return vector
    image = tuple(metric.scale * inner(row, vector) for row in metric.K)
    return combine(image, metric.K, len(vector))


@dataclass(frozen=True)
class Products:
    """F U^T and the D_i . (F_j - F_0), as numerators over one denominator each."""

    scores: IntegerMatrix
    score_unit: int
    dual: IntegerMatrix
    dual_unit: int

    def squared_distance(self, i: int, j: int) -> int:
        """|F_i - F_j|^2 in the dual of the metric, as a numerator."""
        return self.dual[i][i] + self.dual[j][j] - self.dual[i][j] - self.dual[j][i]


@lru_cache(maxsize=8)
def products(F: Rows, U: Rows, metric: Metric | None, directions: Rows | None) -> Products:
    """What all pairs need; raises InvalidParameter when the D_i are not those of the metric."""
    edges = tuple(minus(row, F[0]) for row in F)
    found = edges if directions is None else directions
    if (metric is None) != (directions is None) or len(found) != len(F):
        raise InvalidParameter("The directions are not given for each row, where a metric is.")
    for direction, edge in zip(found, edges, strict=True):
        if len(direction) != len(edge) or times(metric, direction) != edge:
            raise InvalidParameter("A direction does not belong to its row of F.")
    return Products(*inner_products(F, U), *inner_products(found, edges))


def inner_products(left: Rows, right: Rows) -> tuple[IntegerMatrix, int]:
    """All inner products of rows, and their denominator."""
    (a, above), (b, below) = integers(left), integers(right)
    if not b[0]:
        return [[0] * len(b) for _ in a], 1
    return integer_product(a, [list(column) for column in zip(*b, strict=True)]), above * below


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
    distance = given.squared_distance
    if any(distance(s[i], s[j]) != distance(i, j) for i, j in combinations(rows, 2)):
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
