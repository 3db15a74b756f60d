"""`qstheory-graph`: which claim rests on which, as a picture whose nodes are links."""

from collections.abc import Mapping
from html import escape
from typing import Any

from docutils import nodes

from qstheory.report.sphinx_ext.directive import RecordDirective, claim_page
from qstheory.report.sphinx_ext.nodes import SYMBOLS, bullets, words

WIDTH, HEIGHT, GAP_X, GAP_Y = 230, 26, 60, 10


class GraphDirective(RecordDirective):
    """Claims in columns by how much they rest on; a text version for readers who need one."""

    def build(self) -> list[nodes.Node]:
        """The picture and, folded away, the same relations as a list."""
        self.depends_on("claims.json")
        claims = {record["id"]: record for record in self.records.claims()}
        picture = nodes.raw("", self._svg(claims), format="html")
        lines = [
            [self.to_claim(i), words(" rests on "), *self._links(record["uses"])]
            for i, record in claims.items()
            if record["uses"]
        ]
        return [nodes.container("", picture, classes=["qst-scroll"]), bullets(lines)]

    def _links(self, ids: list[str]) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        for claim_id in ids:
            made += [self.to_claim(claim_id), words(" ")]
        return made

    def _svg(self, claims: Mapping[str, dict[str, Any]]) -> str:
        linked = {u for r in claims.values() for u in r["uses"]} | {
            i for i, r in claims.items() if r["uses"]
        }
        shown = {i: r for i, r in claims.items() if i in linked}
        columns: dict[int, list[str]] = {}
        depth = _depths(shown)
        for claim_id in shown:
            columns.setdefault(depth[claim_id], []).append(claim_id)
        place = {
            claim_id: (column * (WIDTH + GAP_X), line * (HEIGHT + GAP_Y))
            for column, ids in columns.items()
            for line, claim_id in enumerate(ids)
        }
        width = (max(columns, default=0) + 1) * (WIDTH + GAP_X)
        height = max((y for _, y in place.values()), default=0) + HEIGHT + GAP_Y
        up = "../" * self.env.docname.count("/")
        parts = [
            f'<svg class="qst-graph" role="img" aria-label="Dependencies of the claims"'
            f' width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        ]
        for claim_id, record in shown.items():
            x, y = place[claim_id]
            for used in record["uses"]:
                if used in place:
                    u, v = place[used]
                    parts.append(
                        f'<path d="M{u + WIDTH} {v + HEIGHT / 2} C{u + WIDTH + GAP_X / 2}'
                        f" {v + HEIGHT / 2} {x - GAP_X / 2} {y + HEIGHT / 2} {x} {y + HEIGHT / 2}"
                        '"/>'
                    )
        for claim_id, record in shown.items():
            x, y = place[claim_id]
            verdict = record["verdict"]
            parts.append(
                f'<a href="{up}claims/{claim_page(claim_id)}.html"'
                f' class="qst-{verdict.replace(" ", "-")}">'
                f"<title>{escape(claim_id)}: {escape(verdict)}</title>"
                f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>'
                f'<text x="{x + 8}" y="{y + 17}">{SYMBOLS.get(verdict, "")} {escape(claim_id)}'
                "</text>"
                "</a>"
            )
        return "".join([*parts, "</svg>"])


def _depths(claims: Mapping[str, dict[str, Any]]) -> dict[str, int]:
    """The length of the longest chain of claims below each."""
    depth: dict[str, int] = {}

    def visit(claim_id: str) -> int:
        if claim_id not in depth:
            used = [u for u in claims[claim_id]["uses"] if u in claims]
            depth[claim_id] = 1 + max(map(visit, used), default=-1)
        return depth[claim_id]

    for claim_id in claims:
        visit(claim_id)
    return depth
