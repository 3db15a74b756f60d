"""The largest separation of a link of a polyhedral surrogate, exactly.

A link psi is separated by e when scores v and a distribution Pi at which psi(v) is not optimal are
always apart by e: |v - v'| >= e, in the largest absolute coordinate, for every v' that minimises W
at Pi. The minimisers at a distribution within a cell minimise W at its vertices p_j too, so that

    e = min_v max_z min_j d(v, argmin W_j),   over the p_j at which z is not optimal.

Source: Finocchiaro, Frongillo and Waggoner 2024 (separated links; some link of a consistent
polyhedral surrogate is separated); the least over all v, and so the largest e, is ours.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from qstheory.certify.finite import Vector
from qstheory.certify.kinds.embedding import Apart, Link, Pull, Refined, Served
from qstheory.certify.kinds.separation import BestSeparation, LargestSeparation, Near
from qstheory.certify.maxima import (
    matrix,
)
from qstheory.losses.base import Loss
from qstheory.theory.consistency.programs import CommonDistance, common_distance
from qstheory.theory.embedding.links import Node, Pair, Relaxed, best_link
from qstheory.theory.embedding.regret import Excesses
from qstheory.theory.embedding.representatives import Embedding
from qstheory.theory.findings import Evidence, judged


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
    tree = _tree(best.root)
    assert isinstance(tree, Served)
    refined = Refined(embedding.scores, link, embedding.minima)
    made = BestSeparation(refined, tree, best.scores, _near(gaps, best.scores))
    proposition = LargestSeparation(loss.reference, embedding.terms, best.value)
    return Separation(best.value, best.scores, judged(proposition, made))


def _tree(node: Node) -> Link:
    if node.branched is not None:
        return Served(node.branched, tuple(map(_tree, node.children)))
    assert node.bound is not None
    return Apart(node.bound.proof)


def _near(gaps: Gaps, v: Vector) -> tuple[Near, ...]:
    """For each prediction the nearest minimiser at a vertex at which it is not optimal."""
    found = []
    for errors in gaps.errors.values():
        j = min(errors, key=lambda j: gaps.nearest(j, v).value)
        found.append(Near(j, gaps.nearest(j, v).nearest[0]))
    return tuple(found)
