"""`qstheory-claims`: a list of claims that the reader can filter and sort."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from qstheory.errors import InvalidParameter
from qstheory.report.sphinx_ext.directive import RecordDirective, option_list
from qstheory.report.sphinx_ext.nodes import SYMBOLS, badge, rich_text, table

SECTIONS = {
    name: name
    for name in ("Table 1", "App. B", "App. A", "Sec. 2", "Sec. 3", "Sec. 4", "Sec. 5", "Sec. 6")
} | {
    "Table 2": "Sec. 5",
    "base-rates": "Sec. 2",
    "comparison_inequality": "Sec. 2",
    "eqs. krr": "Sec. 2",
    "qs_estimator": "Sec. 2",
    "self_discrete": "Sec. 3",
    "qs_discrete": "Sec. 3",
    "rmk:optimality": "Sec. 3",
    "thm lownoise": "Sec. 3",
    "example multiclass": "Sec. 3",
    "eq. margin": "Sec. 3",
    "improved-rates": "Sec. 3",
    "eq. inference": "Sec. 4",
    "calibrationqs": "App. A",
    "tofullrisks": "App. A",
    "lemma_comparison_ineq": "App. A",
    "thm lownoisegeneral": "App. A",
    "tsybakov_lemma": "App. A",
    "improvedqscor": "App. A",
    "lemma lp": "App. A",
    "th:optimality": "App. B",
}
"""Where a place stands: sections name themselves, labels stand in a section."""


def section(source: str) -> str:
    """The section of the paper that a source names first, by itself or by a label.

    >>> section("proof of thm lownoisegeneral"), section("thm lownoise, 2"), section("elsewhere")
    ('App. A', 'Sec. 3', 'other')
    """
    places = [(source.find(name), -len(name), name) for name in SECTIONS if name in source]
    return SECTIONS[min(places)[2]] if places else "other"


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
