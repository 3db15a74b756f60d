"""`qstheory-claims`: a list of claims that the reader can filter and sort."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from qstheory.claims.claim import Kind
from qstheory.errors import InvalidParameter
from qstheory.report.claim_titles import BEYOND, claim_title
from qstheory.report.errata import HEADINGS, section
from qstheory.report.sphinx_ext.directive import RecordDirective, claim_page, option_list
from qstheory.report.sphinx_ext.nodes import SYMBOLS, badge, code, rich_text, table, words

KINDS = [kind.value for kind in Kind]
"""In this order within a section: what the source says, its repairs, what is beyond it."""


class ClaimsDirective(RecordDirective):
    """Options: `match` (patterns of ids), `verdict` and `kind` (words), separated by commas.

    With the flag `sections` there is a table for each section of the paper.
    """

    option_spec: ClassVar[dict[str, Any]] = {
        "match": directives.unchanged,
        "verdict": directives.unchanged,
        "kind": directives.unchanged,
        "sections": directives.flag,
    }

    def build(self) -> list[nodes.Node]:
        """The table or tables, with the columns by which they are filtered."""
        self.depends_on("claims.json")
        chosen = list(self._chosen(self.records.claims()))
        if "sections" not in self.options:
            return [self._table(f"{len(chosen)} claims", chosen)]
        made = nodes.container("", classes=["qst-filter-together"])
        for place, heading in HEADINGS.items():
            here = [record for record in chosen if section(record["source"]) == place]
            here.sort(key=lambda record: KINDS.index(record["kind"]))
            if here:
                part = nodes.section(ids=[nodes.make_id(place)], names=[place])
                part += nodes.title("", heading)
                part += self._table(f"{len(here)} claims", here)
                made += part
        return [made]

    def _table(self, caption: str, chosen: list[dict[str, Any]]) -> nodes.Node:
        rows = [
            (
                [
                    self.to_page(
                        f"claims/{claim_page(record['id'])}",
                        claim_title(record["id"]).removesuffix(BEYOND),
                        plain=True,
                    ),
                    words(" "),
                    code(record["id"]),
                ],
                badge(record["verdict"]),
                record["strength"],
                record["kind"],
                rich_text(record["text"]),
            )
            for record in chosen
        ]
        headings = self.headings("claim", "verdict", "strength", "kind", "statement")
        return table(caption, headings, rows, ("qst-sortable", "qst-filterable", "qst-claims"))

    def _chosen(self, claims: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
        claims = list(claims)
        patterns = option_list(self.options, "match") or ["*"]
        verdicts = option_list(self.options, "verdict")
        kinds = option_list(self.options, "kind")
        for pattern in patterns:
            if not any(fnmatchcase(record["id"], pattern) for record in claims):
                raise InvalidParameter(f"No claim matches the pattern {pattern!r}.")
        for verdict in verdicts:
            if verdict not in SYMBOLS:
                raise InvalidParameter(
                    f"{verdict!r} is no verdict; verdicts are {', '.join(SYMBOLS)}."
                )
        for record in claims:
            if (
                any(fnmatchcase(record["id"], p) for p in patterns)
                and (not verdicts or record["verdict"] in verdicts)
                and (not kinds or record["kind"] in kinds)
            ):
                yield record
