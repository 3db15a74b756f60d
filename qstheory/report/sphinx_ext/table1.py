"""`qstheory-table1`: Table 1 as printed beside Table 1 as it is."""

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from qstheory.report.sphinx_ext.loss import interval
from qstheory.report.sphinx_ext.nodes import (
    RecordDirective,
    badge,
    code,
    math,
    paragraph,
    rich_text,
    table,
    words,
)
from qstheory.report.table1_formats import HEADINGS, NOTE, SIZE_HEADINGS, TITLE, rule
from qstheory.report.typeset import short_name

ITALIC_NOTE = NOTE.replace("In brackets", "In italics").replace("L = F U^T + c", "$L=FU^\\top+c$")
"""On a page the strength of a cell is emphasised, not bracketed."""


class TableDirective(RecordDirective):
    """Two tables: the rows, then the values size by size; with `short` the first alone."""

    option_spec: ClassVar[dict[str, Any]] = {"short": directives.flag}

    def build(self) -> list[nodes.Node]:
        """The nodes."""
        self.depends_on("table1.json")
        rows = self.records.load("table1.json")["rows"]
        first = table(TITLE, self.headings(*HEADINGS), map(self._row, rows), ("qst-table1",))
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
