"""`qstheory-claims`: a list of claims that the reader can filter and sort."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from qstheory.errors import InvalidParameter
from qstheory.report.places import section
from qstheory.report.sphinx_ext.directive import RecordDirective, option_list
from qstheory.report.sphinx_ext.nodes import SYMBOLS, badge, rich_text, table


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
                record["kind"],
                record["topic"],
                section(record["source"]),
                rich_text(record["text"]),
            )
            for record in chosen
        ]
        headings = ("claim", "verdict", "strength", "kind", "topic", "section", "statement")
        caption = f"{len(rows)} claims"
        return [table(caption, headings, rows, ("qst-sortable", "qst-filterable"))]

    def _chosen(self, claims: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
        claims = list(claims)
        patterns = option_list(self.options, "match") or ["*"]
        verdicts = option_list(self.options, "verdict")
        for pattern in patterns:
            if not any(fnmatchcase(record["id"], pattern) for record in claims):
                raise InvalidParameter(f"No claim matches the pattern {pattern!r}.")
        for verdict in verdicts:
            if verdict not in SYMBOLS:
                raise InvalidParameter(
                    f"{verdict!r} is no verdict; verdicts are {', '.join(SYMBOLS)}."
                )
        for record in claims:
            if any(fnmatchcase(record["id"], p) for p in patterns) and (
                not verdicts or record["verdict"] in verdicts
            ):
                yield record
