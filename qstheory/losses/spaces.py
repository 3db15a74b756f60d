"""The finite sets that predictions and observations come from, enumerated lazily.

A label set is a tuple of m bits, a permutation sigma a tuple of 1-based positions (sigma[j] is the
position of item j), a relevance vector a tuple of integers, a class an integer or a name.
`size` is an exact integer: it may exceed what `len` can return.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations, product
from math import comb, factorial
from typing import Protocol

Label = int | str | tuple[int, ...]


def label(value: Label) -> str:
    """A label as it is written: bits without commas.

    >>> label((0, 1, 1)), label((10, 2, 1))
    ('011', '(10, 2, 1)')
    """
    if isinstance(value, tuple):
        return "".join(map(str, value)) if all(v < 10 for v in value) else str(value)
    return str(value)


def binary(bits: Label) -> int:
    """The number whose binary digits are the bits: the place of a set among all sets.

    >>> binary((1, 0, 1))
    5
    """
    assert isinstance(bits, tuple)
    return int("".join(map(str, bits)), 2) if bits else 0


def members(number: int, m: int) -> tuple[int, ...]:
    """The m binary digits of a number: the set whose place among all sets it is.

    >>> members(5, 4)
    (0, 1, 0, 1)
    """
    return tuple(map(int, f"{number:0{m}b}")) if m else ()


@cache
def singleton(classes: int) -> Callable[[Label], int]:
    """The bits of {k} among that many classes, in the order of `binary`; none for one more class.

    >>> singleton(3)(2), binary((0, 0, 1)), singleton(3)(3)
    (1, 1, 0)
    """

    def bits(label: Label) -> int:
        assert isinstance(label, int)
        return 1 << (classes - 1 - label) if label < classes else 0

    return bits


class Space(Protocol):
    """A finite set of labels in a fixed order."""

    @property
    def size(self) -> int:
        """The number of elements."""

    def __iter__(self) -> Iterator[Label]:
        """The elements in their order."""

    def __contains__(self, label: object) -> bool:
        """Whether `label` is an element."""


@dataclass(frozen=True)
class LabelSets:
    """Subsets of {1..m} as bit tuples whose number of ones lies in `sizes` (all sizes: P_m).

    >>> [set_ for set_ in LabelSets(2)]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """

    m: int
    minimum: int = 0
    maximum: int | None = None

    @property
    def sizes(self) -> range:
        """The admitted numbers of ones."""
        top = self.m if self.maximum is None else self.maximum
        return range(self.minimum, top + 1)

    @property
    def size(self) -> int:
        """Sum of binomials m choose s over the admitted sizes s."""
        if 2 * len(self.sizes) <= self.m:
            return sum(comb(self.m, s) for s in self.sizes)
        missing = (s for s in range(self.m + 1) if s not in self.sizes)
        return (1 << self.m) - sum(comb(self.m, s) for s in missing)

    def __iter__(self) -> Iterator[Label]:
        """In increasing order as binary numbers, or by combinations when one size is admitted."""
        if len(self.sizes) == 1:
            for chosen in combinations(range(self.m), self.sizes[0]):
                members = set(chosen)
                yield tuple(int(j in members) for j in range(self.m))
            return
        for bits in product((0, 1), repeat=self.m):
            if sum(bits) in self.sizes:
                yield bits

    def __contains__(self, label: object) -> bool:
        """Whether `label` is a tuple of m bits of an admitted size."""
        return (
            isinstance(label, tuple)
            and len(label) == self.m
            and all(type(bit) is int and bit in (0, 1) for bit in label)
            and sum(label) in self.sizes
        )


@dataclass(frozen=True)
class Permutations:
    """All sigma in S_m as tuples of 1-based positions."""

    m: int

    @property
    def size(self) -> int:
        """m factorial."""
        return factorial(self.m)

    def __iter__(self) -> Iterator[Label]:
        """In lexicographic order."""
        yield from permutations(range(1, self.m + 1))

    def __contains__(self, label: object) -> bool:
        """Whether `label` is a permutation of 1..m."""
        return (
            isinstance(label, tuple)
            and all(type(position) is int for position in label)
            and sorted(label) == list(range(1, self.m + 1))
        )


@dataclass(frozen=True)
class Classes:
    """The integers 0..count-1."""

    count: int

    @property
    def size(self) -> int:
        """The number of classes."""
        return self.count

    def __iter__(self) -> Iterator[Label]:
        """In increasing order."""
        yield from range(self.count)

    def __contains__(self, label: object) -> bool:
        """Whether `label` is one of the integers."""
        return type(label) is int and 0 <= label < self.count


@dataclass(frozen=True)
class Labels:
    """An explicit finite list of distinct labels, in the order given."""

    items: tuple[Label, ...]

    @cached_property
    def positions(self) -> dict[Label, int]:
        """The position of each label."""
        return {label: i for i, label in enumerate(self.items)}

    @property
    def size(self) -> int:
        """The number of labels."""
        return len(self.items)

    def __iter__(self) -> Iterator[Label]:
        """In the order given."""
        return iter(self.items)

    def __contains__(self, label: object) -> bool:
        """Whether `label` is listed; a number that is equal but no integer is none."""
        parts = label if isinstance(label, tuple) else (label,)
        plain = all(type(part) in {int, str} for part in parts)
        return plain and isinstance(label, Hashable) and label in self.positions
