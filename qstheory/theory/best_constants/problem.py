"""The matrix of a loss as the programs see it: centred, scaled, no repeated rows or columns.

No constant depends on repeated rows and columns, nor on a shift of the kind that is allowed, and
all are homogeneous: L = scale N + 1 centre^T has scale times the constants of N.

What floating point proposes: a point for the bound above, a dual for the one below.

All of it is about the centred and scaled matrix N of a problem, with C in the hull of the sign
matrices for A*, and positive semidefinite with diagonal at most 1 for gamma_2.

Symmetries move observations, and C is looked for that is constant on the orbits of their pairs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.arithmetic import integers
from qstheory.certify.kinds.best_constants import Shift
from qstheory.certify.rules import IntegerMatrix
from qstheory.losses.base import Loss, Reference

Array = NDArray[np.float64]
Rows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Distinct:
    """The different vectors of a list, and for each vector of the list its place among them."""

    chosen: tuple[int, ...]
    place: tuple[int, ...]

    def spread(self, values: Rows) -> Rows:
        """A value for every vector of the list: equal ones share theirs."""
        return tuple(values[i] for i in self.place)

    def pad(self, values: Rows) -> Rows:
        """A value for every vector of the list: 0 for all but the first of equal ones."""
        zero = tuple([Fraction(0)] * len(values[0]))
        known = dict(zip(self.chosen, values, strict=True))
        return tuple(known.get(i, zero) for i in range(len(self.place)))


def distinct(vectors: Iterable[Sequence[int]]) -> Distinct:
    """The first of each group of equal vectors."""
    first: dict[tuple[int, ...], int] = {}
    place = []
    chosen: list[int] = []
    for i, vector in enumerate(map(tuple, vectors)):
        if vector not in first:
            first[vector] = len(chosen)
            chosen.append(i)
        place.append(first[vector])
    return Distinct(tuple(chosen), tuple(place))


@dataclass(frozen=True)
class ConstantProblem:
    """Constants over L = F U^T + 1 c^T with c of one kind."""

    reference: Reference
    entries: Rows
    shift: Shift
    symmetries: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    """Permutations of rows and columns that leave the entries as they are."""

    @cached_property
    def integral(self) -> tuple[IntegerMatrix, int]:
        """The entries over one denominator, which are quicker than fractions."""
        return integers(self.entries)

    @cached_property
    def rows(self) -> Distinct:
        """The different predictions."""
        return distinct(self.integral[0])

    @cached_property
    def columns(self) -> Distinct:
        """The different observations."""
        return distinct(zip(*self.integral[0], strict=True))

    @cached_property
    def centre(self) -> tuple[Fraction, ...]:
        """For each different column the middle of its entries, or of all entries."""
        by_column = self.shift == "by-observation"
        numerators, shared = self.integral
        columns = list(zip(*numerators, strict=True))
        low, high = min(map(min, numerators)), max(map(max, numerators))
        middles = []
        for y in self.columns.chosen:
            if by_column:
                low, high = min(columns[y]), max(columns[y])
            middles.append(Fraction(low + high, 2 * shared))
        return tuple(middles)

    @cached_property
    def scale(self) -> Fraction:
        """The least power of 2 that is no smaller than any |L - 1 centre^T|; 1 if all are 0."""
        numerators, shared = self.integral
        columns = list(zip(*numerators, strict=True))
        # The centre is in the middle of the entries or beside them: the ends are farthest from it.
        largest = max(
            max(Fraction(max(columns[y]), shared) - c, c - Fraction(min(columns[y]), shared))
            for y, c in zip(self.columns.chosen, self.centre, strict=True)
        )
        if largest == 0:
            return Fraction(1)
        power = largest.numerator.bit_length() - largest.denominator.bit_length() - 1
        scale = Fraction(2) ** power
        while scale < largest:
            scale *= 2
        return scale

    @cached_property
    def exact(self) -> Rows:
        """N = (L - 1 centre^T) / scale on the different rows and columns."""
        numerators, shared = self.integral
        # Twice a centre is a sum of two entries, and the scale a power of 2.
        twice = [int(2 * shared * c) for c in self.centre]
        up, down = self.scale.denominator, 2 * shared * self.scale.numerator
        return tuple(
            tuple(
                Fraction((2 * numerators[z][y] - c) * up, down)
                for y, c in zip(self.columns.chosen, twice, strict=True)
            )
            for z in self.rows.chosen
        )

    @cached_property
    def matrix(self) -> Array:
        """The same in floating point."""
        return np.array([[float(x) for x in row] for row in self.exact])

    @property
    def level(self) -> bool:
        """Whether the loss is a shift of the kind that is allowed, so that every constant is 0."""
        return not any(x for row in self.exact for x in row)

    def restored(self, shift: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """The shift of L, for every column, that belongs to a shift of N."""
        moved = tuple((m + self.scale * c,) for m, c in zip(self.centre, shift, strict=True))
        return tuple(c for (c,) in self.columns.spread(moved))

    @cached_property
    def column_moves(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries on the different columns."""
        return tuple(
            tuple(self.columns.place[right[j]] for j in self.columns.chosen)
            for _, right in self.symmetries
        )


def problem_of(loss: Loss, shift: Shift) -> ConstantProblem:
    """The problem of a loss of enumerable size with rational entries.

    Only those declared symmetries are used that hold on every entry.
    """
    predictions, observations = list(loss.predictions), list(loss.observations)
    entries = tuple(tuple(loss.entry(z, y) for y in observations) for z in predictions)
    rows = {z: i for i, z in enumerate(predictions)}
    columns = {y: i for i, y in enumerate(observations)}
    symmetries = []
    for symmetry in loss.symmetries:
        left = tuple(rows[symmetry.prediction(z)] for z in predictions)
        right = tuple(columns[symmetry.observation(y)] for y in observations)
        if all(
            tuple(entries[i][j] for j in right) == row for i, row in zip(left, entries, strict=True)
        ):
            symmetries.append((left, right))
    return ConstantProblem(loss.reference, entries, shift, tuple(symmetries))


@dataclass(frozen=True)
class Primal:
    """U with C = U diag(weights) U^T, whose columns are signs for A*, and the shift c."""

    U: Array
    weights: Array
    shift: Array


@dataclass(frozen=True)
class Dual:
    """X nearly annihilates the shifts; q, d and the weights of the odd vectors are positive.

    `odd` are integer vectors a of odd sum, one a row: (a^T e)^2 >= 1 for every sign vector e.
    """

    X: Array
    q: Array
    d: Array
    odd: Array
    odd_weights: Array

    @property
    def prices(self) -> Array:
        """S = sum_z X_z X_z^T / q_z, scaled to <C, S> <= 1 where X, q are optimal."""
        kept = self.q > 1e-14 * self.q.max()
        rows = self.X[kept] / np.sqrt(self.q[kept])[:, None]
        return np.asarray(rows.T @ rows)


def starting_primal(problem: ConstantProblem) -> Primal:
    """All sign vectors in equal shares, C = I: a decomposition that always exists."""
    size = problem.matrix.shape[1]
    return Primal(np.eye(size), np.full(size, 1.0), np.zeros(size))


def starting_dual(problem: ConstantProblem) -> Dual:
    """The two entries of the widest range that the shift allows: A* is at least half of it."""
    N = problem.matrix
    size = N.shape[1]
    X = np.zeros(N.shape)
    if problem.shift == "by-observation":
        y = int(np.argmax(N.max(axis=0) - N.min(axis=0)))
        high, low = (int(N[:, y].argmax()), y), (int(N[:, y].argmin()), y)
    else:
        high, low = (divmod(int(place), size) for place in (N.argmax(), N.argmin()))
    if high != low:
        X[high], X[low] = 1.0, -1.0
    return Dual(X, np.abs(X).sum(axis=1) + 1e-9, np.abs(X).sum(axis=0) + 1e-9, *no_odd(size))


def no_odd(size: int) -> tuple[Array, Array]:
    """No odd vectors."""
    return np.zeros((0, size)), np.zeros(0)


Orbit = NDArray[np.int64]
"""For each pair of points the number of its orbit."""


def pair_orbits(size: int, moves: Sequence[Sequence[int]]) -> Orbit:
    """The number of the orbit of each unordered pair of points under the moves' group."""
    labels = np.arange(size * size).reshape(size, size)
    labels = np.minimum(labels, labels.T)
    while True:
        before = labels.copy()
        for move in moves:
            labels = np.minimum(labels, labels[np.ix_(move, move)])
            back = np.empty_like(labels)
            back[np.ix_(move, move)] = labels
            labels = np.minimum(labels, back)
        if (labels == before).all():
            break
    _, numbers = np.unique(labels, return_inverse=True)
    return numbers.reshape(size, size)


def orbit_means(orbit: Orbit, vectors: Array) -> Array:
    """For each vector a, a column, the entry of the mean of a a^T over the group on each orbit."""
    counts = np.bincount(orbit.ravel())
    means = [np.bincount(orbit.ravel(), np.outer(a, a).ravel()) / counts for a in vectors.T]
    return np.array(means).reshape(-1, len(counts))


def orbit_indicators(orbit: Orbit) -> Array:
    """For each orbit the 0-1 matrix of its pairs."""
    return np.asarray(orbit == np.arange(orbit.max() + 1)[:, None, None], dtype=float)


def different_orbits(orbit: Orbit, vectors: Array) -> Orbit:
    """The place of the first of the vectors, columns, of each mean a a^T."""
    means = np.round(orbit_means(orbit, vectors), 9)
    return np.sort(np.unique(means, axis=0, return_index=True)[1])


def unmoved(orbit: Orbit) -> bool:
    """Whether every orbit is a single pair."""
    return bool(orbit.max() + 1 == len(orbit) * (len(orbit) + 1) // 2)


@dataclass(frozen=True)
class Coordinates:
    """Symmetric E_k, spanning where C lies, and the levels, spanning where the shift does.

    `diagonals` has, for every observation, what the E_k add to the number that s bounds; `crossed`
    has a^T E_k a for every odd vector a.
    """

    indicators: Array
    levels: Array
    diagonals: Array
    crossed: Array


def orbit_coordinates(problem: ConstantProblem, odd: Array) -> Coordinates:
    """Those of the matrices and shifts that are constant on orbits."""
    size = problem.matrix.shape[1]
    orbit = pair_orbits(size, problem.column_moves)
    levels = np.ones((1, size))
    if problem.shift == "by-observation":
        own = np.diag(orbit)
        levels = (own == np.unique(own)[:, None]).astype(float)
    means = orbit_means(orbit, odd.T)
    indicators = orbit_indicators(orbit)
    diagonals = np.einsum("kii->ik", indicators)
    return Coordinates(indicators, levels, diagonals, means * np.bincount(orbit.ravel()))
