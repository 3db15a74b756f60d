"""`qstheory-claims`: a list of claims that the reader can filter and sort."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from qstheory.report.sphinx_ext.directive import RecordDirective, option_list
from qstheory.report.sphinx_ext.nodes import badge, rich_text, table

SECTIONS = ("Table 1", "App. B", "App. A", "Sec. 2", "Sec. 3", "Sec. 4", "Sec. 5", "Sec. 6")


def section(source: str) -> str:
    """The section of the paper that a source names first."""
    places = [(source.find(name), name) for name in SECTIONS if name in source]
    return min(places)[1] if places else "other"


class ClaimsDirective(RecordDirective):
    """Options: `match` (patterns of ids) and `verdict` (words), both separated by commas."""

    option_spec: ClassVar[dict[str, Any]] = {
        "match": directives.unchanged,
        "verdict": directives.unchanged,
    }

    def build(self) -> list[nodes.Node]:
        """The table, with the columns by which it is filtered."""
        self.depends_on("claims.json")
        chosen = list(self._chosen(self.records.claims()))
        rows = [
            (
                self.to_claim(record["id"]),
                badge(record["verdict"]),
                record["strength"],
                record["topic"],
                section(record["source"]),
                rich_text(record["text"]),
            )
            for record in chosen
        ]
        headings = ("claim", "verdict", "strength", "topic", "section", "statement")
        caption = f"{len(rows)} claims"
        return [table(caption, headings, rows, ("qst-sortable", "qst-filterable"))]

    def _chosen(self, claims: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
        patterns = option_list(self.options, "match") or ["*"]
        verdicts = option_list(self.options, "verdict")
        for record in claims:
            if any(fnmatchcase(record["id"], p) for p in patterns) and (
                not verdicts or record["verdict"] in verdicts
            ):
                yield record
