"""Means over the orbits of pairs of observations under the symmetries of a loss."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from qstheory.theory.best_constants.problem import Array

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
