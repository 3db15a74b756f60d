"""The surrogates that a loss has, side by side, as a record."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from qstheory.certify.bundle import dumps
from qstheory.losses.catalogue import parse
from qstheory.losses.display import label
from qstheory.theory.design.designs import Designs, design
from qstheory.work.files import file_name, write_text
from qstheory.work.records import Natural, Positive, to_json

SUBJECTS = (
    "multiclass:classes=3",
    "ordinal-absolute:classes=4",
    "abstain:classes=4,cost=1/2",
    "hamming:m=2",
    "f-score:m=2,undefined=one",
)
"""The losses on the site."""


@dataclass(frozen=True)
class DesignLine:
    """A consistent surrogate: how many scores, its formula, what its excess x allows, its costs."""

    name: str
    title: str
    dimension: Positive
    formula: str
    transfer: str
    evaluation: str
    decoding: str
    certificates: Natural
    proved: bool
    details: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Missing:
    """A surrogate that the loss does not have, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class MaxMarginLine:
    """Whether the max-margin surrogate is consistent, why, and how many certificates show it."""

    consistent: Literal["yes", "no", "undecided", "not defined"]
    reason: str
    certificates: Natural


@dataclass(frozen=True)
class DesignRecord:
    """The consistent surrogates of a loss, side by side; `title` is what its user calls it."""

    FORMAT: ClassVar[str] = "qstheory-design/2"
    file: str
    loss: str
    title: str
    predictions: tuple[str, ...]
    observations: tuple[str, ...]
    designs: tuple[DesignLine, ...]
    missing: tuple[Missing, ...]
    max_margin: MaxMarginLine
    advice: str


def design_record(found: Designs) -> DesignRecord:
    """The record of the designs for a loss."""
    loss = found.loss
    return DesignRecord(
        file_name(loss.name),
        loss.name,
        loss.title,
        tuple(map(label, loss.predictions)),
        tuple(map(label, loss.observations)),
        tuple(
            DesignLine(
                d.name,
                d.title,
                d.dimension,
                d.formula,
                d.transfer,
                d.evaluation,
                d.decoding,
                sum(e.proves for e in d.evidence),
                all(e.proves for e in d.evidence),
                d.details,
            )
            for d in found.designs
        ),
        tuple(Missing(name, reason) for name, reason in found.missing),
        MaxMarginLine(
            found.max_margin.consistent,
            found.max_margin.reason,
            len(found.max_margin.evidence),
        ),
        found.advice,
    )


def write_design(name: str, output: Path) -> None:
    """The record and the certificates of a loss."""
    found = design(parse(name))
    record = design_record(found)
    path = f"{record.file}.json"
    write_text(output / "designs" / path, to_json(record))
    write_text(output / "certificates" / "designs" / path, dumps(found.items()))
