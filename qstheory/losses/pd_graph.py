"""Pairwise disagreement with a preference graph: the edges that the ranking gets wrong.

L(sigma, g) = (1/|g|) #{edges i -> j of g : sigma(i) > sigma(j)}, sigma(i) the position of item i,
or the number itself without the normaliser. The
graphs are the acyclic directed ones on m items.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb

from qstheory.losses.base import DecoderNote, Loss, Symmetry, Undefined
from qstheory.losses.pairs import PairLoss, undefined_value
from qstheory.losses.parameters import LossFamily, choice, integer, refuse_undefined, undefined
from qstheory.losses.shared import reversal
from qstheory.losses.spaces import Label, Permutations


def _edges(graph: Label) -> list[int]:
    assert isinstance(graph, tuple)
    return list(graph)


def build(m: int, normaliser: str, undefined: Undefined) -> Loss:
    """Pairwise disagreement on acyclic graphs; raises UndefinedLoss for the policy `raise`."""
    normalised = normaliser == "edges"
    policy = undefined if normalised else None
    if policy == "raise":
        raise refuse_undefined("pd-graph", "the graph without edges")
    drop = policy == "drop"
    value = undefined_value(policy) if policy else None
    loss = PairLoss(m, _edges, 1, value, normalised, preference=r"y_{j\ell}")
    return Loss(
        reference=FAMILY.reference(m=m, normaliser=normaliser, undefined=policy or "raise"),
        predictions=Permutations(m),
        observations=PreferenceGraphs(m, with_empty=not drop),
        entry=loss,
        bounds=(Fraction(0), Fraction(1 if normalised else loss.pairs)),
        closed_forms=(loss.repaired_form("pairs"),),
        symmetries=(
            renaming("swap of the first two items", [1, 0, *range(2, m)]),
            renaming("cycle of the items", [*range(1, m), 0]),
            reversal(m, 0),
        ),
        undefined=policy,
        conventions=(
            "sigma(j) is the position of item j",
            *(("the graph without edges is left out",) if drop else ()),
            *((f"the loss is {value} for the graph without edges",) if value is not None else ()),
        ),
        decoder=DecoderNote(
            "minimum weight feedback arc set",
            "O(m^2) without cycles, else O(2^m m)",
            "App. B.3, PD",
        ),
    )


FAMILY = LossFamily(
    name="pd-graph",
    title="Pairwise disagreement, preference graphs",
    definition=(r"L(\sigma,g)=\frac{1}{|E(g)|}\sum_{(i,j)\in E(g)}1(\sigma(i)>\sigma(j))"),
    source="Ramaswamy, Agarwal 2016",
    parameters=(
        integer("m", "number of items", 2, maximum=200),
        choice("normaliser", "divide by the number of edges, or not", ("edges", "none"), "edges"),
        undefined("the graph without edges"),
    ),
    build=build,
    examples=(
        {"m": 2, "undefined": "drop"},
        {"m": 3, "undefined": "drop"},
        {"m": 3, "undefined": "zero"},
        {"m": 3, "undefined": "one"},
        {"m": 3, "normaliser": "none"},
    ),
)


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
