"""Everything about a polyhedral surrogate: the loss it embeds, and what it is worth for a loss.

Whether a polyhedral surrogate is consistent for a loss, from the loss that it embeds.

It is exactly when for every v_i one prediction is optimal on the whole cell of v_i: the embedded
loss refines the other. Then a link exists, with a positive separation and a linear regret bound.
Otherwise v_i minimises the surrogate risk at distributions that no prediction serves together.

Source: Finocchiaro, Frongillo and Waggoner 2024 (indirect elicitation suffices for polyhedral
surrogates); Ramaswamy and Agarwal 2016 for the condition on the cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from qstheory.certify.arithmetic import inner
from qstheory.certify.bundle import Item
from qstheory.certify.finite import Vector
from qstheory.certify.kinds.embedding import Refined
from qstheory.certify.kinds.polyhedral import Form, NoDecision, SomeDecoderConsistent
from qstheory.certify.maxima import matrix
from qstheory.certify.outcome import Outcome
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.inputs.surrogate import ReadSurrogate, read_surrogate
from qstheory.losses.base import Loss
from qstheory.losses.spaces import label
from qstheory.theory.consistency.surrogates import given_model, terms_of
from qstheory.theory.embedding.families import PolyhedralForm, parse
from qstheory.theory.embedding.regret import (
    RegretBound,
    Separation,
    decoder_constant,
    regret_bound,
    separation,
)
from qstheory.theory.embedding.representatives import Embedding, embedding, require_observations
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
    >>> from qstheory.theory.consistency.surrogates import hinges
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


OWN = 120
"""Most predictions times vertices for which the embedded loss is itself taken as a target."""


@dataclass(frozen=True)
class DecoderBound:
    """The least constant of a given decoder, None when it is not consistent."""

    constant: Fraction | None


@dataclass(frozen=True)
class Target:
    """What the surrogate is worth for a loss; `limits` say what was not computed and why."""

    loss: Loss
    refinement: Refinement
    bound: RegretBound | None = None
    separation: Separation | None = None
    decoder: DecoderBound | None = None
    limits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Analysis:
    """A surrogate by its name, what it embeds, and its target if there is one."""

    name: str
    embedding: Embedding
    target: Target | None

    def items(self) -> list[Item]:
        """The entries of a certificate file."""
        return list(self._items())

    def _items(self) -> Iterator[Item]:
        found = self.embedding.evidence
        yield Item(found.proposition, found.certificate, "proves", f"{self.name} embeds a loss")
        if self.target is None:
            return
        found, name = self.target.refinement.evidence, self.target.loss.name
        words = f"{self.name} for {name}"
        yield Item(
            found.proposition, found.certificate, "proves" if found.proves else "refutes", words
        )
        if self.target.bound is not None:
            found = self.target.bound.evidence
            yield Item(found.proposition, found.certificate, "proves", f"regret bound, {words}")
        apart = self.target.separation
        if apart is not None and apart.evidence is not None:
            found = apart.evidence
            yield Item(found.proposition, found.certificate, "proves", f"separation, {words}")


def analyse(
    surrogate: str | Path | PolyhedralForm | ReadSurrogate, loss: Loss | None = None
) -> Analysis:
    """The embedded loss of a surrogate, and whether and how it serves a loss.

    `surrogate` is a known one by name, a file, or an object; without a loss a small embedded loss
    is its own target. Raises InvalidParameter, UnreadableInput or TooLarge.

    >>> found = analyse("hinge")
    >>> found.target.bound.constant, found.target.separation.value
    (Fraction(2, 1), Fraction(1, 1))
    """
    read = surrogate if isinstance(surrogate, ReadSurrogate) else None
    name = "the surrogate"
    if isinstance(surrogate, str | Path) and Path(surrogate).suffix in (".json", ".csv", ".tsv"):
        read, name = read_surrogate(surrogate, with_decoder=False), Path(surrogate).name
    if read is not None:
        form = PolyhedralForm(name, terms_of(read.maxima.values()), tuple(read.maxima))
    elif isinstance(surrogate, PolyhedralForm):
        form = surrogate
    else:
        form = parse(str(surrogate))
    if loss is not None:
        form = _ordered(form, loss)
    found = embedding(form.terms, form.observations)
    if loss is None:
        own = len(found.rows) * len(found.vertices) <= OWN
        return Analysis(form.name, found, _target(found.loss, found, None) if own else None)
    decoder = None
    if read is not None and read.decoder:
        decoder = given_model(read, form.name, loss).decoder
    return Analysis(form.name, found, _target(loss, found, decoder))


def _ordered(form: PolyhedralForm, loss: Loss) -> PolyhedralForm:
    """The surrogate with its observations in the order of the loss."""
    names = tuple(map(label, loss.observations))
    if set(names) != set(form.observations):
        raise InvalidParameter(
            f"{form.name} and {loss.title} must have the same observations, not"
            f" {', '.join(form.observations[:12])} and {', '.join(names[:12])}."
        )
    places = dict(zip(form.observations, form.terms, strict=True))
    return PolyhedralForm(form.name, tuple(places[y] for y in names), names)


def _target(loss: Loss, found: Embedding, decoder: tuple[Form, ...] | None) -> Target:
    refined = refinement(loss, found)
    if refined.link is None:
        return Target(loss, refined, decoder=None if decoder is None else DecoderBound(None))
    limits = []
    bound = apart = given = None
    try:
        bound = regret_bound(loss, found, refined.link)
    except TooLarge as error:
        limits.append(f"regret bound: {error}")
    try:
        apart = separation(loss, found, refined.link)
    except TooLarge as error:
        limits.append(f"separation: {error}")
    if decoder is not None:
        given = DecoderBound(decoder_constant(loss, found, decoder))
    return Target(loss, refined, bound, apart, given, tuple(limits))
