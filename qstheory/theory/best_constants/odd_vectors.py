"""Odd vectors that a matrix C violates: integer a of odd sum with a^T C a < 1.

For every sign vector e the number a^T e is odd, so a^T (e e^T) a >= 1 on the whole hull. Vectors of
three entries +-1 are the triangle inequalities of the cut polytope; all are run through. Larger
ones are looked for by changing one or two entries at a time.
"""

from itertools import combinations

import numpy as np

from qstheory.theory.best_constants.problem import Array, ConstantProblem
from qstheory.theory.best_constants.relaxation import Relaxed, relaxed

VIOLATED = 1e-3
"""Least violation of a vector that is returned."""
PER_COLUMN = 6
"""Most vectors of each kind, for each column."""
STARTS = 200
LARGEST = 32
"""Most columns for which vectors larger than three entries are looked for."""

ROUNDS = 20
ACCURACY = 1e-6
WORTH = 1e-4
"""Share of the largest weight below which a vector leaves."""


def with_odd_vectors(problem: ConstantProblem, start: Relaxed) -> Relaxed:
    """The relaxation with the odd vectors that C violates, added until there are none."""
    random = np.random.default_rng(0)
    last = start
    for _ in range(ROUNDS):
        entering = violated(last.C, random)
        if not len(entering):
            break
        weights = last.dual.odd_weights
        kept = last.dual.odd[weights > WORTH * weights.max(initial=0)]
        last = relaxed(problem, np.unique(np.vstack([kept, entering]), axis=0), last, ACCURACY)
    return last


def violated(C: Array, random: np.random.Generator) -> Array:
    """Vectors that C violates most, one a row."""
    size = len(C)
    found = triangles(C, PER_COLUMN * size)
    if size <= LARGEST:
        found = np.vstack([found, _searched(C, random, PER_COLUMN * size)])
    return np.unique(found, axis=0)


def triangles(C: Array, most: int) -> Array:
    """The vectors of three entries +-1."""
    size = len(C)
    i, j, k = np.array(list(combinations(range(size), 3)) or np.zeros((0, 3)), dtype=int).T
    diagonal = np.diag(C)[i] + np.diag(C)[j] + np.diag(C)[k]
    vectors, values = [], []
    for a in (1, -1):
        for b in (1, -1):
            value = diagonal + 2 * (a * C[i, j] + b * C[i, k] + a * b * C[j, k])
            for place in np.flatnonzero(value < 1 - VIOLATED):
                vector = np.zeros(size)
                vector[[i[place], j[place], k[place]]] = 1, a, b
                vectors.append(vector)
                values.append(value[place])
    return np.array(vectors).reshape(-1, size)[np.argsort(values)[:most]]


def _searched(C: Array, random: np.random.Generator, most: int) -> Array:
    size = len(C)
    found: dict[tuple[float, ...], float] = {}
    for _ in range(STARTS):
        a = np.zeros(size)
        places = random.choice(size, min(int(random.choice([3, 5, 7])), size), replace=False)
        a[places] = random.choice([-1.0, 1.0], len(places))
        a[places[0]] *= len(places) % 2  # An odd number of odd entries.
        value = _lowered(C, a)
        if value < 1 - VIOLATED and a @ a > 1:
            found[tuple(a * np.sign(a[np.flatnonzero(a)[0]]))] = value
    return np.array(sorted(found, key=found.__getitem__)[:most]).reshape(-1, size)


def _lowered(C: Array, a: Array) -> float:
    """Change pairs of entries by 1, or one by 2, in place while that lowers a^T C a."""
    image = C @ a
    while True:
        turn = np.where(image > 0, -1.0, 1.0)
        single = 2 * turn * image + np.diag(C)
        change = single[:, None] + single + 2 * np.outer(turn, turn) * C
        np.fill_diagonal(change, 4 * (turn * image + np.diag(C)))
        i, j = np.unravel_index(int(change.argmin()), change.shape)
        if change[i, j] >= -1e-9:
            return float(a @ image)
        a[i] += turn[i]
        a[j] += turn[j]
        image = C @ a
