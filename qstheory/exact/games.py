"""Matrix games: max over Pi of min over the rows of D Pi, and its sign, exactly.

Pi is a distribution on the columns. The multipliers are a mixture q of the rows with q^T D at most
the value everywhere. Only few columns and rows of D enter a program: those that the last one
violates are added until none is left.

Matrix games of each row of a matrix against the others, bounded in floats and then exactly.

    value(z) = max over Pi of min over k != z of (M_k - M_z) Pi

The differences are never formed: M is scaled once, and a game takes a few small blocks of it and
products with few columns and rows. A bound is told only when it holds exactly; where the value is
too close to tell, there is none, and the game is solved alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

import highspy
import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import (
    INT64_MAX,
    magnitude,
)
from qstheory.exact.linear_program import solve_integers
from qstheory.exact.programs import Array, IntegerProgram, parts, rounded

ZERO = Fraction(0)
Weights = dict[int, Fraction]
FIRST, ADDED = 10, 6
"""Columns and rows to begin with, and most that enter in one round."""
ROUNDS = 100
"""Most small games: 5, 24 and 60 were solved for random matrices of order 20, 200 and 500."""
TOLERANCE = 1e-7
"""Relative value below which floating point does not tell its sign, and accuracy of a round."""
BITS = 40
"""Binary digits of rounded probabilities."""


@dataclass(frozen=True)
class Game:
    """D Pi >= low everywhere and q^T D <= high, by position; what was not needed is empty."""

    low: Fraction | None
    high: Fraction | None
    distribution: Weights
    mixture: Weights


@dataclass(frozen=True)
class Proposal:
    """Columns and rows that matter, with Pi on these columns and q on these rows in floats."""

    columns: list[int]
    rows: list[int]
    Pi: Array
    q: Array
    value: float


def signed_game(D: NDArray[Any]) -> Game:
    """A game that shows the sign of the value: low > 0, high < 0, or both 0.

    Each row is brought to the size 1 first, so that small ones count: no sign depends on it.

    >>> signed_game(np.array([[3, -1], [-1, 3]])).low
    Fraction(1, 1)
    """
    sizes = row_sizes(D)
    found = propose(scaled_down(D, sizes), signed=True)
    if found.value > TOLERANCE:
        Pi = normalised(found.columns, found.Pi, [0] * len(found.Pi))
        low = least_value(D, Pi)
        if low > 0:
            return Game(low, None, Pi, {})
    elif found.value < -TOLERANCE:
        q = normalised(found.rows, found.q, [-int(sizes[z]) for z in found.rows])
        high = -least_value(-D.T, q)
        if high < 0:
            return Game(None, high, {}, q)
    return exact_game(D, found)


def valued_game(D: NDArray[Any], at_most: Fraction | None = None) -> Game:
    """The exact game, or only a mixture where a rounded one shows a value of at most that.

    >>> valued_game(np.array([[3, -1], [-1, 3]])).high
    Fraction(1, 1)
    """
    sizes = row_sizes(D)
    found = propose(scaled_down(D, np.full_like(sizes, sizes.max())), signed=False)
    if at_most is not None:
        q = normalised(found.rows, found.q, [0] * len(found.q))
        high = -least_value(-D.T, q)
        if high <= at_most:
            return Game(None, high, {}, q)
    return exact_game(D, found)


def canonical_point(D: NDArray[Any], value: Fraction) -> Weights:
    """The one Pi with D Pi >= value, the value of the game, with the least sum of fixed costs.

    The costs are drawn once for all; no tie between two points is known, so that what a solver
    proposes has no influence.
    """
    height, width = D.shape
    top, bottom = value.as_integer_ratio()
    # Variables Pi and slacks: D Pi - slack = value.
    matrix = np.zeros((height + 1, width + height), dtype=object)
    matrix[:height, :width] = D.astype(object) * bottom
    matrix[range(height), range(width, width + height)] = -1
    matrix[height, :width] = 1
    drawn = Random(0)
    costs = (*(drawn.getrandbits(40) for _ in range(width)), *[0] * height)
    optimum = solve_integers(IntegerProgram(matrix, (*[top] * height, 1), costs))
    return {j: x for j, x in enumerate(optimum.x[:width]) if x}


def row_sizes(D: NDArray[Any]) -> NDArray[np.int64]:
    """The least power of 2 above every entry of a row."""
    _, exponents = parts(np.maximum(D.max(axis=1), -D.min(axis=1)))
    return exponents


def scaled_down(D: NDArray[Any], sizes: NDArray[np.int64]) -> Array:
    """D 2^-sizes."""
    if D.dtype != object:
        return np.asarray(D * np.exp2(-sizes.astype(np.float64))[:, None])
    mantissas, exponents = parts(D)
    return rounded(mantissas, exponents - sizes[:, None])


def normalised(places: list[int], weights: Array, exponents: list[int]) -> Weights:
    """weights 2^exponents, rounded, with sum 1, by place."""
    scaled = {
        place: Fraction(round(float(w) * (1 << BITS))) * Fraction(2) ** e
        for place, w, e in zip(places, weights, exponents, strict=True)
    }
    total = sum((max(w, ZERO) for w in scaled.values()), ZERO)
    if not total:
        return {places[0]: Fraction(1)}
    return {place: w / total for place, w in scaled.items() if w > 0}


def row_values(D: NDArray[Any], weights: Weights) -> list[Fraction]:
    """D weights, exactly."""
    found, shared = numerators(D, weights)
    return [Fraction(v, shared) for v in found]


def least_value(D: NDArray[Any], weights: Weights) -> Fraction:
    """The smallest entry of D weights."""
    found, shared = numerators(D, weights)
    return Fraction(min(found), shared)


def numerators(D: NDArray[Any], weights: Weights) -> tuple[list[int], int]:
    """D weights over one denominator, which comes last."""
    shared = lcm(*(w.denominator for w in weights.values()))
    scaled = [int(w * shared) for w in weights.values()]
    chosen = D[:, list(weights)]
    if D.dtype != object and magnitude(chosen) * sum(map(abs, scaled)) <= INT64_MAX:
        return (chosen @ np.array(scaled)).tolist(), shared
    product = fmpz_mat(chosen.tolist()) * fmpz_mat([[w] for w in scaled])
    return [int(v) for (v,) in product.tolist()], shared


def propose(F: Array, signed: bool) -> Proposal:
    """The game in floating point; where only the sign matters it ends as soon as that is clear."""
    order = np.argsort(-F.min(axis=0))
    columns = order[:FIRST].tolist()
    rows = np.argsort(F[:, columns].mean(axis=1))[:FIRST].tolist()
    for _ in range(ROUNDS):
        Pi, q, value = small_game(F[np.ix_(rows, columns)])
        reached, priced = F[:, columns] @ Pi, q @ F[rows]
        low, high = reached.min(), priced.max()
        found = Proposal(columns, rows, Pi, q, float(value))
        if signed and low > TOLERANCE:
            return Proposal(columns, rows, Pi, q, float(low))
        if signed and high < -TOLERANCE:
            return Proposal(columns, rows, Pi, q, float(high))
        more_rows = worst(reached, value - TOLERANCE, set(rows))
        more_columns = worst(-priced, -value - TOLERANCE, set(columns))
        if not more_rows and not more_columns:
            break
        rows, columns = rows + more_rows, columns + more_columns
    return found


def worst(values: Array, least: float, known: set[int]) -> list[int]:
    """Places of the smallest values below `least`."""
    below = [i for i in np.argsort(values)[: ADDED + len(known)].tolist() if i not in known]
    return [i for i in below[:ADDED] if values[i] < least]


def small_game(F: Array) -> tuple[Array, Array, float]:
    """Pi, q and the value, by HiGHS: min t with q F <= t, sum q = 1, q >= 0."""
    height, width = F.shape
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = width + 1, height + 1
    lp.col_cost_ = np.append(np.zeros(height), 1.0)
    lp.col_lower_ = np.append(np.zeros(height), -highspy.kHighsInf)
    lp.col_upper_ = np.full(height + 1, highspy.kHighsInf)
    lp.row_lower_ = np.append(np.full(width, -highspy.kHighsInf), 1.0)
    lp.row_upper_ = np.append(np.zeros(width), 1.0)
    dense = np.zeros((width + 1, height + 1))
    dense[:width, :height], dense[:width, height], dense[width, :height] = F.T, -1, 1
    i, j = np.nonzero(dense)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.searchsorted(i, np.arange(width + 2)).astype(np.int32)
    lp.a_matrix_.index_ = j.astype(np.int32)
    lp.a_matrix_.value_ = dense[i, j]
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("presolve", "off")
    solver.passModel(lp)
    solver.run()
    solution = solver.getSolution()
    q = np.maximum(np.array(solution.col_value[:height]), 0)
    Pi = np.maximum(-np.array(solution.row_dual[:width]), 0)
    return Pi / (Pi.sum() or 1), q / (q.sum() or 1), float(solution.col_value[height])


def exact_game(D: NDArray[Any], start: Proposal) -> Game:
    """Both sides at the exact value, beginning with the columns and rows of a proposal."""
    rows, columns = list(start.rows), list(start.columns)
    while True:
        value, Pi, q = _exact(D[np.ix_(rows, columns)])
        distribution = {columns[j]: p for j, p in Pi.items()}
        mixture = {rows[i]: w for i, w in q.items()}
        reached, priced = row_values(D, distribution), row_values(D.T, mixture)
        more_rows = _violated([value - v for v in reached])
        more_columns = _violated([v - value for v in priced])
        if not more_rows and not more_columns:
            return Game(value, value, distribution, mixture)
        rows, columns = rows + more_rows, columns + more_columns


def _violated(excess: list[Fraction]) -> list[int]:
    """Places of the largest positive numbers."""
    positive = [i for i, x in enumerate(excess) if x > 0]
    return sorted(positive, key=lambda i: -excess[i])[:ADDED]


def _exact(D: NDArray[Any]) -> tuple[Fraction, Weights, Weights]:
    """The value, Pi and q of a small game."""
    height, width = D.shape
    # Variables q, t_plus, t_minus, slacks; q^T D - t + slack = 0, sum q = 1; minimise t.
    matrix = np.zeros((width + 1, height + 2 + width), dtype=D.dtype)
    matrix[:width, :height], matrix[width, :height] = D.T, 1
    matrix[:width, height], matrix[:width, height + 1] = -1, 1
    matrix[range(width), range(height + 2, height + 2 + width)] = 1
    costs = (*[0] * height, 1, -1, *[0] * width)
    optimum = solve_integers(IntegerProgram(matrix, (*[0] * width, 1), costs))
    Pi = {j: -y for j, y in enumerate(optimum.y[:width]) if y}
    return optimum.value, Pi, {i: x for i, x in enumerate(optimum.x[:height]) if x}


DENOMINATOR = 1000
"""Largest denominator of simple weights, which are tried first. It only shortens certificates:
where it is too small the weights are taken as they are."""


def simple(places: list[int], weights: Array) -> Weights:
    """The weights as fractions of small denominators where these have the sum 1; or none."""
    near = [Fraction(float(w)).limit_denominator(DENOMINATOR) for w in weights]
    if sum(near) != 1:
        return {}
    return {place: w for place, w in zip(places, near, strict=True) if w}


class RowGames:
    """The games of the rows of a matrix of at least two rows of 64-bit integers."""

    def __init__(self, values: NDArray[np.int64]) -> None:
        self._values = values
        self._unit = max(magnitude(values), 1)
        self._floats = values / self._unit
        self._least, self._second = np.sort(self._floats, axis=0)[:2]
        self._lowest = self._floats.argmin(axis=0)

    def mixture(self, z: int, most: Fraction) -> Weights | None:
        """q on the other rows with sum_k q_k M_k - M_z <= most everywhere, if that is found.

        >>> RowGames(np.array([[0, 4], [4, 0], [3, 3]])).mixture(2, Fraction(0))
        {0: Fraction(1, 2), 1: Fraction(1, 2)}
        """
        limit = float(most / self._unit)
        for proposed, low, high in self._rounds(z):
            if low > limit + TOLERANCE:
                return None
            if high <= limit + TOLERANCE:
                for q in (
                    simple(proposed.rows, proposed.q),
                    normalised(proposed.rows, proposed.q, [0] * len(proposed.q)),
                ):
                    if q and self._above(z, q) <= most:
                        return q
        return None

    def _above(self, z: int, q: Weights) -> Fraction:
        """max over y of sum_k q_k M_k - M_z."""
        images, shared = numerators(self._values.T, q)
        own = self._values[z].tolist()
        above = max(image - shared * x for image, x in zip(images, own, strict=True))
        return Fraction(above, shared)

    def distribution(self, z: int) -> Weights | None:
        """Pi with (M_k - M_z) Pi > 0 for all k other than z, if that is found.

        >>> RowGames(np.array([[0, 4], [4, 0], [1, 1]])).distribution(2)
        {0: Fraction(1, 2), 1: Fraction(1, 2)}
        """
        for proposed, low, high in self._rounds(z):
            if high < TOLERANCE:
                return None
            if low > TOLERANCE:
                Pi = normalised(proposed.columns, proposed.Pi, [0] * len(proposed.Pi))
                risks, _ = numerators(self._values, Pi)
                if risks.count(risks[z]) == 1 and risks[z] == min(risks):
                    return Pi
        return None

    def _rounds(self, z: int) -> Iterator[tuple[Proposal, float, float]]:
        """Proposals with what they reach and what they bound, until none of these is new."""
        own = self._floats[z]
        least = np.where(self._lowest == z, self._second, self._least) - own
        columns = np.argsort(-least)[:FIRST].tolist()
        means = self._floats[:, columns].mean(axis=1)
        means[z] = np.inf
        rows = [k for k in np.argsort(means)[:FIRST].tolist() if k != z]
        for _ in range(ROUNDS):
            block = self._floats[np.ix_(rows, columns)] - own[columns]
            Pi, q, value = small_game(block)
            reached = self._floats[:, columns] @ Pi - own[columns] @ Pi
            reached[z] = np.inf
            priced = q @ self._floats[rows] - own
            found = Proposal(columns, rows, Pi, q, float(value))
            yield found, float(reached.min()), float(priced.max())
            more_rows = worst(reached, value - TOLERANCE, set(rows))
            more_columns = worst(-priced, -value - TOLERANCE, set(columns))
            if not more_rows and not more_columns:
                return
            rows, columns = rows + more_rows, columns + more_columns
