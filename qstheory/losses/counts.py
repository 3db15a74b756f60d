"""Losses that depend on the sizes of two label sets and of what they share."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from qstheory.losses.spaces import Classes, Label, LabelSets, Space, binary, singleton

KNOWN = 1 << 16
"""Most values by counts that are kept."""


@dataclass(frozen=True)
class AffineEntry:
    """constant + prediction |z| + observation |y| + both |z & y|, as data: four triples decide it.

    >>> AffineEntry(Fraction(1), Fraction(0), Fraction(0), Fraction(-1, 2))(2, 2, 1)
    Fraction(1, 2)
    """

    constant: Fraction
    prediction: Fraction
    observation: Fraction
    both: Fraction

    def __call__(self, a: int, b: int, both: int) -> Fraction:
        """The entry for |z| = a, |y| = b, |z & y| = both."""
        constant, first, second, common, shared = self._integers
        return Fraction(constant + first * a + second * b + common * both, shared)

    @cached_property
    def _integers(self) -> tuple[int, int, int, int, int]:
        """The four coefficients over one denominator, and this."""
        given = (self.constant, self.prediction, self.observation, self.both)
        shared = lcm(*(x.denominator for x in given))
        constant, first, second, common = (int(x * shared) for x in given)
        return constant, first, second, common, shared


@dataclass(frozen=True)
class CountStructure:
    """An entry L(z, y) that depends only on |z|, |y|, |z & y| for label sets z, y of m labels.

    `entry(a, b, both)` is that function. `prediction_set` and `observation_set` give the set that
    a label stands for as the bits of an integer: a class may stand for a set.
    """

    m: int
    predictions: LabelSets
    observations: LabelSets
    entry: Callable[[int, int, int], Fraction]
    prediction_set: Callable[[Label], int] = binary
    observation_set: Callable[[Label], int] = binary

    def all_sets(self, predictions: Space, observations: Space) -> bool:
        """Whether labels of these spaces stand for all sets of their sizes, each once."""
        return _all_sets(predictions, self.predictions, self.prediction_set) and _all_sets(
            observations, self.observations, self.observation_set
        )

    @property
    def most_triples(self) -> int:
        """A bound on the number of feasible (|z|, |y|, |z & y|)."""
        first, second = self.predictions.sizes, self.observations.sizes
        return len(first) * len(second) * (1 + min(first[-1], second[-1]))

    def triples(
        self, sizes: tuple[Collection[int], Collection[int]] | None = None
    ) -> list[tuple[int, int, int]]:
        """All feasible (|z|, |y|, |z & y|), of all sizes or of those given."""
        first, second = sizes or (self.predictions.sizes, self.observations.sizes)
        return [
            (a, b, both)
            for a in first
            for b in second
            for both in range(max(0, a + b - self.m), min(a, b) + 1)
        ]

    def __call__(self, z: Label, y: Label) -> Fraction:
        """The entry L(z, y)."""
        first, second = self.prediction_set(z), self.observation_set(y)
        return self.value(first.bit_count(), second.bit_count(), (first & second).bit_count())

    def value(self, a: int, b: int, both: int) -> Fraction:
        """The entry for |z| = a, |y| = b, |z & y| = both, computed once."""
        known = self._known.get((a, b, both))
        if known is None:
            known = self.entry(a, b, both)
            if len(self._known) < KNOWN:
                self._known[a, b, both] = known
        return known

    @cached_property
    def _known(self) -> dict[tuple[int, int, int], Fraction]:
        """Values that were computed: a matrix has few different ones."""
        return {}


def _all_sets(labels: Space, sets: LabelSets, set_of: Callable[[Label], int]) -> bool:
    """Whether they do by how they are made: the sets themselves, or classes for single elements."""
    if set_of is binary:
        return labels == sets
    single = sets in (LabelSets(sets.m, 1, 1), LabelSets(sets.m, 0, 1))
    return single and labels == Classes(sets.size) and set_of is singleton(sets.m)
