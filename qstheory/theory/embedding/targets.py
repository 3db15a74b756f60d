"""Whether a polyhedral surrogate is consistent for a loss, from the loss that it embeds.

It is exactly when for every v_i one prediction is optimal on the whole cell of v_i: the embedded
loss refines the other. Then a link exists, with a positive separation and a linear regret bound.
Otherwise v_i minimises the surrogate risk at distributions that no prediction serves together.

Source: Finocchiaro, Frongillo and Waggoner 2024 (indirect elicitation suffices for polyhedral
surrogates); Ramaswamy and Agarwal 2016 for the condition on the cells.
"""

from dataclasses import dataclass

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import (
    Vector,
)
from qstheory.certify.kinds.embedding import Refined
from qstheory.certify.kinds.polyhedral import (
    NoDecision,
    SomeDecoderConsistent,
)
from qstheory.certify.maxima import (
    matrix,
)
from qstheory.certify.outcome import Outcome
from qstheory.losses.base import Loss
from qstheory.theory.embedding.representatives import Embedding, require_observations
from qstheory.theory.findings import Evidence, judged


@dataclass(frozen=True)
class Conflict:
    """Scores and distributions that they minimise; no prediction is optimal at all of these.

    `optimal` are the optimal predictions of each distribution, by index. Leaving any distribution
    out leaves a prediction that serves the rest.
    """

    scores: Vector
    distributions: tuple[Vector, ...]
    optimal: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Refinement:
    """The link from the v_i to predictions, or the conflict that there is none; with the proof."""

    link: tuple[int, ...] | None
    conflict: Conflict | None
    evidence: Evidence

    @property
    def consistent(self) -> bool:
        """Whether some link makes the surrogate consistent for the loss."""
        return self.evidence.proves


def refinement(loss: Loss, embedding: Embedding) -> Refinement:
    """Whether the embedded loss refines the loss; raises InvalidParameter for other observations.

    >>> from qstheory import losses
    >>> from qstheory.theory.consistency.surrogate import hinges
    >>> from qstheory.theory.embedding.representatives import embedding
    >>> refinement(losses.make("multiclass", classes=3), embedding(hinges(3))).consistent
    False
    >>> refinement(losses.make("abstain", classes=3), embedding(hinges(3))).link
    (3, 2, 1, 0)
    """
    require_observations(loss, embedding)
    L = matrix(loss)
    optimal = [_optimal(L, vertex.distribution) for vertex in embedding.vertices]
    proposition = SomeDecoderConsistent(loss.reference, embedding.terms)
    link = []
    for i, v in enumerate(embedding.scores):
        cell = embedding.touching(i)
        serving = set(range(len(L))).intersection(*(optimal[j] for j in cell))
        if not serving:
            against = tuple(
                embedding.minimum_at(next(j for j in cell if z not in optimal[j]))
                for z in range(len(L))
            )
            evidence = judged(proposition, NoDecision(v, against), Outcome.REFUTES)
            kept = _irreducible(list(cell), optimal)
            conflict = Conflict(
                v,
                tuple(embedding.vertices[j].distribution for j in kept),
                tuple(tuple(sorted(optimal[j])) for j in kept),
            )
            return Refinement(None, conflict, evidence)
        link.append(min(serving))
    certificate = Refined(embedding.scores, tuple(link), embedding.minima)
    return Refinement(tuple(link), None, judged(proposition, certificate))


def _optimal(L: list[Vector], Pi: Vector) -> frozenset[int]:
    risks = [inner(row, Pi) for row in L]
    return frozenset(z for z, risk in enumerate(risks) if risk == min(risks))


def _irreducible(cell: list[int], optimal: list[frozenset[int]]) -> list[int]:
    """Vertices without a common prediction, none of which can be left out."""
    kept = list(cell)
    for j in cell:
        rest = [optimal[k] for k in kept if k != j]
        if rest and not frozenset.intersection(*rest):
            kept.remove(j)
    return kept
