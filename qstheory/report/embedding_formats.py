"""A surrogate with the loss that it embeds as text, Markdown and JSON, from its record."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from qstheory.report.consistency_records import some
from qstheory.tables import Table
from qstheory.work.records import to_json
from qstheory.work.terminal import fitted, grid

Record = Mapping[str, Any]
SHOWN = 24
"""Most predictions of an embedded loss that the text lists."""


def point(values: list[str]) -> str:
    """Scores as text."""
    return f"({', '.join(values)})"


def distribution(record: Record, values: list[str]) -> str:
    """The probabilities that are not 0."""
    pairs = zip(record["observations"], values, strict=True)
    return ", ".join(f"P({y}) = {p}" for y, p in pairs if p != "0")


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
    count = len(record["predictions"])
    number = record["dimension"]
    return (
        f"{record['surrogate']}: {len(record['observations'])} observations,"
        f" {number} score{'s' * (number != 1)}; embeds a loss with {count}"
        f" prediction{'s' * (count != 1)}"
    )


def as_text(record: Record) -> str:
    """A card."""
    table = grid(Table(head(record), rows(record)[:SHOWN]))
    lines = []
    left = len(record["predictions"]) - SHOWN
    if left > 0:
        lines.append(f"  ... and {left} more (--format json)")
    words = "proved" if record["proved"] else "undecided"
    lines.append(f"Bayes risks agree: {words}, at the {len(record['vertices'])} vertices of cells.")
    return f"{fitted(title(record))}{table}{fitted(chr(10).join([*lines, *verdict(record)]))}"


def as_markdown(record: Record) -> str:
    """The same with a table."""
    lines = [f"# {title(record)}", "", Table(head(record), rows(record)).markdown()]
    return "\n".join([*lines, "", *(f"- {line.strip()}" for line in verdict(record))]) + "\n"


RENDERERS: Mapping[str, Callable[[Record], str]] = MappingProxyType(
    {"text": as_text, "md": as_markdown, "json": to_json}
)
