"""The largest margin max over Pi of gamma(Pi), exactly, with the mixtures that bound it.

A matrix game for each prediction: max over Pi of min over the others of l(z') - l(z). Rows that
occur twice need none: their margin is 0, and the twin is the mixture. Nor does a prediction with
another one that is nowhere worse by more than the margin at some observation. The game is solved
exactly only where a rounded mixture does not show that another prediction has as large a margin.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import INT64_MAX, IntegerMatrix, common, magnitude, minus
from qstheory.solve.games import Weights, canonical_point, valued_game

CANONICAL = 600
"""Most entries of a loss for which one of several distributions is chosen by a rule."""


@dataclass(frozen=True)
class Largest:
    """The value, a distribution that attains it, and for each prediction weights on the others."""

    value: Fraction
    distribution: Weights
    mixtures: tuple[Weights, ...]


def largest_margin(L: IntegerMatrix) -> Largest:
    """The largest margin of a loss with at least two predictions.

    >>> from qstheory.exact.integer_matrix import from_fractions
    >>> Q = Fraction
    >>> rows = ((Q(0), Q(1)), (Q(1), Q(0)), (Q(1, 4), Q(1, 4)))
    >>> largest_margin(from_fractions(rows)).value
    Fraction(1, 4)
    """
    matrix = common(L)
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
    # Those that are alone at an observation by far are likely to have the largest margin.
    if magnitude(values) > INT64_MAX // 4:
        values = values.astype(object)
    least, second = np.sort(values, axis=0)[:2]
    leads = second - least
    lead = np.zeros(count, dtype=values.dtype)
    np.maximum.at(lead, values.argmin(axis=0), leads)
    y = int(leads.argmax())
    best, point, attained = Fraction(int(leads[y])), {y: Fraction(1)}, int(values[:, y].argmin())
    alone = [z for z in range(count) if z not in mixtures]
    rivals = {} if values.dtype == object else nearest(values, alone)
    for z in sorted(alone, key=lambda z: -int(lead[z])):
        worse, rival = rivals.get(z, (None, 0))
        if worse is not None and worse <= best:
            mixtures[z] = {rival: Fraction(1)}
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


def nearest(values: NDArray[np.int64], rows: Iterable[int]) -> dict[int, tuple[int, int]]:
    """For each of the rows z, max_y L(k, y) - L(z, y) at the row k where that is least, and k."""
    found = {}
    for z in rows:
        worse = (values - values[z]).max(axis=1)
        worse[z] = INT64_MAX
        k = int(worse.argmin())
        found[z] = int(worse[k]), k
    return found
