"""Forms in the signs of few observations that the moments of a loss by counts violate.

The moments of pairs of observations of some sizes are those of a matrix of the hull if and only if
they are a mean of those of sign vectors, averaged over the relabellings, of which few differ. Where
they are not, a linear program finds the form that separates them from all of those most.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import numpy as np

from qstheory.certify.kinds.counted_squares import (
    EnumeratedForm,
    observed_pairs,
    observed_sets,
    patterns,
)
from qstheory.certify.relabelling import Product, orbit_of
from qstheory.losses.counts import CountStructure
from qstheory.theory.best_constants.problem import Array

PATTERNS = 1 << 18
"""Most patterns of signs of the observations of some sizes."""
VIOLATED = 1e-5
"""Least violation, in units of the largest coefficient times its pairs."""
DENOMINATOR = 1 << 20
"""Of coefficients."""


def enumerated_forms(
    counts: CountStructure, moments: Mapping[Product, float]
) -> list[EnumeratedForm]:
    """One for each choice of sizes, violated by the moments, of weight 1."""
    found: list[EnumeratedForm] = []
    chosen: list[tuple[int, ...]] = []
    for sizes in _choices(counts):
        # What is violated on some sizes is violated on more.
        if any({*fewer} <= {*sizes} for fewer in chosen):
            continue
        form = _separating(counts, sizes, moments)
        if form is not None:
            found.append(form)
            chosen.append(sizes)
    return found


def _choices(counts: CountStructure) -> list[tuple[int, ...]]:
    """The choices of sizes with patterns that are not too many, fewer observations first."""
    given = list(counts.observations.sizes)
    every = (c for k in range(1, len(given) + 1) for c in combinations(given, k))
    few = [c for c in every if patterns(counts.m, c) <= PATTERNS]
    return sorted(few, key=lambda sizes: (patterns(counts.m, sizes), sizes))


def _separating(
    counts: CountStructure, sizes: tuple[int, ...], moments: Mapping[Product, float]
) -> EnumeratedForm | None:
    """max <f, moments> - max over sign vectors of <f, their moments> for |f| <= 1, if it is > 0."""
    from scipy.optimize import linprog

    orbits, means = _sign_means(counts, sizes)
    if not orbits:
        return None
    count = len(orbits)
    solution = linprog(
        np.append([-moments[orbit] for orbit in orbits], 1.0),
        A_ub=np.hstack([means, -np.ones((len(means), 1))]),
        b_ub=np.zeros(len(means)),
        bounds=[(-1, 1)] * count + [(None, None)],
        method="highs",
    )
    if not solution.success or -solution.fun <= VIOLATED:
        return None
    pairs = observed_pairs(counts)
    coefficients = []
    for orbit, f in zip(orbits, solution.x, strict=False):
        exact = Fraction(round(float(f) * DENOMINATOR), DENOMINATOR)
        if exact:
            first, number = pairs[orbit]
            coefficients.append((first, exact / number))
    return EnumeratedForm(sizes, tuple(coefficients), Fraction(1))


@lru_cache(maxsize=64)
def _sign_means(counts: CountStructure, sizes: tuple[int, ...]) -> tuple[list[Product], Array]:
    """The orbits of pairs, and for every pattern of signs the mean of e_x e_y over each."""
    sets = sorted((y for y in observed_sets(counts) if y.bit_count() in sizes), key=int.bit_count)
    fixed = counts.m if 1 in sizes else 1
    signs = _patterns(len(sets), fixed, sets.index(1) if 1 in sizes else 0)
    totals: dict[Product, Array] = {}
    numbers: dict[Product, int] = {}
    for (i, x), (j, y) in combinations(enumerate(sets), 2):
        orbit = orbit_of((x, y))
        totals[orbit] = totals.get(orbit, 0) + signs[i].astype(np.int32) * signs[j]
        numbers[orbit] = numbers.get(orbit, 0) + 1
    if not totals:
        return [], np.zeros((0, 0))
    different = np.unique(np.array(list(totals.values())), axis=1)
    return list(totals), different.T / np.array(list(numbers.values()))


def _patterns(count: int, fixed: int, start: int) -> Array:
    """Signs as columns: those of `fixed` sets from `start` are -1 and then 1, or 1 for a single."""
    free = [i for i in range(count) if not start <= i < start + fixed]
    numbers = np.arange(1 << len(free))
    blocks = []
    for k in range(fixed + 1 if fixed > 1 else 1):
        block = np.ones((count, len(numbers)), dtype=np.int8)
        block[start : start + k] = -1
        for place, i in enumerate(free):
            block[i] = 1 - 2 * (numbers >> place & 1)
        blocks.append(block)
    return np.hstack(blocks)
