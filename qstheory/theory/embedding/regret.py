"""The constant of the linear regret bound of a polyhedral surrogate for a loss, exactly.

    l(psi(v)) - min l <= C (W(v) - min W)   for all v and Pi

with the least C over all links psi. For fixed v and z the two sides are linear on every cell of the
embedded loss, when it refines the loss, so that the vertices p_j of the cells suffice:

    1 / C = min_v max_z min_j (W_j(v) - min W_j) / r_zj,   r_zj = l_j(z) - min l_j > 0.

Source: a linear bound exists for every consistent polyhedral surrogate (Frongillo and Waggoner,
Surrogate regret bounds for polyhedral losses, NeurIPS 2021); the formula for the least C is ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import (
    Vector,
)
from qstheory.certify.kinds.embedding import BestLink, Bounded, Link, RegretConstant, Served
from qstheory.certify.kinds.polyhedral import (
    Form,
    PolyhedralSurrogate,
    region,
)
from qstheory.certify.maxima import (
    Minimised,
    Multipliers,
    matrix,
)
from qstheory.losses.base import Loss
from qstheory.theory.consistency.programs import bounded_sum, minimum, point_or_multipliers
from qstheory.theory.embedding.links import Best, Node, Pair, Relaxed, best_link, distance
from qstheory.theory.embedding.representatives import Embedding, losses_at
from qstheory.theory.findings import Evidence, judged


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
    tree = _tree(best.root)
    assert isinstance(tree, Served)
    against = () if best.value is None else _against(regrets, best)
    certificate = BestLink(embedding.scores, link, tree, best.scores, against)
    proposition = RegretConstant(loss.reference, embedding.terms, constant)
    return RegretBound(constant, best.scores, link, judged(proposition, certificate), regrets)


def _tree(node: Node) -> Link:
    if node.branched is not None:
        return Served(node.branched, tuple(map(_tree, node.children)))
    assert node.bound is not None
    weights, multipliers = node.bound.proof
    return Bounded(weights, multipliers)


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
