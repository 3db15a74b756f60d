"""A* from a matrix in the hull of the sign matrices, and from below by odd vectors.

    A*^2 = min over shifts c and C in conv{e e^T} of max_z l_z C^+ l_z^T,    l = L - 1 c^T,

with the rows of l in the range of C (see `best_constants`). So a matrix C of the hull and vectors
g_z nearly C^-1 l_z bound A* without any F and U: with C >= delta I,

    l C^-1 l^T = 2 <g, l> - g C g^T + (l - C g) C^-1 (l - C g)^T <= ... + |l - C g|^2 / delta.

The mean over independent signs of mean u is u u^T + diag(1 - u^2), in the hull for |u| <= 1, and I
for u = 0; so is the mean of a matrix of the hull over a group of permutations of the observations.

From below: a^T e is odd for a sign vector e and an integer vector a of odd sum, so (a^T e)^2 >= 1,
and diag(d) - S - sum_a w_a a a^T >= 0 with w >= 0 gives e^T S e <= sum d - sum w for every e. So
it does with the mean of a a^T over a group of permutations, whose images of a are odd as well.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm
from typing import ClassVar

from qstheory.certify.arithmetic import Vector, Vectors, integers
from qstheory.certify.kinds.best_constants import (
    BestConstant,
    DiagonalDual,
    definite_bound,
    diagonal_gap,
    loss_matrix,
)
from qstheory.certify.packed import magnitude
from qstheory.certify.rules import Decision, Rule, Tools, from_above, from_below, require
from qstheory.certify.theorems import HULL
from qstheory.losses import resolve

Permutation = tuple[int, ...]
Pair = tuple[int, int]


@dataclass(frozen=True)
class HullPoint:
    """C = delta I + sum_k w_k mean of u_k u_k^T + diag(1 - u_k^2), delta = 1 - sum w > 0.

    The mean is over the group that `moves`, permutations of the observations, generate. `columns`
    holds the u_k, and G a vector g_z for each prediction.
    """

    columns: Vectors
    weights: Vector
    moves: tuple[Permutation, ...]
    shift: Vector
    G: Vectors


@dataclass(frozen=True)
class OddDual:
    """A dual and odd vectors with weights: A*^2 >= <X, L>^2 / (sum q (sum d - sum w)).

    Each a a^T is replaced by its mean over the group that `moves` generate.
    """

    VERSION: ClassVar[int] = 2
    dual: DiagonalDual
    vectors: tuple[tuple[int, ...], ...]
    weights: Vector
    moves: tuple[Permutation, ...]


def pair_means(values: dict[Pair, int], moves: tuple[Permutation, ...]) -> dict[Pair, Fraction]:
    """For each pair i <= j the mean of the values over its orbit under the group of the moves."""
    means: dict[Pair, Fraction] = {}
    for pair in values:
        if pair in means:
            continue
        orbit, waiting = {pair}, [pair]
        while waiting:
            i, j = waiting.pop()
            for move in moves:
                low, high = sorted((move[i], move[j]))
                if (low, high) not in orbit:
                    orbit.add((low, high))
                    waiting.append((low, high))
        mean = Fraction(sum(values[member] for member in orbit), len(orbit))
        means |= dict.fromkeys(orbit, mean)
    return means


def hull_matrix(given: HullPoint, size: int) -> list[list[Fraction]]:
    """C, whose diagonal is 1."""
    columns, shared = integers(given.columns)
    (weights,), common = integers((given.weights,))
    sums = {
        (i, j): sum(w * u[i] * u[j] for w, u in zip(weights, columns, strict=True))
        for i in range(size)
        for j in range(i + 1, size)
    }
    scale = common * shared * shared
    C = [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]
    for (i, j), mean in pair_means(sums, given.moves).items():
        C[i][j] = C[j][i] = mean / scale
    return C


def _require_point(proposition: BestConstant, given: HullPoint, L: list[list[Fraction]]) -> None:
    size = len(L[0])
    fits = len(given.columns) == len(given.weights) and all(len(u) == size for u in given.columns)
    require(fits, "the columns do not have the shape of the loss and the weights")
    fits = len(given.shift) == size and [len(g) for g in given.G] == [size] * len(L)
    require(fits, "the shift or G does not have the shape of the loss")
    columns, unit = integers(given.columns)
    require(magnitude(columns) <= unit, "an entry of a column is larger than 1")
    left = all(w >= 0 for w in given.weights) and sum(given.weights) < 1
    require(left, "the weights are negative or leave nothing for the identity")
    _require_moves(given.moves, size)
    constant = proposition.shift != "scalar" or len(set(given.shift)) == 1
    require(constant, "the shift depends on the observation")


def _require_moves(moves: tuple[Permutation, ...], size: int) -> None:
    permute = all(sorted(move) == list(range(size)) for move in moves)
    require(permute, "a move is no permutation of the observations")


def point_square(L: list[list[Fraction]], given: HullPoint) -> Fraction:
    """The largest bound on l C^-1 l^T of a point of the hull, in integers."""
    delta = 1 - sum(given.weights, Fraction(0))
    C, unit = integers(tuple(map(tuple, hull_matrix(given, len(L[0])))))
    largest = Fraction(0)
    for row, g in zip(L, given.G, strict=True):
        moved = tuple(x - c for x, c in zip(row, given.shift, strict=True))
        (numbers, ell), shared = integers((g, moved))
        images = [sum(a * x for a, x in zip(line, numbers, strict=True)) for line in C]
        # numbers and ell are over `shared`, images over shared * unit.
        product = sum(x * y for x, y in zip(numbers, ell, strict=True))
        square = sum(x * y for x, y in zip(numbers, images, strict=True))
        rest = sum((unit * y - x) ** 2 for x, y in zip(images, ell, strict=True))
        fitted = Fraction(2 * product * unit - square, shared * shared * unit)
        largest = max(largest, fitted + Fraction(rest, (shared * unit) ** 2) / delta)
    return largest


def check_hull_point(proposition: BestConstant, given: HullPoint, tools: Tools) -> Decision:
    """C is formed and the bound computed for every prediction."""
    loss = resolve(proposition.loss)
    L = loss_matrix(loss, max(loss.observations.size, len(given.columns)))
    _require_point(proposition, given, L)
    return from_above(proposition.relation, point_square(L, given), proposition.value)


def check_odd(proposition: BestConstant, given: OddDual, tools: Tools) -> Decision:
    """diag(d) - S - the mean of sum w a a^T is positive semidefinite by exact elimination."""
    require(proposition.quantity == "A", "odd vectors bound A* only")
    loss = resolve(proposition.loss)
    numerator, gap, unit = diagonal_gap(loss, proposition.shift, given.dual)
    size = len(gap)
    fits = len(given.vectors) == len(given.weights)
    require(fits, "the weights do not have the shape of the vectors")
    odd = all(len(a) == size and sum(a) % 2 for a in given.vectors)
    require(odd, "a vector does not have an odd sum, or not the shape of the loss")
    require(all(w >= 0 for w in given.weights), "a weight is negative")
    _require_moves(given.moves, size)
    (weights,), shared = integers((given.weights,))
    sums = {(i, j): 0 for i in range(size) for j in range(i, size)}
    for a, w in zip(given.vectors, weights, strict=True):
        for i, j in combinations_with_replacement([i for i in range(size) if a[i]], 2):
            sums[i, j] += w * a[i] * a[j]
    means = pair_means(sums, given.moves)
    common = lcm(*(mean.denominator for mean in means.values()))
    gap = [[shared * common * x for x in row] for row in gap]
    for (i, j), mean in means.items():
        taken = unit * int(common * mean)
        gap[i][j] -= taken
        if i != j:
            gap[j][i] -= taken
    total = sum(given.dual.d, Fraction(0)) - sum(given.weights, Fraction(0))
    value = definite_bound(gap, numerator, total)
    return from_below(proposition.relation, value, proposition.value)


RULES = (
    Rule(BestConstant, HullPoint, check_hull_point, (HULL,)),
    Rule(BestConstant, OddDual, check_odd, (HULL,)),
)
