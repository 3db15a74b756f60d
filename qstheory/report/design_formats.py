"""The surrogates of a loss as text, Markdown and JSON, from their record."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from qstheory.tables import Table
from qstheory.work.records import to_json
from qstheory.work.terminal import fitted

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


def as_text(record: Record) -> str:
    """A paragraph for each surrogate, and which to take; x is the excess surrogate risk."""
    lines = [f"surrogates for {record['title']} (x: excess surrogate risk)"]
    for found in record["designs"]:
        number = found["dimension"]
        scores = f"{number} score{'s' * (number != 1)}"
        proved = "proved" if found["proved"] else "undecided"
        lines += [
            f"  {found['name']}: {scores}, {found['transfer']}, {proved}",
            f"    S = {found['formula']}",
            f"    S costs {found['evaluation']}; decoding: {found['decoding']}",
        ]
        for name, text in found["details"]:
            shown = text if len(text) <= WIDEST else f"{text[:WIDEST]} ... (--format json)"
            lines.append(f"    {name}: {shown}")
    lines += [f"  {found['name']}, none: {found['reason']}" for found in record["missing"]]
    return fitted("\n".join([*lines, f"  {max_margin(record)}", record["advice"]]))


RENDERERS: Mapping[str, Callable[[Record], str]] = MappingProxyType(
    {"text": as_text, "md": as_markdown, "json": to_json}
)
