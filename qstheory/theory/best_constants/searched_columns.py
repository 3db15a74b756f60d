"""Sign vectors for A* where they are too many to enumerate: a search by single changes of sign.

What the search misses only widens the interval: the bound from below does not depend on it.
"""

import numpy as np

from qstheory.theory.best_constants.hull_program import SignColumns, best_mixture
from qstheory.theory.best_constants.orbits import pair_orbits
from qstheory.theory.best_constants.problem import Array, ConstantProblem
from qstheory.theory.best_constants.relaxation import Relaxed
from qstheory.theory.best_constants.sign_columns import (
    MANY,
    SignMixture,
    different,
    hull_columns,
    joined,
    rounded_signs,
    spanning_signs,
)

ROUNDS = 24
"""Most programs: the interval of a random 6 x 22 loss has the relative width 0.19 after 6, 0.023
after 12, 0.0046 after 24 and 0.0045 after 48.
"""
WORK = 22 * 10**7
"""Most of sign vectors squared times observations in one program."""
START = 16
"""Sign vectors to begin with, for each observation."""
STARTS = 400
"""Places where a search begins, in one round."""
ACCURACY = 1e-4
CLOSE = 1e-6
"""Relative distance to the bound from below at which the search ends."""
WORTH = 1e-2
"""Share of the mean weight below which a sign vector leaves."""


def searched(problem: ConstantProblem, relaxation: Relaxed, floor: float) -> SignMixture:
    """A mixture of sign vectors, or of their orbits' means, with a constant near `floor`.

    It begins with those that the dual of the relaxation, and its C, suggest.
    """
    C = relaxation.C
    size = problem.matrix.shape[1]
    random = np.random.default_rng(0)
    orbit = pair_orbits(size, problem.column_moves)
    suggested = climbed(relaxation.dual.prices, rounded_signs(C, START * size, random))
    begun = np.hstack([spanning_signs(size), suggested])
    signs, columns = hull_columns(orbit, different(begun))
    weights, shift, accuracy = np.ones(columns.count), np.zeros(size), ACCURACY
    best: SignMixture | None = None
    for _ in range(ROUNDS):
        mixture = best_mixture(problem, columns, weights, shift, accuracy)
        if best is None or mixture.above < best.mixture.above:
            best = SignMixture(signs, mixture)
        if mixture.above - floor <= CLOSE * mixture.above or columns.count**2 * size > WORK:
            break
        S = mixture.dual.prices
        present = columns.prices(S).max()
        starts = np.hstack(
            [rounded_signs(C, STARTS, random), random.choice([-1.0, 1.0], (size, STARTS))]
        )
        found = climbed(S, starts)
        prices = SignColumns(found).prices(S)
        order = np.argsort(-prices)[:STARTS]
        entering = found[:, order[prices[order] > present * (1 + accuracy / 10)]]
        if not entering.shape[1]:
            if accuracy <= CLOSE:
                break
            accuracy /= 10
            continue
        kept = mixture.weights > WORTH / columns.count
        kept |= columns.count < MANY * size
        signs, columns, weights = joined(orbit, signs[:, kept], mixture.weights[kept], entering)
        shift = mixture.shift
        accuracy = max(CLOSE / 4, min(accuracy, (mixture.above - floor) / mixture.above / 10))
    assert best is not None
    return best


def climbed(S: Array, starts: Array) -> Array:
    """From each sign vector, a column, by single changes of sign to a local maximum of e^T S e."""
    signs = starts.copy()
    images = S @ signs
    active = np.arange(signs.shape[1])
    for _ in range(20 * len(S)):
        gain = np.diag(S)[:, None] - signs[:, active] * images[:, active]
        place = gain.argmax(axis=0)
        rising = gain[place, np.arange(len(active))] > 1e-12
        active, place = active[rising], place[rising]
        if not len(active):
            break
        images[:, active] -= 2 * S[:, place] * signs[place, active]
        signs[place, active] *= -1
    return different(signs)
