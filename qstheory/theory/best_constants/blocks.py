"""Block diagonalisation of the matrices that commute with a permutation group.

The eigenspaces of a random matrix of that algebra are irreducible. Two of them are isomorphic when
another random matrix of the algebra maps one into the other, and then it is a multiple of an
isometry between them. One vector of an irreducible space and its images in the isomorphic ones
span a block: a matrix of the algebra is positive semidefinite exactly when its blocks are. For a
group whose irreducible representations are of complex type the blocks are larger than need be.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qstheory.theory.best_constants.problem import Array

DISTINCT = 1e-8
Orbit = NDArray[np.int64]
"""For each pair of points the number of its orbit."""


@dataclass(frozen=True)
class Blocks:
    """For each block an orthonormal basis, as columns."""

    bases: tuple[Array, ...]


def pair_orbits(size: int, moves: Sequence[Sequence[int]]) -> Orbit:
    """The number of the orbit of each unordered pair of points under the moves' group."""
    labels = np.arange(size * size).reshape(size, size)
    labels = np.minimum(labels, labels.T)
    while True:
        before = labels.copy()
        for move in moves:
            image = labels[np.ix_(move, move)]
            lowest = np.minimum(labels, image)
            labels = lowest
            back = np.empty_like(labels)
            back[np.ix_(move, move)] = lowest
            labels = np.minimum(labels, back)
        if (labels == before).all():
            break
    _, numbers = np.unique(labels, return_inverse=True)
    return numbers.reshape(size, size)


def blocks(orbit: Orbit) -> Blocks:
    """The blocks of the symmetric matrices that are constant on the orbits of pairs."""
    random = np.random.default_rng(0)
    first, second = (random.standard_normal(orbit.max() + 1)[orbit] for _ in range(2))
    values, vectors = np.linalg.eigh(first)
    ends = [i for i in range(1, len(values)) if values[i] - values[i - 1] > DISTINCT]
    spaces = [
        vectors[:, start:stop] for start, stop in zip([0, *ends], [*ends, len(values)], strict=True)
    ]
    bases: list[Array] = []
    while spaces:
        head = spaces.pop(0)
        start = head[:, 0]
        image = second @ start
        chosen, others = [start], []
        for space in spaces:
            part = space @ (space.T @ image)
            length = float(np.linalg.norm(part))
            if space.shape[1] == head.shape[1] and length > DISTINCT:
                chosen.append(part / length)
            else:
                others.append(space)
        spaces = others
        bases.append(np.array(chosen).T)
    return Blocks(tuple(bases))
