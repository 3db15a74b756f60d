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


def orbit_means(orbit: Orbit, signs: Array) -> Array:
    """For each sign vector e, a column, the mean of the images of e e^T under the group."""
    counts = np.bincount(orbit.ravel())
    means = [np.bincount(orbit.ravel(), np.outer(e, e).ravel()) / counts for e in signs.T]
    return np.array(means)[:, orbit]
