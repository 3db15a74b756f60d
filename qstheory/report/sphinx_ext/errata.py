"""`qstheory-errata`: what fails, where, the smallest instance, and what is right."""

from typing import Any

from docutils import nodes

from qstheory.report.sphinx_ext.directive import RecordDirective
from qstheory.report.sphinx_ext.nodes import badge, rich_text, table, words
from qstheory.report.sphinx_ext.records import FAILED


class ErrataDirective(RecordDirective):
    """A table of the claims that fail."""

    def build(self) -> list[nodes.Node]:
        """One row for each."""
        self.depends_on("claims.json")
        claims = {record["id"]: record for record in self.records.claims()}
        rows = []
        for record in claims.values():
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
        headings = ("claim", "where", "verdict", "smallest counterexample", "what is right")
        return [table(f"{len(rows)} claims fail", headings, rows, ("qst-sortable",))]


def _instance(record: dict[str, Any]) -> str:
    parts = [
        f"{part['fails_at'] or 'every case'}: {'; '.join(part['counterexample'])}"
        for reading in record["readings"][:1]
        for part in reading["parts"]
        if part["verdict"] == "refuted"
    ]
    return "; ".join(dict.fromkeys(parts))
