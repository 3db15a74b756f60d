"""`qstheory-errata` and `qstheory-table1`: what a paper says beside what is right.

A failing claim stands with the smallest instance; Table 1 as printed beside Table 1 as it is.
"""

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from qstheory.report.errata import GROUPS, NOTATION, SLIPS
from qstheory.report.instances import told
from qstheory.report.sphinx_ext.loss import interval
from qstheory.report.sphinx_ext.nodes import (
    FAILED,
    RecordDirective,
    badge,
    code,
    math,
    paragraph,
    rich_text,
    table,
    words,
)
from qstheory.report.table1 import HEADINGS as TABLE1_HEADINGS
from qstheory.report.table1 import NOTE, SIZE_HEADINGS, TITLE, rule
from qstheory.report.typeset import short_name

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


ITALIC_NOTE = NOTE.replace("In brackets", "In italics").replace("L = F U^T + c", "$L=FU^\\top+c$")
"""On a page the strength of a cell is emphasised, not bracketed."""


class Table1Directive(RecordDirective):
    """Two tables: the rows, then the values size by size; with `short` the first alone."""

    option_spec: ClassVar[dict[str, Any]] = {"short": directives.flag}

    def build(self) -> list[nodes.Node]:
        """The nodes."""
        self.depends_on("table1.json")
        rows = self.records.load("table1.json")["rows"]
        first = table(TITLE, self.headings(*TABLE1_HEADINGS), map(self._row, rows), ("qst-table1",))
        if "short" in self.options:
            return [paragraph(*rich_text(ITALIC_NOTE)), first]
        sizes = [self._size(row, size) for row in rows for size in row["sizes"]]
        second = table(
            "Certified values by size",
            self.headings("measure", *SIZE_HEADINGS[:-1]),
            sizes,
            ("qst-sortable",),
        )
        downloads: list[nodes.Node] = [words("Downloads: ")]
        for name in ("table1.tex", "table1.csv", "table1.json", "table1.html"):
            downloads += [*self.to_download(f"files/{name}", name), words(" ")]
        return [paragraph(*rich_text(ITALIC_NOTE)), first, paragraph(*downloads), second]

    def _row(self, row: dict[str, Any]) -> tuple[Any, ...]:
        *cells, decoding = row["cells"]
        return (
            self.to_page(f"losses/{row['family']}", row["measure"]),
            *map(self._cell, cells),
            [
                *self._printed(decoding),
                words(" " if decoding["fails"] else ": "),
                *rich_text(rule(row["decoder"], decoding["printed"])),
                *self._source(decoding),
            ],
        )

    def _cell(self, cell: dict[str, Any]) -> list[nodes.Node]:
        """What is printed, what is right, what that rests on."""
        if not cell["printed"] and not cell["right"]:
            return [words("open")]
        made = self._printed(cell) if cell["printed"] else []
        if cell["reading"]:
            made.append(words(f" {cell['reading']}:"))
        if cell["right"] and (cell["fails"] or cell["differs"] or not cell["printed"]):
            made += [words(" "), math(cell["right"])]
        return [*made, *self._source(cell)]

    def _printed(self, cell: dict[str, Any]) -> list[nodes.Node]:
        if not cell["fails"]:
            return [math(cell["printed"])]
        return [
            math(cell["printed"]), words(" "), badge(cell["verdict"]), words(" "),
            self.to_claim(cell["claim"]), words(" →"),
        ]  # fmt: skip

    def _source(self, cell: dict[str, Any]) -> list[nodes.Node]:
        """The claim that says what is right, and its strength."""
        if not cell["right_claim"]:
            return []
        strength = nodes.emphasis("", cell["strength"])
        return [words(" "), strength, words(" "), self.to_claim(cell["right_claim"])]

    def _size(self, row: dict[str, Any], size: dict[str, Any]) -> tuple[Any, ...]:
        exists = {"proved": "exists", "refuted": "none"}
        values = (size["affine_dimension"], size["rank"], size["prediction_differences"])
        return (
            row["measure"],
            code(short_name(size["loss"])),
            size["r_printed"],
            *("undecided" if value is None else str(value) for value in values),
            interval(size["calibration_dimension"]),
            exists.get(size["equal_risk_point"], size["equal_risk_point"]),
        )
