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
from qstheory.certify.kinds.polyhedral import matrix
from qstheory.losses.base import Loss
from qstheory.theory.consistency.programs import common_distance
from qstheory.theory.embedding.links import Pair, Relaxed, best_link
from qstheory.theory.embedding.regret import Excesses
from qstheory.theory.embedding.representatives import Embedding


@dataclass(frozen=True)
class Gaps(Excesses):
    """g_zj(v) = d(v, argmin W_j)."""

    _known: dict[tuple[int, Vector], Fraction] = field(default_factory=dict, compare=False)

    def at(self, pair: Pair, v: Vector) -> Fraction:
        """g_zj(v)."""
        key = (pair[1], v)
        if key not in self._known:
            self._known[key] = self._nearest((pair[1],), v).value
        return self._known[key]

    def extended(self, proof: None) -> None:
        """There is no proof."""

    def relaxed(self, pairs: tuple[Pair, ...]) -> Relaxed:
        """The least e such that some v is within e of the minimisers at every vertex."""
        return self._nearest(tuple(dict.fromkeys(j for _, j in pairs)), None)

    def _nearest(self, vertices: tuple[int, ...], v: Vector | None) -> Relaxed:
        chosen = [self.embedding.vertices[j] for j in vertices]
        weights = [vertex.distribution for vertex in chosen]
        levels = [vertex.least for vertex in chosen]
        return Relaxed(*common_distance(self.embedding.terms, weights, levels, v), None)


@dataclass(frozen=True)
class Separation:
    """The largest separation of any link, None when one prediction is always optimal.

    At the closest scores no link is separated by more.
    """

    value: Fraction | None
    closest: Vector


def separation(loss: Loss, embedding: Embedding) -> Separation:
    """The largest separation, 0 for a loss that the embedded one does not refine.

    Raises TooLarge.
    """
    gaps = Gaps(embedding, tuple(matrix(loss)))
    best = best_link(gaps, embedding.scores[0], embedding.pieces)
    return Separation(best.value, best.scores)
