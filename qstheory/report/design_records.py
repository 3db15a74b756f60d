"""The surrogates that a loss has, side by side: a record, and its text, Markdown and JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from qstheory.certify.words import counted
from qstheory.losses.catalogue import parse
from qstheory.losses.views import rounded_text
from qstheory.markup import Table
from qstheory.report.consistency_records import OfLoss, of_loss
from qstheory.theory.design.designs import Design, Designs, design
from qstheory.work.certificates import dumps, write_judged
from qstheory.work.files import Natural, Positive, copied, to_json
from qstheory.work.terminal import fitted

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
class DesignRecord(OfLoss):
    """The consistent surrogates of a loss, side by side; `title` is what its user calls it."""

    FORMAT: ClassVar[str] = "qstheory-design/2"
    designs: tuple[DesignLine, ...]
    missing: tuple[Missing, ...]
    max_margin: MaxMarginLine
    advice: str


def design_record(found: Designs) -> DesignRecord:
    """The record of the designs for a loss."""
    return DesignRecord(
        *of_loss(found.loss),
        tuple(map(_line, found.designs)),
        tuple(Missing(name, reason) for name, reason in found.missing),
        MaxMarginLine(
            found.max_margin.consistent, found.max_margin.reason, len(found.max_margin.evidence)
        ),
        found.advice,
    )


def _line(found: Design) -> DesignLine:
    proved = [evidence.proves for evidence in found.evidence]
    return copied(DesignLine, found, certificates=sum(proved), proved=all(proved))


def write_design(name: str, output: Path) -> None:
    """The record and the certificates of a loss."""
    found = design(parse(name))
    record = design_record(found)
    write_judged(output / "designs", record.file, record, dumps(found.items()))


Record = Mapping[str, Any]
HEADINGS = ("surrogate", "scores", "bound", "S costs", "decoding costs", "proved")
WIDEST = 90
"""Longest detail that the text shows."""


def cells(found: Record) -> tuple[str, ...]:
    """One line of the table."""
    return (
        found["name"],
        str(found["dimension"]),
        found["transfer"],
        found["evaluation"],
        found["decoding"],
        "yes" if found["proved"] else "no",
    )


def max_margin(record: Record) -> str:
    """Whether the max-margin surrogate is consistent, as a line."""
    found = record["max_margin"]
    proved = " (proved)" if found["certificates"] else ""
    return f"max-margin surrogate consistent: {found['consistent']}{proved}: {found['reason']}"


def as_markdown(record: Record) -> str:
    """A table, and what is missing."""
    lines = [
        f"# Surrogates for {record['title']}",
        "",
        Table(HEADINGS, map(cells, record["designs"])).markdown(),
        "",
        *(f"- {found['name']}, none: {found['reason']}" for found in record["missing"]),
        f"- {max_margin(record)}",
        "",
        record["advice"],
    ]
    return "\n".join(lines) + "\n"


def _cut(text: str) -> str:
    """What fits, long fractions rounded, to the end of a piece or a number."""
    text = rounded_text(text)
    if len(text) <= WIDEST:
        return text
    cut = text[:WIDEST]
    return f"{cut.rpartition('; ')[0] or cut.rpartition(' ')[0]} ... (all of it: --format json)"


def as_text(record: Record) -> str:
    """A paragraph for each surrogate, and which to take; x is the excess surrogate risk."""
    lines = [f"surrogates for {record['title']} (x: excess surrogate risk)"]
    for found in record["designs"]:
        scores = counted(found["dimension"], "score")
        proved = "proved" if found["proved"] else "undecided"
        lines += [
            f"  {found['name']}: {scores}, {found['transfer']}, {proved}",
            f"    S = {found['formula']}",
            f"    S costs {found['evaluation']}; decoding: {found['decoding']}",
        ]
        for name, text in found["details"]:
            lines.append(f"    {name}: {_cut(text)}")
    lines += [f"  {found['name']}, none: {found['reason']}" for found in record["missing"]]
    return fitted("\n".join([*lines, f"  {max_margin(record)}", record["advice"]]))


RENDERERS: Mapping[str, Callable[[Record], str]] = MappingProxyType(
    {"text": as_text, "md": as_markdown, "json": to_json}
)
