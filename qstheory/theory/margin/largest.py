"""The largest margin max over Pi of gamma(Pi), exactly, with the mixtures that bound it.

A matrix game for each prediction: max over Pi of min over the others of l(z') - l(z). Rows that
occur twice need none: their margin is 0, and the twin is the mixture. The game is solved exactly
only where a rounded mixture does not show that another prediction has as large a margin.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import common, from_fractions, minus
from qstheory.solve.games import Weights, canonical_point, valued_game
from qstheory.theory.margin.cells import Rows

CANONICAL = 600
"""Most entries of a loss for which one of several distributions is chosen by a rule."""


@dataclass(frozen=True)
class Largest:
    """The value, a distribution that attains it, and for each prediction weights on the others."""

    value: Fraction
    distribution: Weights
    mixtures: tuple[Weights, ...]


def largest_margin(L: Rows) -> Largest:
    """The largest margin of a loss with at least two predictions.

    >>> Q = Fraction
    >>> largest_margin(((Q(0), Q(1)), (Q(1), Q(0)), (Q(1, 4), Q(1, 4)))).value
    Fraction(1, 4)
    """
    matrix = common(from_fractions(L))
    found = _largest(matrix.values)
    return Largest(found.value / matrix.denominators[0], found.distribution, found.mixtures)


def _largest(values: NDArray[Any]) -> Largest:
    count = len(values)
    twins: dict[tuple[int, ...], list[int]] = {}
    for z, row in enumerate(values.tolist()):
        twins.setdefault(tuple(row), []).append(z)
    mixtures: dict[int, Weights] = {}
    for group in twins.values():
        for z in group if len(group) > 1 else ():
            mixtures[z] = {next(k for k in group if k != z): Fraction(1)}
    best, point, attained = Fraction(0), {0: Fraction(1)}, 0
    # Those that are alone at an observation by far are likely to have the largest margin.
    lead = np.sort(values, axis=0)[1] - values
    for z in sorted(range(count), key=lambda z: -int(lead[z].max())):
        if z in mixtures:
            continue
        others = [k for k in range(count) if k != z]
        game = valued_game(minus(values[others], values[z][None, :]), best)
        mixtures[z] = {others[i]: w for i, w in game.mixture.items()}
        if game.low is not None and game.low > best:
            best, point, attained = game.low, game.distribution, z
    if best and values.size <= CANONICAL:
        others = [k for k in range(count) if k != attained]
        point = canonical_point(minus(values[others], values[attained][None, :]), best)
    return Largest(best, point, tuple(mixtures[z] for z in range(count)))
