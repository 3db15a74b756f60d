"""`qstheory-graph`: which claim rests on which, as pictures that link where there are pages.

The first shows the whole paper: a dot for each claim, a line to what it rests on. There a row is a
topic; from left to right stand what the paper says, the repairs, and what goes beyond.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from docutils import nodes

from qstheory.report.claim_records import claim_title
from qstheory.report.sphinx_ext.nodes import (
    SYMBOLS,
    TO_PAGE,
    RecordDirective,
    bullets,
    claim_page,
    words,
)

Record = dict[str, Any]
KINDS = {"paper": "of the paper", "repair": "repairs", "extension": "beyond the paper"}
"""The columns with their headings."""
STEP, ROW, LABEL, GAP, HEAD, ACROSS = 19, 22, 180, 34, 24, 14
"""Between dots, between lines, for names of topics, between columns, for headings; dots a line."""
LANE = STEP * ACROSS + GAP


def overview(claims: Mapping[str, Record], link: Callable[[str], str]) -> str:
    """The picture as SVG; `link` gives the address of a claim's page, empty where there is none."""
    places, rows, height = _places(claims)
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
        _curve(places[used], place, used, claim_id, claims[used]["verdict"])
        for claim_id, place in places.items()
        for used in claims[claim_id]["uses"]
        if used in places
    ]
    parts += [_dot(claims[i], place, link(i)) for i, place in places.items()]
    return "".join([*parts, "</svg>"])


def _places(claims: Mapping[str, Record]) -> tuple[dict[str, tuple[int, int]], dict[str, int], int]:
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


def _curve(start: tuple[int, int], end: tuple[int, int], used: str, user: str, verdict: str) -> str:
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


LETTER, HEIGHT, GAP_X, GAP_Y = 7.3, 26, 46, 10


@dataclass(frozen=True)
class Box:
    """A node of the picture: where it stands and how wide it is."""

    x: float
    y: float
    width: float


class GraphDirective(RecordDirective):
    """All claims in one picture, then one for each topic: its claims, what they rest on, and what
    rests on them elsewhere.

    Below each of these the same relations stand as a list, for readers who need text.
    """

    def build(self) -> list[nodes.Node]:
        """The picture of all; a heading, a picture and a list for each topic with relations."""
        self.depends_on("claims.json")
        claims = {record["id"]: record for record in self.records.claims()}
        whole = nodes.raw("", overview(claims, self._address), format="html")
        made: list[nodes.Node] = [nodes.container("", whole, classes=["qst-scroll", "qst-picture"])]
        for topic in dict.fromkeys(record["topic"] for record in claims.values()):
            shown = _shown(topic, claims)
            if shown:
                made += self._topic(topic, shown, claims)
        return made

    def _topic(
        self, topic: str, shown: Sequence[str], claims: Mapping[str, Record]
    ) -> Iterator[nodes.Node]:
        section = nodes.section(ids=[nodes.make_id(f"topic-{topic}")], names=[f"topic {topic}"])
        section += nodes.title("", claim_title(topic))
        picture = nodes.raw("", self._svg(topic, shown, claims), format="html")
        section += nodes.container("", picture, classes=["qst-scroll", "qst-picture"])
        lines = [
            [self.to_claim(i), words(" rests on "), *self._links(claims[i]["uses"])]
            for i in shown
            if claims[i]["uses"] and claims[i]["topic"] == topic
        ]
        section += bullets(lines)
        yield section

    def _address(self, claim_id: str) -> str:
        page = f"claims/{claim_page(claim_id)}"
        return f"{TO_PAGE}{page}" if self.has_page(page) else ""

    def _links(self, ids: list[str]) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        for claim_id in ids:
            made += [self.to_claim(claim_id), words(" ")]
        return made

    def _svg(self, topic: str, shown: Sequence[str], claims: Mapping[str, Record]) -> str:
        boxes = _layout(shown, claims)
        width = max(box.x + box.width for box in boxes.values()) + 4
        height = max(box.y for box in boxes.values()) + HEIGHT + 4
        parts = [
            f'<svg class="qst-graph" role="group" aria-label="What the claims of {escape(topic)}'
            f' rest on" width="{width:.0f}" height="{height:.0f}"'
            f' viewBox="-2 -2 {width:.0f} {height:.0f}">'
        ]
        for claim_id, to in boxes.items():
            for used in claims[claim_id]["uses"]:
                if used in boxes:
                    parts.append(_line(boxes[used], to))
        parts += [
            self._node(claims[claim_id], box, claims[claim_id]["topic"] == topic)
            for claim_id, box in boxes.items()
        ]
        return "".join([*parts, "</svg>"])

    def _node(self, record: Record, box: Box, own: bool) -> str:
        claim_id, verdict = record["id"], record["verdict"]
        address = self._address(claim_id)
        tag, link = ("a", f' href="{address}"') if address else ("g", "")
        return (
            f"<{tag}{link}"
            f' class="qst-{verdict.replace(" ", "-")}{"" if own else " qst-elsewhere"}">'
            f"<title>{escape(claim_title(claim_id))}: {escape(verdict)}</title>"
            f'<rect x="{box.x:.0f}" y="{box.y:.0f}" width="{box.width:.0f}" height="{HEIGHT}"'
            f' rx="4"/><text x="{box.x + 8:.0f}" y="{box.y + 17:.0f}">'
            f"{SYMBOLS.get(verdict, '')} {escape(claim_id)}</text></{tag}>"
        )


def _shown(topic: str, claims: Mapping[str, Record]) -> list[str]:
    """The claims of a topic that are related to others, with their neighbours."""
    mine = {i for i, record in claims.items() if record["topic"] == topic}
    edges = [
        (i, used)
        for i, record in claims.items()
        for used in record["uses"]
        if used in claims and (i in mine or used in mine)
    ]
    near = {end for edge in edges for end in edge}
    return [i for i in claims if i in near]


def _line(start: Box, end: Box) -> str:
    x, y, bend = start.x + start.width, start.y + HEIGHT / 2, GAP_X / 2
    v = end.y + HEIGHT / 2
    return (
        f'<path d="M{x:.0f} {y:.0f} C{x + bend:.0f} {y:.0f} {end.x - bend:.0f} {v:.0f}'
        f' {end.x:.0f} {v:.0f}"/>'
    )


def _layout(shown: Sequence[str], claims: Mapping[str, Record]) -> dict[str, Box]:
    """Columns by the longest chain below; within a column near what a claim rests on."""
    depth = _depths(shown, claims)
    boxes: dict[str, Box] = {}
    x = 0.0
    for column in range(max(depth.values()) + 1):
        ids = [i for i in shown if depth[i] == column]
        width = max((len(i) + 2) * LETTER + 16 for i in ids)
        ids.sort(key=lambda i: _height([boxes[u].y for u in claims[i]["uses"] if u in boxes]))
        for line, claim_id in enumerate(ids):
            boxes[claim_id] = Box(x, line * (HEIGHT + GAP_Y), width)
        x += width + GAP_X
    return boxes


def _height(heights: Sequence[float]) -> float:
    return sum(heights) / len(heights) if heights else 0.0


def _depths(shown: Sequence[str], claims: Mapping[str, Record]) -> dict[str, int]:
    """The length of the longest chain of shown claims below each; the ledger has no cycles."""
    depth: dict[str, int] = {}

    def visit(claim_id: str) -> int:
        if claim_id not in depth:
            used = [u for u in claims[claim_id]["uses"] if u in shown]
            depth[claim_id] = 1 + max(map(visit, used), default=-1)
        return depth[claim_id]

    for claim_id in shown:
        visit(claim_id)
    return depth
