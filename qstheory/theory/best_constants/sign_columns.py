"""Sign vectors whose mean matrix C attains or approaches A*, by column generation.

The program over the sign vectors found so far has a dual with e^T S e <= 1 for all of them; the
sign vectors with the largest e^T S e enter next. Up to 20 observations all are priced, and what is
found is the optimum. Where the loss is symmetric a sign vector stands for the mean over its orbit,
of which few differ.
"""

from dataclasses import dataclass, replace

import numpy as np

from qstheory.certify.kinds.best_constants import SIGNED_COLUMNS
from qstheory.theory.best_constants.hull_program import (
    Columns,
    MeanColumns,
    Mixture,
    SignColumns,
    best_mixture,
)
from qstheory.theory.best_constants.orbit_relaxation import (
    Orbit,
    different_orbits,
    orbit_indicators,
    orbit_means,
    pair_orbits,
    unmoved,
)
from qstheory.theory.best_constants.problem import Array, ConstantProblem, Primal

ENUMERATED = SIGNED_COLUMNS
"""Most observations for which all sign vectors are priced."""
START = 3
"""Sign vectors to begin with, for each observation: more than can be tight, so that some leave."""
ENTERING = 3
"""Most sign vectors that enter in one round, for each observation: as many as there were first."""
ROUNDS = 60
"""Most programs: in twenty runs on losses with up to 20 observations at most 16 were solved."""
IDLE = 8
"""Rounds without a better bound on either side after which rounding allows no more."""
FIRST_ACCURACY, ACCURACY = 1e-3, 1e-7
"""Relative accuracies of the first program and of the last: early ones only choose sign vectors."""
MANY = 12
"""Sign vectors, for each observation, beyond which useless ones leave: four times the first."""
NEAR = 0.05
"""Sign vectors of smaller e^T S e, by this share, leave unless they have weight: if they come to
matter, they enter again."""


@dataclass(frozen=True)
class SignMixture:
    """Sign vectors, as columns, with a mixture of them."""

    signs: Array
    mixture: Mixture

    @property
    def primal(self) -> Primal:
        """C and the shift."""
        return Primal(self.signs, self.mixture.weights, self.mixture.shift)


def spanning_signs(size: int) -> Array:
    """(1, ..., 1) and the vectors with a single -1: they span, but for one observation."""
    return np.hstack([np.ones((size, 1)), 1 - 2 * np.eye(size)])


def rounded_signs(C: Array, count: int, random: np.random.Generator) -> Array:
    """Signs of Gaussian vectors of covariance sin(pi C / 2), whose mean matrix is C if it is >= 0.

    (2 / pi) arcsin of the covariance is the mean matrix of the signs (Grothendieck's identity).
    The symmetric root spreads them: it does not depend on which eigenvectors of equal values a
    library returns.
    """
    diagonal = np.sqrt(np.maximum(np.diag(C), 1e-12))
    values, vectors = np.linalg.eigh(
        np.sin(np.pi / 2 * np.clip(C / diagonal / diagonal[:, None], -1, 1))
    )
    spread = vectors * np.sqrt(np.maximum(values, 1e-9)) @ vectors.T
    return np.where(spread @ random.standard_normal((len(C), count)) > 0, 1.0, -1.0)


def different(signs: Array) -> Array:
    """Each sign vector once, up to a common sign."""
    return np.unique(signs * signs[:1], axis=1)


def all_signs(size: int) -> Array:
    """Every sign vector that begins with 1, as columns."""
    numbers = np.arange(1 << (size - 1))
    return np.vstack(
        [np.ones(len(numbers)), 1.0 - 2.0 * (numbers >> np.arange(size - 1)[:, None] & 1)]
    )


def hull_columns(orbit: Orbit, signs: Array) -> tuple[Array, Columns]:
    """The sign vectors whose orbits' means differ, and those means."""
    if unmoved(orbit):
        signs = different(signs)
        return signs, SignColumns(signs)
    signs = signs[:, different_orbits(orbit, signs)]
    return signs, MeanColumns(orbit_means(orbit, signs), orbit_indicators(orbit))


def enumerated(problem: ConstantProblem, C: Array) -> SignMixture:
    """A nearly optimal mixture, all sign vectors priced; C is where to begin."""
    size = problem.matrix.shape[1]
    every = all_signs(size)
    orbit = pair_orbits(size, problem.column_moves)
    begun = np.hstack(
        [spanning_signs(size), rounded_signs(C, START * size, np.random.default_rng(0))]
    )
    signs, columns = hull_columns(orbit, different(begun))
    weights, shift, accuracy = np.ones(columns.count), np.zeros(size), FIRST_ACCURACY
    found: SignMixture | None = None
    highest, dual, idle = -np.inf, None, 0
    for _ in range(ROUNDS):
        mixture = best_mixture(problem, columns, weights, shift, accuracy)
        S = mixture.dual.prices
        prices = SignColumns(every).prices(S)
        value = (mixture.dual.X * problem.matrix).sum() ** 2
        below = value / prices.max()
        idle += 1
        if found is None or mixture.above < found.mixture.above * (1 - ACCURACY / 4):
            found, idle = SignMixture(signs, mixture), 0
        if below > highest:
            idle = 0 if below > highest * (1 + ACCURACY / 4) else idle
            highest, dual = below, mixture.dual
        if found.mixture.above - highest <= 2 * ACCURACY * found.mixture.above or idle == IDLE:
            break
        present = columns.prices(S)
        # Sign vectors of one orbit have one price: one of each is enough.
        _, first = np.unique(np.round(prices / prices.max(), 10), return_index=True)
        order = first[::-1][: ENTERING * size]
        entering = every[:, order[prices[order] > present.max() * (1 + ACCURACY / 4)]]
        kept = np.ones(columns.count, dtype=bool)
        if columns.count > MANY * size:
            kept = (mixture.weights > FIRST_ACCURACY * accuracy) | (
                present > prices.max() * (1 - NEAR)
            )
        signs, columns, weights = joined(orbit, signs[:, kept], mixture.weights[kept], entering)
        shift = mixture.shift
        accuracy = max(ACCURACY, min(accuracy, (mixture.above - below) / mixture.above / 10))
    assert found is not None
    assert dual is not None
    return SignMixture(found.signs, replace(found.mixture, dual=dual))


def joined(
    orbit: Orbit, signs: Array, weights: Array, entering: Array
) -> tuple[Array, Columns, Array]:
    """Both, their matrices, and their weights: entering ones have little, all of a span none."""
    known = {tuple(e): w for e, w in zip(signs.T, weights, strict=True)}
    spanning = spanning_signs(len(signs))
    both, columns = hull_columns(orbit, np.hstack([signs, entering, spanning]))
    little = 0.1 / (entering.shape[1] + spanning.shape[1])
    return both, columns, np.array([known.get(tuple(e), little) for e in both.T])
