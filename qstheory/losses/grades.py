"""Relevance vectors: what items may be graded with."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class Grades:
    """Vectors of m integers from `low` to `high`, less those with all entries in one of `without`.

    The ranges of `without` are disjoint.

    >>> list(Grades(2, 0, 1, without=(range(0, 1),)))
    [(0, 1), (1, 0), (1, 1)]
    """

    m: int
    low: int
    high: int
    without: tuple[range, ...] = ()

    def _left_out(self, vector: tuple[int, ...]) -> bool:
        return any(all(grade in grades for grade in vector) for grades in self.without)

    @property
    def size(self) -> int:
        """(high - low + 1)^m less the vectors left out."""
        left_out = sum(len(grades) ** self.m for grades in self.without)
        return int((self.high - self.low + 1) ** self.m) - int(left_out)

    def __iter__(self) -> Iterator[Label]:
        """In lexicographic order."""
        for vector in product(range(self.low, self.high + 1), repeat=self.m):
            if not self._left_out(vector):
                yield vector

    def __contains__(self, label: object) -> bool:
        """Whether `label` is such a vector."""
        return (
            isinstance(label, tuple)
            and len(label) == self.m
            and all(type(g) is int and self.low <= g <= self.high for g in label)
            and not self._left_out(label)
        )
