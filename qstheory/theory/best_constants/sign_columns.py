"""Sign vectors whose mean matrix C attains or approaches A*, by column generation.

The program over the sign vectors found so far has a dual with e^T S e <= 1 for all of them; the
sign vectors with the largest e^T S e enter next. Up to 20 observations all are priced, and what is
found is the optimum. Where the loss is symmetric a sign vector stands for the mean over its orbit,
of which few differ.

From below there are odd vectors that a matrix C violates: integer a of odd sum with a^T C a < 1.
For every sign vector e the number a^T e is odd, so a^T (e e^T) a >= 1 on the whole hull. Vectors of
three entries +-1 are the triangle inequalities of the cut polytope; all are run through. Larger
ones are looked for by changing one or two entries at a time. Where the loss is symmetric one vector
of each orbit is enough.
"""

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from qstheory.certify.kinds.best_constants import SIGNED_COLUMNS
from qstheory.theory.best_constants.hull_program import (
    Columns,
    MeanColumns,
    Mixture,
    SignColumns,
    best_mixture,
)
from qstheory.theory.best_constants.problem import (
    Array,
    ConstantProblem,
    Dual,
    Orbit,
    Primal,
    different_orbits,
    orbit_indicators,
    orbit_means,
    pair_orbits,
    unmoved,
)
from qstheory.theory.best_constants.relaxation import Relaxed, relaxed, relaxed_over_orbits

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


VIOLATED = 1e-4
"""Least violation of a vector that is returned: far above the 1e-6 to which programs are solved."""
CONSIDERED = 30
"""Most violated vectors, for each column, of which one of each orbit is taken: twice as many give
the same bounds on random losses up to 6 x 22, half as many a lower bound that is 1e-4 lower."""
PER_COLUMN = 12
"""Most vectors that are returned, for each column: twice as many give the same bound on a random
6 x 18 loss, half as many one that is 1e-6 lower."""
STARTS = 200
"""Places where a search for odd vectors begins: on a random 6 x 18 loss 100 give a bound that is
5e-5 lower, 400 one that is 4e-6 higher for half as much time again."""
LARGEST = 32
"""Most columns of a loss without symmetries for which larger vectors are looked for."""

ODD_ROUNDS = 20
"""Most rounds: on a random 6 x 22 loss the bound gains nothing after 10."""
GAIN = 1e-6
"""Relative rise of the bound in a round below which another would not be worth its time."""
ODD_ACCURACY = 1e-6
"""Relative accuracy of a program: the gain below which rounds end could not be seen otherwise."""
WORTH = 1e-4
"""Share of the largest weight below which a vector leaves, and can enter again: with 1e-3 the bound
of a random 6 x 18 loss is 5e-6 lower, with 1e-5 the same."""


def with_odd_vectors(problem: ConstantProblem, start: Relaxed) -> Relaxed:
    """The relaxation with the odd vectors that C violates, added while the bound rises."""
    random = np.random.default_rng(0)
    orbit = pair_orbits(problem.matrix.shape[1], problem.column_moves)
    solve = relaxed if unmoved(orbit) else relaxed_over_orbits
    last = best = start
    bound = value(problem, start.dual)
    for _ in range(ODD_ROUNDS):
        weights = last.dual.odd_weights
        kept = last.dual.odd[weights > WORTH * weights.max(initial=0)]
        entering = violated(last.C, orbit, kept, random)
        if not len(entering):
            break
        odd = np.vstack([kept, entering])
        last = solve(problem, odd[different_orbits(orbit, odd.T)], last, ODD_ACCURACY)
        found = value(problem, last.dual)
        gain = found - bound
        if gain > 0:
            best, bound = last, found
        if gain <= GAIN * bound:
            break
    return best


def value(problem: ConstantProblem, dual: Dual) -> float:
    """The bound from below with a multiple of d that the rest of the dual allows."""
    orbit = pair_orbits(len(dual.d), problem.column_moves)
    S = dual.prices + (dual.odd_weights @ orbit_means(orbit, dual.odd.T))[orbit]
    root = np.sqrt(dual.d)
    share = float(np.linalg.eigvalsh(S / root / root[:, None])[-1])
    product = float((dual.X * problem.matrix).sum())
    return product**2 / float(dual.q.sum() * (share * dual.d.sum() - dual.odd_weights.sum()))


def violated(C: Array, orbit: Orbit, known: Array, random: np.random.Generator) -> Array:
    """Vectors that C violates most, one a row and one of each orbit; known ones to begin with."""
    size = len(C)
    found = _triangles(C)
    if size <= LARGEST or not unmoved(orbit):
        found = np.vstack([found, lowered(C, _starts(size, known, random))])
    values = ((found @ C) * found).sum(axis=1)
    cut = (values < 1 - VIOLATED) & ((found**2).sum(axis=1) > 1)
    found = found[cut][np.argsort(values[cut])[: CONSIDERED * size]]
    return np.asarray(found[different_orbits(orbit, found.T)[: PER_COLUMN * size]])


def _triangles(C: Array) -> Array:
    """The vectors of three entries +-1 that C violates."""
    size = len(C)
    i, j, k = np.array(list(combinations(range(size), 3)) or np.zeros((0, 3)), dtype=int).T
    diagonal = np.diag(C)[i] + np.diag(C)[j] + np.diag(C)[k]
    vectors = []
    for a in (1, -1):
        for b in (1, -1):
            square = diagonal + 2 * (a * C[i, j] + b * C[i, k] + a * b * C[j, k])
            places = np.flatnonzero(square < 1 - VIOLATED)
            found = np.zeros((len(places), size))
            rows = np.arange(len(places))
            found[rows, i[places]], found[rows, j[places]], found[rows, k[places]] = 1, a, b
            vectors.append(found)
    return np.vstack(vectors)


def _starts(size: int, known: Array, random: np.random.Generator) -> Array:
    """Vectors of odd sum, one a row: few entries +-1, or two changes of a known one."""
    starts = np.zeros((STARTS, size))
    for number, a in enumerate(starts):
        if len(known) and number % 2:
            a[:] = known[random.integers(len(known))]
            np.add.at(a, random.integers(size, size=2), random.choice([-1.0, 1.0], 2))
        else:
            places = random.choice(size, min(int(random.choice([3, 5, 7])), size), replace=False)
            a[places] = random.choice([-1.0, 1.0], len(places))
            a[places[0]] *= len(places) % 2  # An odd number of odd entries.
    return starts


def lowered(C: Array, starts: Array) -> Array:
    """From each row, change pairs of entries by 1, or one by 2, while that lowers a^T C a."""
    size, diagonal = len(C), np.diag(C)
    vectors = starts.copy()
    images = vectors @ C
    active = np.arange(len(vectors))
    while len(active):
        image = images[active]
        turn = np.where(image > 0, -1.0, 1.0)
        single = 2 * turn * image + diagonal
        change = 2 * turn[:, :, None] * turn[:, None, :] * C
        change += single[:, :, None] + single[:, None, :]
        change[:, range(size), range(size)] = 4 * (turn * image + diagonal)
        change = change.reshape(len(active), -1)
        place = change.argmin(axis=1)
        falling = change[np.arange(len(active)), place] < -1e-9
        active, place, turn = active[falling], place[falling], turn[falling]
        for i in np.divmod(place, size):
            step = turn[np.arange(len(active)), i]
            vectors[active, i] += step
            images[active] += step[:, None] * C[i]
    return vectors
