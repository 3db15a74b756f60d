"""Matrix games of each row of a matrix against the others, bounded in floats and then exactly.

    value(z) = max over Pi of min over k != z of (M_k - M_z) Pi

The differences are never formed: M is scaled once, and a game takes a few small blocks of it and
products with few columns and rows. A bound is told only when it holds exactly; where the value is
too close to tell, there is none, and the game is for `qstheory.solve.games`.

Distributions at which given predictions tie for the best, with as large a support as there is.

For predictions S and z0 in S: max sum u with p = u + v >= 0, u <= 1, (L_z - L_z0) p = 0 for z in S
and >= 0 for the others. The cone is scaled freely, so at the optimum u is 1 on the largest support.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import (
    Rows,
    Vector,
    common,
    from_fractions,
    magnitude,
    minus,
    narrowed,
)
from qstheory.solve.games import (
    FIRST,
    ROUNDS,
    TOLERANCE,
    Proposal,
    Weights,
    normalised,
    numerators,
    small_game,
    worst,
)
from qstheory.solve.integer_program import IntegerProgram, independent
from qstheory.solve.linear_program import proposed_vertex, solve_integers
from qstheory.solve.proposal import Array

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


def widest_tie(matrix: Rows, tied: Collection[int]) -> Vector | None:
    """A distribution of largest support at which all of `tied` are optimal, or None.

    That they are is exact; that no support is larger rests on floating point where that gives a
    vertex. Raises Undecided when the linear program cannot be rebuilt exactly.
    """
    first, width = min(tied), len(matrix[0])
    values = common(from_fractions(matrix)).values
    equal = minus(values[[z for z in tied if z != first]], values[[first]])
    loose = minus(values[[z for z in range(len(matrix)) if z not in tied]], values[[first]])
    kept = independent(equal.T, range(len(equal))) if len(equal) else []
    x = proposed_vertex(_program(equal[kept], loose))
    p = None if x is None else _sums(x, width)
    if p is None or (equal.astype(object) @ np.array(p, dtype=object)).any():
        p = _sums(solve_integers(_program(equal, loose)).x, width)
    total = sum(p)
    return tuple(weight / total for weight in p) if total else None


def _sums(x: Vector, width: int) -> Vector:
    return tuple(u + v for u, v in zip(x[:width], x[width : 2 * width], strict=True))


def _program(equal: NDArray[Any], loose: NDArray[Any]) -> IntegerProgram:
    """Variables u, v, s (loose predictions), t = 1 - u; minimise -sum u."""
    D = np.vstack([equal, loose])
    rows, width = D.shape
    A = np.zeros((rows + width, 3 * width + len(loose)), dtype=D.dtype)
    A[:rows, :width] = A[:rows, width : 2 * width] = D
    A[len(equal) : rows, 2 * width : -width] = -np.eye(len(loose), dtype=int)
    A[rows:, :width] = A[rows:, -width:] = np.eye(width, dtype=int)
    right: Sequence[int] = (*[0] * rows, *[1] * width)
    return IntegerProgram(narrowed(A), tuple(right), (*[-1] * width, *[0] * (A.shape[1] - width)))
