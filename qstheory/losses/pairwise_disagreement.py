"""Pairwise disagreement: the pairs of items that a ranking gets wrong.

With binary relevance, as printed, it is L(sigma, y) = (1/N(y)) #{(j, l) : y_j < y_l, sigma(j) >
sigma(l)}, N(y) = |y| (m - |y|). Read with sigma(j) a score, it charges the wrongly ordered pairs;
read with sigma(j) a position, as everywhere else in the paper, it charges the rightly ordered ones.
`orientation=corrected` charges the wrongly ordered pairs under either reading. With graded
relevance it is the same formula for grades, N(y) = #{(j, l) : y_j < y_l}. With an acyclic directed
graph g of preferences it is (1/|g|) #{edges i -> j of g : sigma(i) > sigma(j)}, sigma(i) the
position of item i, or the number itself without the normaliser.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss, Symmetry, Undefined
from qstheory.losses.pairs import (
    ORIENTATION,
    SIGMA,
    PairLoss,
    charged_sign,
    pair_conventions,
    signs,
    undefined_value,
)
from qstheory.losses.parameters import LossFamily, choice, integer, refuse_undefined, undefined
from qstheory.losses.shared import Grades, relabelling, reversal
from qstheory.losses.spaces import Label, LabelSets, Permutations

FEEDBACK_ARCS = DecoderNote(
    "minimum weight feedback arc set", "O(m^2) without cycles, else O(2^m m)", "App. B.3, PD"
)


def binary(m: int, sigma: str, orientation: str, undefined: Undefined) -> Loss:
    """Pairwise disagreement on m items; raises UndefinedLoss for the policy `raise`."""
    if undefined == "raise":
        raise refuse_undefined("pairwise-disagreement", "no relevant item and all items relevant")
    if sigma == "score":
        orientation = "corrected"
    drop = undefined == "drop"
    loss = PairLoss(m, signs, charged_sign(sigma, orientation), undefined_value(undefined))
    return Loss(
        reference=BINARY.reference(m=m, sigma=sigma, orientation=orientation, undefined=undefined),
        predictions=Permutations(m),
        observations=LabelSets(m, 1, m - 1) if drop else LabelSets(m),
        entry=loss,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(loss.printed_form(), loss.repaired_form(), loss.positional_form()),
        symmetries=(*relabelling(m), reversal(m, 1)),
        undefined=undefined,
        conventions=pair_conventions(
            sigma, orientation, loss.at_undefined, "no relevant item or only relevant items"
        ),
        decoder=DecoderNote("sort the items by a score each", "O(m log m)", "minimal form"),
    )


BINARY = LossFamily(
    name="pairwise-disagreement",
    title="Pairwise disagreement, binary relevance",
    definition=(
        r"L(\sigma,y)=\frac{1}{|y|(m-|y|)}\sum_{j,\ell}1(y_j<y_\ell)\,1(\sigma(j)>\sigma(\ell))"
    ),
    source="Table 1; App. B.3",
    parameters=(
        integer("m", "number of items", 2, maximum=10_000),
        SIGMA,
        ORIENTATION,
        undefined("no relevant item, or all items relevant"),
    ),
    build=binary,
    examples=(
        {"m": 2, "undefined": "drop"},
        {"m": 3, "undefined": "drop"},
        {"m": 3, "undefined": "drop", "orientation": "printed"},
        {"m": 3, "undefined": "zero", "sigma": "score"},
        {"m": 3, "undefined": "one"},
        {"m": 4, "undefined": "drop", "sigma": "score", "orientation": "printed"},
        {"m": 4, "undefined": "zero"},
    ),
    aliases=("pd",),
)


def graded(*, m: int, R: int, low: int, sigma: str, orientation: str, undefined: Undefined) -> Loss:
    """Graded pairwise disagreement on m items; raises UndefinedLoss for the policy `raise`."""
    if low >= R:
        raise InvalidParameter(f"R must exceed the lowest grade {low}, not be {R}.")
    if undefined == "raise":
        raise refuse_undefined("pd-graded", "items that all have the same grade")
    if sigma == "score":
        orientation = "corrected"
    drop = undefined == "drop"
    constant = tuple(range(grade, grade + 1) for grade in range(low, R + 1))
    loss = PairLoss(m, signs, charged_sign(sigma, orientation), undefined_value(undefined))
    minimal = (loss.positional_form(),) if low + 1 == R else ()
    return Loss(
        reference=GRADED.reference(
            m=m, R=R, low=low, sigma=sigma, orientation=orientation, undefined=undefined
        ),
        predictions=Permutations(m),
        observations=Grades(m, low, R, without=constant if drop else ()),
        entry=loss,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(loss.repaired_form(), *minimal),
        symmetries=(*relabelling(m), reversal(m, low + R)),
        undefined=undefined,
        conventions=pair_conventions(
            sigma, orientation, loss.at_undefined, "equal grades throughout"
        ),
        decoder=FEEDBACK_ARCS,
    )


GRADED = LossFamily(
    name="pd-graded",
    title="Pairwise disagreement, graded relevance",
    definition=(
        r"L(\sigma,y)=\frac{1}{N(y)}\sum_{j,\ell}1(y_j<y_\ell)\,1(\sigma(j)>\sigma(\ell)),"
        r"\quad N(y)=\#\{(j,\ell):y_j<y_\ell\}"
    ),
    source="App. B.3, PD, with grades for bits",
    parameters=(
        integer("m", "number of items", 2, maximum=10_000),
        integer("R", "highest grade", 1, maximum=10_000),
        integer("low", "lowest grade", 0, 1),
        SIGMA,
        ORIENTATION,
        undefined("all items of equal grade"),
    ),
    build=graded,
    examples=(
        {"m": 2, "R": 3, "undefined": "drop"},
        {"m": 3, "R": 2, "undefined": "drop"},
        {"m": 3, "R": 3, "undefined": "drop"},
        {"m": 3, "R": 2, "low": 0, "undefined": "one"},
        {"m": 3, "R": 2, "undefined": "zero", "orientation": "printed"},
        {"m": 3, "R": 2, "undefined": "zero", "sigma": "score"},
    ),
)


def _edges(graph: Label) -> list[int]:
    assert isinstance(graph, tuple)
    return list(graph)


def graph(m: int, normaliser: str, undefined: Undefined) -> Loss:
    """Pairwise disagreement on acyclic graphs; raises UndefinedLoss for the policy `raise`."""
    normalised = normaliser == "edges"
    policy = undefined if normalised else None
    if policy == "raise":
        raise refuse_undefined("pd-graph", "the graph without edges")
    drop = policy == "drop"
    value = undefined_value(policy) if policy else None
    loss = PairLoss(m, _edges, 1, value, normalised, preference=r"y_{j\ell}")
    return Loss(
        reference=GRAPH.reference(m=m, normaliser=normaliser, undefined=policy or "raise"),
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
        decoder=FEEDBACK_ARCS,
    )


GRAPH = LossFamily(
    name="pd-graph",
    title="Pairwise disagreement, preference graphs",
    definition=(r"L(\sigma,g)=\frac{1}{|E(g)|}\sum_{(i,j)\in E(g)}1(\sigma(i)>\sigma(j))"),
    source="Ramaswamy, Agarwal 2016",
    parameters=(
        integer("m", "number of items", 2, maximum=200),
        choice("normaliser", "divide by the number of edges, or not", ("edges", "none"), "edges"),
        undefined("the graph without edges"),
    ),
    build=graph,
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
