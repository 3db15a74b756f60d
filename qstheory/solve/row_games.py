"""Matrix games of each row of a matrix against the others, bounded in floats and then exactly.

    value(z) = max over Pi of min over k != z of (M_k - M_z) Pi

The differences are never formed: M is scaled once, and a game takes a few small blocks of it and
products with few columns and rows. A bound is told only when it holds exactly; where the value is
too close to tell, there is none, and the game is for `qstheory.solve.games`.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import magnitude
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
