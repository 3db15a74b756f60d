"""Verdicts on surrogates as text, Markdown and JSON, from their record."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from qstheory.tables import Table
from qstheory.work.records import to_json
from qstheory.work.terminal import fitted

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
