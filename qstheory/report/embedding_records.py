"""A polyhedral surrogate, the loss that it embeds and its worth for a loss, as a record."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import ClassVar, Literal

from qstheory.certify.bundle import dumps
from qstheory.losses.catalogue import parse as parse_loss
from qstheory.losses.display import label
from qstheory.theory.embedding.analysis import Analysis, Target, analyse
from qstheory.theory.embedding.separation import Separation
from qstheory.work.files import file_name, write_text
from qstheory.work.records import Positive, to_json

Norm = Literal["largest absolute coordinate"]
NORM: Norm = "largest absolute coordinate"
Numbers = tuple[Fraction, ...]
SUBJECTS = (
    ("hinge", None),
    ("crammer-singer:classes=3", "abstain:classes=3"),
    ("crammer-singer:classes=3", "multiclass:classes=3"),
    ("one-vs-all-hinge:classes=3", "abstain:classes=3"),
    ("lee-lin-wahba:classes=3", "multiclass:classes=3"),
    ("weston-watkins:classes=3", "multiclass:classes=3"),
    ("binary-encoded:bits=2", "abstain:classes=4"),
    ("absolute:classes=4", "ordinal-absolute:classes=4"),
    ("lovasz-hinge:m=2,cap=1", "zero-one:m=2"),
    ("lovasz-hinge:m=2,cap=2", "hamming:m=2"),
    ("top-k-hinge:classes=3,k=2", "top-k:classes=3,k=2"),
)
"""The surrogates on the site, each with a loss."""


@dataclass(frozen=True)
class Embedded:
    """A prediction of the embedded loss: its scores, and its row of losses."""

    scores: Numbers
    losses: Numbers


@dataclass(frozen=True)
class Vertex:
    """A vertex of the cells of the embedded loss, with the least risk there."""

    distribution: Numbers
    risk: Fraction


@dataclass(frozen=True)
class Link:
    """The prediction to which scores are linked."""

    scores: Numbers
    prediction: str


@dataclass(frozen=True)
class OptimalAt:
    """A distribution, and the predictions that are optimal at it."""

    distribution: Numbers
    optimal: tuple[str, ...]


@dataclass(frozen=True)
class Conflict:
    """Scores that minimise at distributions without a common optimal prediction."""

    scores: Numbers
    distributions: tuple[OptimalAt, ...]


@dataclass(frozen=True)
class Separated:
    """How far scores that are decoded wrongly stay from those that minimise."""

    value: Fraction | None
    norm: Norm
    scores: Numbers
    proved: bool


@dataclass(frozen=True)
class Regret:
    """The constant of the regret bound, and the scores at which it is attained."""

    constant: Fraction
    scores: Numbers
    proved: bool


@dataclass(frozen=True)
class DecoderConstant:
    """The constant of the regret bound with the decoder of the surrogate itself."""

    constant: Fraction | None


@dataclass(frozen=True)
class TargetRecord:
    """The worth of the surrogate for a loss, which is named "" when it is the embedded one."""

    loss: str
    consistent: bool
    link: tuple[Link, ...]
    conflict: Conflict | None
    separation: Separated | None
    regret: Regret | None
    decoder: DecoderConstant | None
    limits: tuple[str, ...]


@dataclass(frozen=True)
class EmbeddingRecord:
    """A polyhedral surrogate, the discrete loss that it embeds, and its worth for a loss."""

    FORMAT: ClassVar[str] = "qstheory-embedding/1"
    file: str
    surrogate: str
    observations: tuple[str, ...]
    dimension: Positive
    predictions: tuple[Embedded, ...]
    vertices: tuple[Vertex, ...]
    proved: bool
    target: TargetRecord | None


def embedding_record(found: Analysis) -> EmbeddingRecord:
    """The record of an analysis."""
    made = found.embedding
    loss = "" if found.target is None else found.target.loss.name
    return EmbeddingRecord(
        file_name(f"{found.name} {loss}".strip()),
        found.name,
        tuple(made.observations),
        made.dimension,
        tuple(Embedded(v, row) for v, row in zip(made.scores, made.rows, strict=True)),
        tuple(Vertex(vertex.distribution, vertex.least) for vertex in made.vertices),
        made.evidence.proves,
        None if found.target is None else _target(found, found.target),
    )


def _target(found: Analysis, target: Target) -> TargetRecord:
    names = [label(z) for z in target.loss.predictions]
    refined, separation, bound = target.refinement, target.separation, target.bound
    conflict, decoder = refined.conflict, target.decoder
    linked = zip(found.embedding.scores, refined.link or (), strict=False)
    return TargetRecord(
        "" if target.loss is found.embedding.loss else target.loss.title,
        refined.consistent,
        tuple(Link(v, names[z]) for v, z in linked),
        None
        if conflict is None
        else Conflict(
            conflict.scores,
            tuple(
                OptimalAt(Pi, tuple(names[z] for z in optimal))
                for Pi, optimal in zip(conflict.distributions, conflict.optimal, strict=True)
            ),
        ),
        None if separation is None else _separated(separation),
        None if bound is None else Regret(bound.constant, bound.worst, bound.evidence.proves),
        None if decoder is None else DecoderConstant(decoder.constant),
        tuple(target.limits),
    )


def _separated(found: Separation) -> Separated:
    proved = found.evidence is not None and found.evidence.proves
    return Separated(found.value, NORM, found.closest, proved)


def write_embedding(name: str, loss: str | None, output: Path) -> None:
    """The record and the certificates of a surrogate with a loss."""
    found = analyse(name, None if loss is None else parse_loss(loss))
    record = embedding_record(found)
    path = f"{record.file}.json"
    write_text(output / "embeddings" / path, to_json(record))
    write_text(output / "certificates" / "embeddings" / path, dumps(found.items()))
