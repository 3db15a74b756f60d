"""The constant of the linear regret bound of a polyhedral surrogate for a loss, and its best link.

Links are found by branch and bound over exact linear programs. A link psi errs at v and Pi when
psi(v) is not optimal at Pi. Each pair of a prediction z and a distribution p_j at which z is not
optimal has a convex piecewise linear function g_zj(v) >= 0 that says how far v is from such an
error. The value of the best link is

    min_v max_z min_j g_zj(v) = min over j(.) of min_v max_z g_{z j(z)}(v)

and psi(v) = argmax_z min_j g_zj(v) attains it. The nodes of the search choose j(z) for some z.

The linear regret bound is

    l(psi(v)) - min l <= C (W(v) - min W)   for all v and Pi

with the least C over all links psi. For fixed v and z the two sides are linear on every cell of the
embedded loss, when it refines the loss, so that the vertices p_j of the cells suffice:

    1 / C = min_v max_z min_j (W_j(v) - min W_j) / r_zj,   r_zj = l_j(z) - min l_j > 0.

Source: a linear bound exists for every consistent polyhedral surrogate (Frongillo and Waggoner,
Surrogate regret bounds for polyhedral losses, NeurIPS 2021); the formula for the least C is ours.

The largest separation of a link of a polyhedral surrogate, exactly.

A link psi is separated by e when scores v and a distribution Pi at which psi(v) is not optimal are
always apart by e: |v - v'| >= e, in the largest absolute coordinate, for every v' that minimises W
at Pi. The minimisers at a distribution within a cell minimise W at its vertices p_j too, so that

    e = min_v max_z min_j d(v, argmin W_j),   over the p_j at which z is not optimal.

Source: Finocchiaro, Frongillo and Waggoner 2024 (separated links; some link of a consistent
polyhedral surrogate is separated); the least over all v, and so the largest e, is ours.
"""

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any, Protocol

from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.kinds.embedding import (
    Apart,
    BestLink,
    BestSeparation,
    Bounded,
    LargestSeparation,
    Link,
    Near,
    Pull,
    RegretConstant,
    Served,
)
from qstheory.certify.kinds.polyhedral import Form, PolyhedralSurrogate, Refined, region
from qstheory.certify.limits import matrix
from qstheory.certify.maxima import Minimised, Multipliers
from qstheory.errors import TooLarge
from qstheory.losses.base import Loss
from qstheory.theory.consistency.programs import (
    CommonDistance,
    bounded_sum,
    common_distance,
    minimum,
    point_or_multipliers,
)
from qstheory.theory.embedding.representatives import Embedding, losses_at
from qstheory.theory.findings import Evidence, judged

EFFORT = 30_000
"""Most linear programs of one search, times the number of pieces of the surrogate."""
Pair = tuple[int, int]
"""A prediction and a vertex at which it is not optimal, by index."""


@dataclass(frozen=True)
class Relaxed:
    """min_v max g over the pairs of a node: the value, such a v, and what proves it."""

    value: Fraction
    scores: Vector
    proof: Any


class Distances(Protocol):
    """The functions g."""

    @property
    def errors(self) -> Mapping[int, tuple[int, ...]]:
        """For each prediction the vertices at which it is not optimal."""

    def at(self, pair: Pair, v: Vector) -> Fraction:
        """g_zj(v)."""

    def extended(self, proof: Any) -> Any:
        """The proof of a node for one with a pair more that does not bind."""

    def relaxed(self, pairs: tuple[Pair, ...]) -> Relaxed:
        """The least v for some pairs; at least one."""


@dataclass
class Node:
    """A choice for some predictions; `branched` is the prediction that its children choose for."""

    pairs: tuple[Pair, ...]
    bound: Relaxed | None
    branched: int | None = None
    children: tuple["Node", ...] = ()


@dataclass(frozen=True)
class Best:
    """The value and the v at which it is attained, None when some z never errs; the search tree."""

    value: Fraction | None
    scores: Vector
    root: Node


def best_link(distances: Distances, start: Vector, pieces: int) -> Best:
    """The search, least bound first, for a surrogate of that many pieces; raises TooLarge."""
    never = next((z for z, errors in distances.errors.items() if not errors), None)
    root = Node((), None)
    if never is not None:
        root.branched = never
        return Best(None, start, root)
    order, heap = count(), list[tuple[Fraction, int, Node]]()
    heapq.heappush(heap, (Fraction(0), next(order), root))
    left = EFFORT // pieces
    while True:
        _, _, node = heapq.heappop(heap)
        value = node.bound.value if node.bound else Fraction(-1)
        v = node.bound.scores if node.bound else start
        z = _violated(distances, v, value)
        if z is None:
            return Best(value, v, root)
        node.branched = z
        children = []
        for j in distances.errors[z]:
            pairs = (*node.pairs, (z, j))
            if node.bound is not None and distances.at((z, j), v) <= value:
                # v serves the child too, and the proof of the parent, with weight 0 for the pair.
                bound = replace(node.bound, proof=distances.extended(node.bound.proof))
            else:
                left -= 1
                bound = distances.relaxed(pairs)
            children.append(Node(pairs, bound))
            heapq.heappush(heap, (bound.value, next(order), children[-1]))
        if left < 0:
            raise TooLarge(
                f"The best link would take more than {EFFORT // pieces:,} linear programs, the"
                f" limit for {pieces} pieces; give a surrogate of fewer pieces or a loss of fewer"
                " predictions."
            )
        node.children = tuple(children)


def _violated(distances: Distances, v: Vector, value: Fraction) -> int | None:
    """A prediction that is farther from an error at v than the value, with the fewest errors."""
    far = [z for z in distances.errors if distance(distances, z, v) > value]
    return min(far, key=lambda z: len(distances.errors[z]), default=None)


def distance(distances: Distances, z: int, v: Vector) -> Fraction:
    """min_j g_zj(v), for a prediction that errs somewhere."""
    return min(distances.at((z, j), v) for j in distances.errors[z])


@dataclass(frozen=True)
class Excesses:
    """r_zj > 0 for every prediction z, by vertex j, with the vertices of the embedded loss."""

    embedding: Embedding
    L: tuple[Vector, ...]

    @cached_property
    def excess(self) -> tuple[Vector, ...]:
        """r_zj, a row for each vertex."""
        found = []
        for vertex in self.embedding.vertices:
            risks = tuple(inner(row, vertex.distribution) for row in self.L)
            found.append(tuple(risk - min(risks) for risk in risks))
        return tuple(found)

    @cached_property
    def errors(self) -> Mapping[int, tuple[int, ...]]:
        """For each prediction the vertices at which it is not optimal."""
        return {
            z: tuple(j for j, row in enumerate(self.excess) if row[z] > 0)
            for z in range(len(self.L))
        }


@dataclass(frozen=True)
class Regrets(Excesses):
    """g_zj(v) = (W_j(v) - min W_j) / r_zj."""

    def at(self, pair: Pair, v: Vector) -> Fraction:
        """g_zj(v)."""
        return self._regret(pair[1], v) / self.excess[pair[1]][pair[0]]

    def _regret(self, j: int, v: Vector) -> Fraction:
        vertex = self.embedding.vertices[j]
        return inner(losses_at(self.embedding.terms, v), vertex.distribution) - vertex.least

    def extended(self, proof: tuple[Vector, Multipliers]) -> tuple[Vector, Multipliers]:
        """The weights with a 0, and the multipliers."""
        weights, multipliers = proof
        return (*weights, Fraction(0)), multipliers

    def relaxed(self, pairs: tuple[Pair, ...]) -> Relaxed:
        """min t with W_j(v) - min W_j <= t r_zj for the pairs."""
        vertices = [self.embedding.vertices[j] for _, j in pairs]
        scales = [self.excess[j][z] for z, j in pairs]
        found = bounded_sum(
            self.embedding.terms,
            [tuple(p / r for p in v.distribution) for v, r in zip(vertices, scales, strict=True)],
            [v.least / r for v, r in zip(vertices, scales, strict=True)],
        )
        return Relaxed(found.value, found.scores, (found.weights, found.multipliers))


@dataclass(frozen=True)
class RegretBound:
    """The least constant, the scores that attain it, the link, and the proof.

    `link` gives a prediction for each v_i; `decode` gives one for any scores.
    """

    constant: Fraction
    worst: Vector
    link: tuple[int, ...]
    evidence: Evidence
    regrets: Regrets

    def decode(self, v: Sequence[Fraction]) -> int:
        """psi(v): the prediction of least constant there, the first of several."""
        return decoded(self.regrets, tuple(v))


def decoded(distances: "Regrets", v: Vector) -> int:
    """argmax_z min_j g_zj(v), the first of several."""
    for z, errors in distances.errors.items():
        if not errors:
            return z
    return max(distances.errors, key=lambda z: (distance(distances, z, v), -z))


def regret_bound(loss: Loss, embedding: Embedding, link: tuple[int, ...]) -> RegretBound:
    """The bound for a loss that the embedded one refines, by that link; raises TooLarge."""
    regrets = Regrets(embedding, tuple(matrix(loss)))
    best = best_link(regrets, embedding.scores[0], embedding.pieces)
    constant = Fraction(0) if best.value is None else 1 / best.value
    tree = _tree(best.root, lambda proof: Bounded(*proof))
    assert isinstance(tree, Served)
    against = () if best.value is None else _against(regrets, best)
    certificate = BestLink(embedding.scores, link, tree, best.scores, against)
    proposition = RegretConstant(loss.reference, embedding.terms, constant)
    return RegretBound(constant, best.scores, link, judged(proposition, certificate), regrets)


def _tree(node: Node, leaf: Callable[[Any], Link]) -> Link:
    """The search as a certificate, with what `leaf` makes of a bound's proof at its ends."""
    if node.branched is not None:
        return Served(node.branched, tuple(_tree(child, leaf) for child in node.children))
    assert node.bound is not None
    return leaf(node.bound.proof)


def _against(regrets: Regrets, best: Best) -> tuple[Minimised, ...]:
    """For each prediction the vertex at which it attains the constant at the worst scores."""
    chosen = (
        min(errors, key=lambda j: regrets.at((z, j), best.scores))
        for z, errors in regrets.errors.items()
    )
    return tuple(map(regrets.embedding.minimum_at, chosen))


def decoder_constant(loss: Loss, embedding: Embedding, decoder: Sequence[Form]) -> Fraction | None:
    """The least constant for a decoder by affine forms, whatever its ties; None when there is none.

    The loss has to be one that the embedded loss refines.
    """
    regrets = Regrets(embedding, tuple(matrix(loss)))
    surrogate = PolyhedralSurrogate(embedding.terms, tuple(decoder))
    largest = Fraction(0)
    for i, form in enumerate(decoder):
        rows = region(surrogate, i)
        if point_or_multipliers(rows)[0] is None:
            continue
        for j in regrets.errors[form.prediction]:
            vertex = embedding.vertices[j]
            least = minimum(embedding.terms, vertex.distribution, rows).value - vertex.least
            if least == 0:
                return None
            largest = max(largest, regrets.excess[j][form.prediction] / least)
    return largest


@dataclass(frozen=True)
class Gaps(Excesses):
    """g_zj(v) = d(v, argmin W_j)."""

    _known: dict[tuple[int, Vector], CommonDistance] = field(default_factory=dict, compare=False)

    def at(self, pair: Pair, v: Vector) -> Fraction:
        """g_zj(v)."""
        return self.nearest(pair[1], v).value

    def nearest(self, j: int, v: Vector) -> CommonDistance:
        """The minimiser at a vertex that is nearest to v."""
        if (j, v) not in self._known:
            self._known[j, v] = self._common((j,), v)
        return self._known[j, v]

    def extended(self, proof: tuple[Pull, ...]) -> tuple[Pull, ...]:
        """The same pulls: a further vertex has none."""
        return proof

    def relaxed(self, pairs: tuple[Pair, ...]) -> Relaxed:
        """The least e such that some v is within e of the minimisers at every vertex."""
        chosen = tuple(dict.fromkeys(j for _, j in pairs))
        found = self._common(chosen, None)
        pulls = tuple(Pull(j, mu, q) for j, (mu, q) in zip(chosen, found.proofs, strict=True) if mu)
        return Relaxed(found.value, found.scores, pulls)

    def _common(self, vertices: tuple[int, ...], v: Vector | None) -> CommonDistance:
        chosen = [self.embedding.vertices[j] for j in vertices]
        weights = [vertex.distribution for vertex in chosen]
        levels = [vertex.least for vertex in chosen]
        return common_distance(self.embedding.terms, weights, levels, v)


@dataclass(frozen=True)
class Separation:
    """The largest separation of any link, None when one prediction is always optimal, with proof.

    At the closest scores no link is separated by more.
    """

    value: Fraction | None
    closest: Vector
    evidence: Evidence | None


def separation(loss: Loss, embedding: Embedding, link: tuple[int, ...]) -> Separation:
    """The largest separation for a loss that the embedded one refines by the link.

    Raises TooLarge.
    """
    gaps = Gaps(embedding, tuple(matrix(loss)))
    best = best_link(gaps, embedding.scores[0], embedding.pieces)
    if best.value is None:
        return Separation(None, best.scores, None)
    tree = _tree(best.root, Apart)
    assert isinstance(tree, Served)
    refined = Refined(embedding.scores, link, embedding.minima)
    made = BestSeparation(refined, tree, best.scores, _near(gaps, best.scores))
    proposition = LargestSeparation(loss.reference, embedding.terms, best.value)
    return Separation(best.value, best.scores, judged(proposition, made))


def _near(gaps: Gaps, v: Vector) -> tuple[Near, ...]:
    """For each prediction the nearest minimiser at a vertex at which it is not optimal."""
    found = []
    for errors in gaps.errors.values():
        j = min(errors, key=lambda j: gaps.nearest(j, v).value)
        found.append(Near(j, gaps.nearest(j, v).nearest[0]))
    return tuple(found)
