"""Orbits of predictions and observations under the symmetries that a loss declares.

A symmetric linear program may be averaged over the group, so that its variables are the orbits.
Nothing is taken on trust: what is found is checked against the whole loss.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import common, exact_sum
from qstheory.losses.base import Symmetry
from qstheory.losses.spaces import Label
from qstheory.theory.subject import Subject


@dataclass(frozen=True)
class Orbits:
    """A partition of the positions of labels into orbits, each in increasing order."""

    members: tuple[tuple[int, ...], ...]

    @property
    def representatives(self) -> tuple[int, ...]:
        """The first position of each orbit."""
        return tuple(orbit[0] for orbit in self.members)

    def spread(self, weights: Sequence[Fraction]) -> dict[int, Fraction]:
        """The weight of each orbit divided evenly among its members."""
        return {
            i: weight / len(orbit)
            for orbit, weight in zip(self.members, weights, strict=True)
            for i in orbit
        }


def orbits(labels: Sequence[Label], moves: Sequence[Callable[[Label], Label]]) -> Orbits:
    """The orbits of the group that the moves generate."""
    return Orbits(places_together((_moved(labels, move) for move in moves), len(labels)))


def places_together(
    permutations: Iterable[Sequence[int]], size: int
) -> tuple[tuple[int, ...], ...]:
    """The orbits of the places 0, ..., size - 1, in the order of their least places.

    >>> places_together([[2, 1, 0, 3]], 4)
    ((0, 2), (1,), (3,))
    """
    parent = list(range(size))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for permutation in permutations:
        for i, image in enumerate(permutation):
            a, b = root(i), root(image)
            parent[max(a, b)] = min(a, b)
    grouped: dict[int, list[int]] = {}
    for i in range(size):
        grouped.setdefault(root(i), []).append(i)
    return tuple(tuple(grouped[i]) for i in sorted(grouped))


@dataclass(frozen=True)
class Quotient:
    """The orbits of predictions and of observations, and the symmetries that gave them."""

    predictions: Orbits
    observations: Orbits
    symmetries: tuple[str, ...]


def quotient(subject: Subject) -> Quotient:
    """The orbits on a complete window under those declared symmetries that hold on every entry."""
    rows, columns = subject.window.predictions, subject.window.observations
    held = [symmetry for symmetry in subject.loss.symmetries if is_symmetric(subject, symmetry)]
    return Quotient(
        orbits(rows, [symmetry.prediction for symmetry in held]),
        orbits(columns, [symmetry.observation for symmetry in held]),
        tuple(symmetry.name for symmetry in held),
    )


def is_symmetric(subject: Subject, symmetry: Symmetry) -> bool:
    """Whether L(g z, g y) = L(z, y) for every entry of a complete window."""
    matrix = common(subject.matrix)
    rows = _moved(subject.window.predictions, symmetry.prediction)
    columns = _moved(subject.window.observations, symmetry.observation)
    return bool((matrix.values[np.ix_(rows, columns)] == matrix.values).all())


def _moved(labels: Sequence[Label], move: Callable[[Label], Label]) -> list[int]:
    position = {label: i for i, label in enumerate(labels)}
    return [position[move(label)] for label in labels]


def summed(subject: Subject, rows: Orbits, columns: Orbits) -> NDArray[Any]:
    """Sums of L over each orbit of observations, over one denominator, for one prediction of each.

    Weights on orbits are then weights of each of their members.
    """
    values = common(subject.matrix).values[list(rows.representatives)]
    if len(columns.members) == values.shape[1]:
        return values
    return np.stack([exact_sum(values[:, list(orbit)]) for orbit in columns.members], axis=1)
