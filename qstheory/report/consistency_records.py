"""Which surrogates are consistent for a loss, as a record with exact failures and certificates."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from qstheory.certify.bundle import Item
from qstheory.certify.kinds.log_linear_consistency import WrongModel
from qstheory.certify.limits import matrix
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.spaces import label
from qstheory.markup import Table
from qstheory.report.pictures import Region
from qstheory.theory.consistency.findings import verdict_on
from qstheory.theory.consistency.surrogates import surrogates
from qstheory.theory.consistency.verdict import (
    Consistency,
    Failure,
    Polygon,
    best_cells,
    failing_regions,
)
from qstheory.work.certificates import dumps, write_judged
from qstheory.work.files import copied, file_name, to_json
from qstheory.work.terminal import fitted

SUBJECTS = (
    "multiclass:classes=2",
    "multiclass:classes=3",
    "multiclass:classes=4",
    "ordinal-absolute:classes=3",
    "ordinal-absolute:classes=4",
    "ordinal-squared:classes=3",
    "abstain:classes=3,cost=1/2",
    "abstain:classes=3,cost=1/3",
    "abstain:classes=4,cost=1/2",
    "top-k:classes=4,k=2",
    "zero-one:m=2",
    "hamming:m=2",
    "f-score:m=2,undefined=one",
    "jaccard:m=2,undefined=one",
    "hamming:m=3",
    "f-score:m=3,undefined=one",
    "prec-at-k:m=3,k=1",
    "ndcg:m=3,R=2,discount=reciprocal",
    "pairwise-disagreement:m=3,undefined=drop",
    "map:m=3,undefined=drop",
)
PARTS, COARSE = 12, 6
"""Denominators of the grids on which regions of failure are looked for, the second on a face."""
DRAWN = 4
"""Most predictions of a loss whose regions of failure are drawn."""


Others = Literal["", "none", "some"]


@dataclass(frozen=True)
class FailureRecord:
    """A distribution at which a surrogate fails, with a minimiser and what it decodes to.

    `scores` are the minimiser, or its exponential when the surrogate is logarithmic; `smallest`
    says whether every distribution with a smaller denominator was tried.
    """

    distribution: tuple[Fraction, ...]
    scores: tuple[Fraction, ...]
    decoded: tuple[str, ...]
    wrong: str
    optimal: tuple[str, ...]
    excess: Fraction
    smallest: bool


@dataclass(frozen=True)
class FailurePicture:
    """Cells of best predictions and regions of failure on three observations, by their corners."""

    observations: tuple[str, ...]
    failing: tuple[Fraction, ...]
    cells: tuple[Region, ...]
    regions: tuple[Polygon, ...]


@dataclass(frozen=True)
class SurrogateVerdict:
    """Whether a surrogate is consistent.

    `other_decoders` says whether another decoder would be, and nothing when that is not known.
    """

    name: str
    title: str
    formula: str
    decoder: str
    source: str
    status: Literal["consistent", "inconsistent", "undecided", "not applicable"]
    reason: str
    certificate: str
    logarithmic: bool
    other_decoders: Others
    failure: FailureRecord | None
    picture: FailurePicture | None


@dataclass(frozen=True)
class OfLoss:
    """What records of surrogates say of the loss."""

    file: str
    loss: str
    title: str
    predictions: tuple[str, ...]
    observations: tuple[str, ...]


def of_loss(loss: Loss) -> tuple[str, str, str, tuple[str, ...], tuple[str, ...]]:
    """These, in this order."""
    z, y = tuple(map(label, loss.predictions)), tuple(map(label, loss.observations))
    return file_name(loss.name), loss.name, loss.title, z, y


@dataclass(frozen=True)
class ConsistencyRecord(OfLoss):
    """Which surrogates are consistent for a loss, and at which distribution the others fail.

    `title` is what the user of the loss calls it.
    """

    FORMAT: ClassVar[str] = "qstheory-consistency/1"
    surrogates: tuple[SurrogateVerdict, ...]


def verdicts(loss: Loss) -> tuple[Consistency, ...]:
    """The verdict on every surrogate there is."""
    return tuple(verdict_on(loss, surrogate) for surrogate in surrogates().values())


def items(found: Iterable[Consistency]) -> list[Item]:
    """The entries of a certificate file: what proves and what refutes."""
    evidence = (
        (verdict, given)
        for verdict in found
        for given in (verdict.evidence, verdict.some_decoder)
        if given is not None and not given.decision.reason
    )
    return [
        Item(
            given.proposition,
            given.certificate,
            "proves" if given.proves else "refutes",
            f"{verdict.surrogate.name} for {verdict.loss.name}",
        )
        for verdict, given in evidence
    ]


def consistency_record(loss: Loss, found: Iterable[Consistency]) -> ConsistencyRecord:
    """The verdicts on surrogates for a loss."""
    return ConsistencyRecord(*of_loss(loss), tuple(_verdict(loss, verdict) for verdict in found))


def _verdict(loss: Loss, found: Consistency) -> SurrogateVerdict:
    surrogate, given = found.surrogate, found.evidence
    return copied(
        SurrogateVerdict,
        surrogate,
        formula=surrogate.loss,
        status=found.status,
        reason=found.reason,
        certificate="" if given is None else type(given.certificate).__name__,
        logarithmic=given is not None and isinstance(given.certificate, WrongModel),
        other_decoders=_others(found),
        failure=None if found.failure is None else _failure(loss, found.failure),
        picture=_picture(loss, found),
    )


def _others(found: Consistency) -> Others:
    if found.some_decoder is None:
        return ""
    return "some" if found.some_decoder.proves else "none"


def _failure(loss: Loss, failure: Failure) -> FailureRecord:
    names = [label(z) for z in loss.predictions]
    decoded, optimal = (tuple(names[z] for z in zs) for zs in (failure.decoded, failure.optimal))
    wrong = names[failure.wrong]
    return copied(FailureRecord, failure, decoded=decoded, wrong=wrong, optimal=optimal)


def _picture(loss: Loss, found: Consistency) -> FailurePicture | None:
    """The picture on the observations of the failing distribution and the first others."""
    size = loss.observations.size
    if found.failure is None or size < 3:
        return None
    support = [y for y in range(size) if found.failure.distribution[y]]
    face = sorted([*support, *(y for y in range(size) if y not in support)][:3])
    L, parts = matrix(loss), PARTS if size == 3 else COARSE
    if len(support) > 3 or len(L) > DRAWN:
        return None
    regions = failing_regions(L, found.surrogate.build(loss), face, parts)
    if not regions:
        return None
    cells = best_cells([tuple(row[y] for y in face) for row in L])
    names = zip(loss.predictions, cells, strict=True)
    return FailurePicture(
        tuple(label(list(loss.observations)[y]) for y in face),
        tuple(found.failure.distribution[y] for y in face),
        tuple(Region(label(z), tuple(cell)) for z, cell in names if len(cell) > 2),
        tuple(map(tuple, regions)),
    )


def write_consistency(name: str, output: Path) -> None:
    """The record and the certificates of a loss."""
    loss = parse(name)
    found = verdicts(loss)
    record = consistency_record(loss, found)
    write_judged(output / "consistency", record.file, record, dumps(items(found)))


Record = Mapping[str, Any]
OTHERS: Mapping[str, str] = MappingProxyType(
    {"": "", "none": ", with every decoder", "some": "; another decoder would do"}
)
HEADINGS = ("surrogate", "verdict", "fails at", "decodes to", "optimal", "excess risk")


def distribution(record: Record, values: list[str]) -> str:
    """The probabilities that are not 0, with their observations."""
    pairs = zip(record["observations"], values, strict=True)
    return ", ".join(f"P({y}) = {value}" for y, value in pairs if value != "0")


def some(names: list[str], most: int = 4) -> str:
    """The first of some names, and how many there are."""
    return ", ".join(names[:most]) + (f", ... ({len(names)})" if len(names) > most else "")


def cells(record: Record, found: Record) -> tuple[str, ...]:
    """One line of the table."""
    failure = found["failure"]
    verdict = found["status"] + OTHERS[found["other_decoders"]]
    if failure is None:
        reason = found["reason"]
        return (found["title"], verdict + (f": {reason}" if reason else ""), "", "", "", "")
    place = distribution(record, failure["distribution"])
    tied = len(failure["decoded"]) > 1
    return (
        found["title"],
        verdict,
        place if failure["smallest"] else f"{place} (not shown to be the smallest)",
        failure["wrong"] + (f", one of {some(failure['decoded'])}" if tied else ""),
        some(failure["optimal"]),
        failure["excess"],
    )


def applicable(record: Record) -> list[dict[str, Any]]:
    """The surrogates that are defined for the loss."""
    return [found for found in record["surrogates"] if found["status"] != "not applicable"]


def inapplicable(record: Record) -> list[dict[str, Any]]:
    """The others."""
    return [found for found in record["surrogates"] if found["status"] == "not applicable"]


def as_markdown(record: Record) -> str:
    """A table, with what is not applicable below."""
    lines = [
        f"# Surrogates for {record['title']}",
        "",
        Table(HEADINGS, (cells(record, found) for found in applicable(record))).markdown(),
    ]
    if left := inapplicable(record):
        lines += ["", *(f"- {found['title']}: {found['reason']}" for found in left)]
    return "\n".join(lines) + "\n"


def as_text(record: Record) -> str:
    """A paragraph for each surrogate, those that are not defined for the loss at the end."""
    lines = [f"surrogates for {record['title']}"]
    for found in (*applicable(record), *inapplicable(record)):
        title, verdict, place, decoded, optimal, excess = cells(record, found)
        lines.append(f"  {found['name']} ({title}): {verdict}")
        if place:
            lines.append(f"    at {place} a minimiser is v = ({', '.join(_scores(found))})")
            lines.append(f"    it decodes to {decoded}; optimal: {optimal}; excess risk {excess}")
    return fitted("\n".join(lines))


def _scores(found: Record) -> list[str]:
    scores: list[str] = found["failure"]["scores"]
    return [f"log {v}" for v in scores] if found["logarithmic"] else scores


RENDERERS: Mapping[str, Callable[[Record], str]] = MappingProxyType(
    {"text": as_text, "md": as_markdown, "json": to_json}
)
