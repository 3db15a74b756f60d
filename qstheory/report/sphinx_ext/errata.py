"""`qstheory-errata`: what fails, where, the smallest instance, and what is right."""

from typing import Any

from docutils import nodes

from qstheory.report.sphinx_ext.directive import RecordDirective
from qstheory.report.sphinx_ext.nodes import badge, rich_text, table, words
from qstheory.report.sphinx_ext.records import FAILED


class ErrataDirective(RecordDirective):
    """The claims of the paper that fail, and below them the other statements that do."""

    def build(self) -> list[nodes.Node]:
        """A table of each, one row for a claim."""
        self.depends_on("claims.json")
        claims = {record["id"]: record for record in self.records.claims()}
        own = [record for record in claims.values() if record["kind"] == "paper"]
        others = [record for record in claims.values() if record["kind"] != "paper"]
        rows, further = self._rows(own, claims), self._rows(others, claims)
        headings = ("claim", "where", "verdict", "smallest counterexample", "what is right")
        caption = f"Of the paper's {len(own)} claims, {len(rows)} fail"
        made: list[nodes.Node] = [table(caption, headings, rows, ("qst-sortable",))]
        if further:
            caption = f"{len(further)} statements that read more into it fail as well"
            made.append(table(caption, headings, further, ("qst-sortable",)))
        return made

    def _rows(
        self, records: list[dict[str, Any]], claims: dict[str, dict[str, Any]]
    ) -> list[tuple[Any, ...]]:
        rows = []
        for record in records:
            if record["verdict"] not in FAILED:
                continue
            repair = claims.get(record["repaired_by"])
            right: list[nodes.Node] = [words("none recorded")]
            if repair is not None:
                right = [self.to_claim(repair["id"]), words(": "), *rich_text(repair["text"])]
            rows.append(
                (
                    self.to_claim(record["id"]),
                    record["source"],
                    badge(record["verdict"]),
                    _instance(record),
                    right,
                )
            )
        return rows


def _instance(record: dict[str, Any]) -> str:
    parts = [
        f"{part['fails_at'] or 'every case'}: {'; '.join(part['counterexample'])}"
        for reading in record["readings"][:1]
        for part in reading["parts"]
        if part["verdict"] == "refuted"
    ]
    return "; ".join(dict.fromkeys(parts))
