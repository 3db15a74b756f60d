"""A polyhedral surrogate, what it embeds and its worth for a loss: a record, and its formats."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from qstheory.certify.words import counted
from qstheory.losses.catalogue import parse as parse_loss
from qstheory.losses.spaces import label
from qstheory.markup import Table
from qstheory.report.consistency_records import distribution, some
from qstheory.theory.embedding.analysis import Analysis, Target, analyse
from qstheory.theory.embedding.regret import Separation
from qstheory.work.certificates import dumps, write_judged
from qstheory.work.files import Positive, file_name, to_json
from qstheory.work.terminal import fitted, grid

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
    write_judged(output / "embeddings", record.file, record, dumps(found.items()))


Record = Mapping[str, Any]
SHOWN = 24
"""Most predictions of an embedded loss that the text lists."""


def point(values: list[str]) -> str:
    """Scores as text."""
    return f"({', '.join(values)})"


def rows(record: Record) -> list[tuple[str, ...]]:
    """The embedded loss: for each prediction its scores, its losses and what it is linked to."""
    target = record["target"] or {}
    linked = {tuple(pair["scores"]): pair["prediction"] for pair in target.get("link", ())}
    outside = bool(target.get("loss"))
    return [
        (
            point(z["scores"]),
            *z["losses"],
            *((linked[tuple(z["scores"])],) if outside and linked else ()),
        )
        for z in record["predictions"]
    ]


def head(record: Record) -> tuple[str, ...]:
    """The headings of these rows."""
    target = record["target"] or {}
    last = ("link",) if target.get("loss") and target["link"] else ()
    return ("scores", *record["observations"], *last)


def verdict(record: Record) -> Iterator[str]:
    """Sentences on the target."""
    target = record["target"]
    if target is None:
        yield "The embedded loss is too large to be taken as its own target; give a smaller --loss."
        return
    name = target["loss"] or "the embedded loss"
    if not target["consistent"]:
        conflict = target["conflict"]
        yield f"Not consistent for {name}, whatever the link; it is for the loss above."
        yield f"v = {point(conflict['scores'])} minimises the surrogate risk at each of"
        for case in conflict["distributions"]:
            place = distribution(record, case["distribution"])
            yield f"  {place}: optimal are {some(case['optimal'])}"
        return
    linked = ", with the link in the last column" if target["loss"] and target["link"] else ""
    yield f"Consistent for {name}{linked}."
    apart, regret, decoder = target["separation"], target["regret"], target["decoder"]
    if apart is not None and apart["value"] is not None:
        yield (
            f"Largest separation of a link: {apart['value']} in the {apart['norm']},"
            f" closest at v = {point(apart['scores'])}."
        )
    if regret is not None:
        yield (
            f"Regret bound: l(psi(v)) - min l <= {regret['constant']} (W(v) - min W);"
            f" no link has a smaller constant, by v = {point(regret['scores'])}."
        )
    if decoder is not None:
        constant = decoder["constant"]
        if constant is None:
            yield "The decoder that is given is not consistent."
        else:
            yield f"With the decoder that is given the constant is {constant}."
    yield from (f"Not computed: {limit}" for limit in target["limits"])


def title(record: Record) -> str:
    """One line on the surrogate and the size of what it embeds."""
    return (
        f"{record['surrogate']}: {counted(len(record['observations']), 'observation')},"
        f" {counted(record['dimension'], 'score')}; embeds a loss with"
        f" {counted(len(record['predictions']), 'prediction')}"
    )


def as_text(record: Record) -> str:
    """A card."""
    table = grid(Table(head(record), rows(record)[:SHOWN]))
    lines = []
    left = len(record["predictions"]) - SHOWN
    if left > 0:
        lines.append(f"  ... and {left} more (--format json)")
    words = "proved" if record["proved"] else "undecided"
    count = len(record["vertices"])
    vertices = "the only vertex" if count == 1 else f"the {count} vertices"
    lines.append(f"Bayes risks agree: {words}, at {vertices} of cells.")
    return f"{fitted(title(record))}{table}{fitted(chr(10).join([*lines, *verdict(record)]))}"


def as_markdown(record: Record) -> str:
    """The same with a table."""
    lines = [f"# {title(record)}", "", Table(head(record), rows(record)).markdown()]
    return "\n".join([*lines, "", *(f"- {line.strip()}" for line in verdict(record))]) + "\n"


RENDERERS: Mapping[str, Callable[[Record], str]] = MappingProxyType(
    {"text": as_text, "md": as_markdown, "json": to_json}
)
