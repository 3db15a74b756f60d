"""Everything about a polyhedral surrogate: the loss it embeds, and what it is worth for a loss."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from qstheory.certify.bundle import Item
from qstheory.certify.kinds.polyhedral import Form
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
from qstheory.theory.embedding.representatives import Embedding, Refinement, embedding, refinement

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
