"""The acyclic directed graphs on m items, as observations that prefer some items over others."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb

from qstheory.losses.base import Symmetry
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class PreferenceGraphs:
    """Acyclic graphs as tuples over the pairs i < j in lexicographic order.

    The value is 1 for an edge from i to j (i is preferred), -1 for one from j to i, 0 for none.

    >>> list(PreferenceGraphs(2))
    [(-1,), (0,), (1,)]
    """

    m: int
    with_empty: bool = True

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs i < j."""
        return tuple(combinations(range(self.m), 2))

    @property
    def size(self) -> int:
        """Robinson's recurrence a(n) = sum_{k>=1} (-1)^(k+1) C(n, k) 2^(k (n-k)) a(n-k)."""
        counts = [1]
        for n in range(1, self.m + 1):
            counts.append(
                sum(
                    (-1) ** (k + 1) * comb(n, k) * counts[n - k] << (k * (n - k))
                    for k in range(1, n + 1)
                )
            )
        return counts[self.m] - (not self.with_empty)

    def __iter__(self) -> Iterator[Label]:
        """In lexicographic order of the tuples."""
        for graph in product((-1, 0, 1), repeat=len(self.pairs)):
            if self._is_acyclic(graph) and (self.with_empty or any(graph)):
                yield graph

    def __contains__(self, label: object) -> bool:
        """Whether `label` is such a tuple and has no cycle."""
        return (
            isinstance(label, tuple)
            and len(label) == len(self.pairs)
            and all(type(edge) is int and -1 <= edge <= 1 for edge in label)
            and (self.with_empty or any(label))
            and self._is_acyclic(label)
        )

    def _is_acyclic(self, graph: tuple[int, ...]) -> bool:
        """Remove items that nothing is preferred over until none is left."""
        above: dict[int, set[int]] = {item: set() for item in range(self.m)}
        for (i, j), edge in zip(self.pairs, graph, strict=True):
            if edge:
                above[j if edge > 0 else i].add(i if edge > 0 else j)
        while above:
            free = {item for item, preferred in above.items() if not preferred}
            if not free:
                return False
            above = {item: pre - free for item, pre in above.items() if item not in free}
        return True


def renaming(name: str, order: list[int]) -> Symmetry:
    """Item order[j] becomes item j, in positions and in graphs."""
    place = {pair: t for t, pair in enumerate(combinations(range(len(order)), 2))}

    def prediction(label: Label) -> Label:
        assert isinstance(label, tuple)
        return tuple(label[item] for item in order)

    def observation(label: Label) -> Label:
        assert isinstance(label, tuple)
        return tuple(
            label[place[i, j]] if i < j else -label[place[j, i]] for i, j in combinations(order, 2)
        )

    return Symmetry(name, prediction, observation)
