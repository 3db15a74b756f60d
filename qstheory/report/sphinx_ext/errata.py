"""`qstheory-errata`: what fails, where, what it says, the smallest instance, and what is right."""

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from qstheory.report.errata import GROUPS, NOTATION, SLIPS
from qstheory.report.instances import told
from qstheory.report.sphinx_ext.nodes import (
    FAILED,
    RecordDirective,
    badge,
    paragraph,
    rich_text,
    table,
    words,
)

HEADINGS = (
    "claim", "where", "verdict", "what it says", "smallest counterexample", "what is right"
)  # fmt: skip
COUNTEREXAMPLE = HEADINGS.index("smallest counterexample")


class ErrataDirective(RecordDirective):
    """The claims of the paper that fail, by weight.

    With the flag `beyond`: the statements that read more into the paper than it says, and fail.
    """

    option_spec: ClassVar[dict[str, Any]] = {"beyond": directives.flag}

    def build(self) -> list[nodes.Node]:
        """A table for each part of the letter, or one of the other statements."""
        self.depends_on("claims.json")
        claims = {record["id"]: record for record in self.records.claims()}
        own = [record for record in claims.values() if record["kind"] == "paper"]
        if "beyond" in self.options:
            others = [record for record in claims.values() if record["kind"] != "paper"]
            rows = self._rows(others, claims)
            caption = f"{len(rows)} statements that fail"
            return [table(caption, HEADINGS, rows, ("qst-sortable", "qst-stacked"))] if rows else []
        failing = len(self._rows(own, claims))
        made: list[nodes.Node] = [
            paragraph(f"Of the paper's {len(own)} claims, {failing} fail."),
            paragraph(*rich_text(NOTATION.replace("\n", " "))),
        ]
        for group in GROUPS:
            rows = self._rows([record for record in own if record["group"] == group], claims)
            headings: tuple[str, ...] = HEADINGS
            if group == SLIPS:  # What is right says what is wrong.
                rows = [_without(row) for row in rows]
                headings = _without(HEADINGS)
            if rows:
                made.append(table(group, headings, rows, ("qst-sortable", "qst-stacked")))
        downloads: list[nodes.Node] = [words("The letter to the authors: ")]
        for name in ("errata.md", "errata.tex"):
            downloads += [*self.to_download(f"files/{name}", name), words(" ")]
        return [*made, paragraph(*downloads)]

    def _rows(
        self, records: list[dict[str, Any]], claims: dict[str, dict[str, Any]]
    ) -> list[tuple[Any, ...]]:
        rows = []
        for record in records:
            if record["verdict"] not in FAILED:
                continue
            repair = claims.get(record["repaired_by"])
            right = rich_text(record["remark"])
            if repair is not None:
                right = [self.to_claim(repair["id"]), words(": "), *rich_text(repair["text"])]
            rows.append(
                (
                    self.to_claim(record["id"]),
                    record["source"],
                    badge(record["verdict"]),
                    rich_text(record["text"]),
                    _instance(record),
                    right,
                )
            )
        return rows


def _without(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row without its counterexample."""
    return (*row[:COUNTEREXAMPLE], *row[COUNTEREXAMPLE + 1 :])


def _instance(record: dict[str, Any]) -> str:
    parts = [
        told(part["fails_at"], part["counterexample"]) or "every case"
        for reading in record["readings"][:1]
        for part in reading["parts"]
        if part["verdict"] == "refuted"
    ]
    return "; ".join(dict.fromkeys(parts))
