"""The whole paper in one picture: a dot for each claim, a line to what it rests on.

A row is a topic; from left to right stand what the paper says, the repairs, and what goes beyond.
"""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from qstheory.report.claim_records import claim_title
from qstheory.report.sphinx_ext.nodes import SYMBOLS

Record = dict[str, Any]
KINDS = {"paper": "of the paper", "repair": "repairs", "extension": "beyond the paper"}
"""The columns with their headings."""
STEP, ROW, LABEL, GAP, HEAD, ACROSS = 19, 22, 180, 34, 24, 14
"""Between dots, between lines, for names of topics, between columns, for headings; dots a line."""
LANE = STEP * ACROSS + GAP


def overview(claims: Mapping[str, Record], link: Callable[[str], str]) -> str:
    """The picture as SVG; `link` gives the address of a claim's page, empty where there is none."""
    places, rows, height = _layout(claims)
    width = LABEL + LANE * len(KINDS)
    parts = [
        f'<svg class="qst-graph qst-overview" role="group" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" aria-label="Every claim and what it rests on">'
    ]
    for column, heading in enumerate(KINDS.values()):
        parts.append(f'<text x="{LABEL + LANE * column - 8}" y="14">{heading}</text>')
    for topic, y in rows.items():
        parts.append(f'<text x="0" y="{y + 4}">{escape(topic)}</text>')
    parts += [
        _line(places[used], place, used, claim_id, claims[used]["verdict"])
        for claim_id, place in places.items()
        for used in claims[claim_id]["uses"]
        if used in places
    ]
    parts += [_dot(claims[i], place, link(i)) for i, place in places.items()]
    return "".join([*parts, "</svg>"])


def _layout(claims: Mapping[str, Record]) -> tuple[dict[str, tuple[int, int]], dict[str, int], int]:
    """Where each claim stands, where each topic begins, and how high the picture is."""
    places: dict[str, tuple[int, int]] = {}
    rows: dict[str, int] = {}
    y = HEAD + ROW // 2
    for topic in dict.fromkeys(record["topic"] for record in claims.values()):
        rows[claim_title(topic)] = y
        lines = 1
        for column, kind in enumerate(KINDS):
            here = [i for i, r in claims.items() if r["topic"] == topic and r["kind"] == kind]
            for place, claim_id in enumerate(here):
                line, across = divmod(place, ACROSS)
                places[claim_id] = (LABEL + LANE * column + STEP * across, y + ROW * line)
                lines = max(lines, line + 1)
        y += ROW * lines
    return places, rows, y


def _line(start: tuple[int, int], end: tuple[int, int], used: str, user: str, verdict: str) -> str:
    """A curve from what is used to what uses it."""
    (x, y), (u, v) = start, end
    bend = max(24, abs(v - y) // 3)
    middle = (x + u) // 2 + (bend if x == u else 0)
    top = min(y, v) - 12 if y == v else (y + v) // 2
    fails = " qst-fails" if "refuted" in verdict else ""
    return (
        f'<path class="qst-edge{fails}" data-ends="{escape(used)} {escape(user)}"'
        f' d="M{x} {y} Q{middle} {top} {u} {v}"/>'
    )


def _dot(record: Record, place: tuple[int, int], address: str) -> str:
    """A sign for the verdict within a circle, with the title of the claim."""
    x, y = place
    claim_id, verdict = record["id"], record["verdict"]
    tag, link = ("a", f' href="{address}"') if address else ("g", "")
    sign = SYMBOLS.get(verdict, "")
    return (
        f'<{tag}{link} class="qst-dot qst-{verdict.replace(" ", "-")}"'
        f' data-claim="{escape(claim_id)}">'
        f"<title>{escape(claim_title(claim_id))}: {escape(verdict)}</title>"
        f'<circle cx="{x}" cy="{y}" r="8"/><text x="{x}" y="{y + 4}">{sign}</text></{tag}>'
    )
