"""`qstheory-table1`: Table 1 as printed beside Table 1 as certified."""

from typing import Any

from docutils import nodes

from qstheory.report.sphinx_ext.directive import RecordDirective
from qstheory.report.sphinx_ext.loss import interval
from qstheory.report.sphinx_ext.nodes import badge, math, paragraph, table, words
from qstheory.report.sphinx_ext.records import FAILED


class TableDirective(RecordDirective):
    """Two tables: the rows, then every enumerated size."""

    def build(self) -> list[nodes.Node]:
        """The nodes."""
        self.depends_on("table1.json")
        rows = self.records.load("table1.json")["rows"]
        headings = (
            "measure",
            "r printed",
            "affine dimension certified",
            "A printed",
            "least A² listed",
            "decoding printed",
            "r optimal, claimed",
        )
        first = table(
            "Table 1: printed and certified", headings, map(self._row, rows), ("qst-sortable",)
        )
        sizes = [self._size(row, size) for row in rows for size in row["sizes"]]
        second = table(
            "Every enumerated size",
            (
                "measure",
                "loss",
                "rank L",
                "affine dimension",
                "differences of predictions",
                "convex calibration dimension",
                "equal-risk point",
            ),
            sizes,
            ("qst-sortable",),
        )
        downloads: list[nodes.Node] = [words("Downloads: ")]
        for name in ("table1.tex", "table1.csv", "table1.json"):
            downloads += [*self.to_download(f"files/{name}", name), words(" ")]
        return [first, paragraph(*downloads), second]

    def _row(self, row: dict[str, Any]) -> tuple[Any, ...]:
        printed = row["printed"]
        return (
            self.to_page(f"losses/{row['family']}", row["measure"]),
            [math(printed["r"]), *self._verdict(row, "r")],
            _dimensions(row),
            [math(printed["A"]), *self._verdict(row, "A")],
            _constants(row),
            [math(printed["inference"]), *self._verdict(row, "INF")],
            self._verdict(row, "optimal"),
        )

    def _verdict(self, row: dict[str, Any], cell: str) -> list[nodes.Node]:
        """The ledger's verdict on the cell, linked to its derivation and to what is right."""
        if cell not in row["verdicts"]:
            return []
        verdict = row["verdicts"][cell]
        made: list[nodes.Node] = [words(" "), badge(verdict)]
        if verdict in FAILED:
            made += [words(" "), self.to_claim(row["claims"][cell])]
            if cell in row["repairs"]:
                made += [words(", right: "), self.to_claim(row["repairs"][cell])]
        return made

    def _size(self, row: dict[str, Any], size: dict[str, Any]) -> tuple[Any, ...]:
        exists = {"proved": "exists", "refuted": "none"}
        values = (size["rank"], size["affine_dimension"], size["prediction_differences"])
        return (
            row["measure"],
            nodes.literal(size["loss"], size["loss"]),
            *("undecided" if value is None else str(value) for value in values),
            interval(size["calibration_dimension"]),
            exists.get(size["equal_risk_point"], size["equal_risk_point"]),
        )


def _dimensions(row: dict[str, Any]) -> list[nodes.Node]:
    """The certified values by size, and the printed ones where they differ."""
    values = [size["affine_dimension"] for size in row["sizes"]]
    shown = ", ".join("undecided" if value is None else str(value) for value in values)
    agree = [size["r_agrees"] for size in row["sizes"]]
    if agree and all(agree):
        return [words(f"{shown} "), _remark("= printed", "proved")]
    if False in agree:
        printed = ", ".join(size["r_printed"] for size in row["sizes"])
        return [words(f"{shown} "), _remark(f"≠ {printed} printed", "refuted")]
    return [words(shown)]


def _constants(row: dict[str, Any]) -> list[nodes.Node]:
    """The least A² by size, each with its decomposition unless all have the same."""
    least = [size["least_a_squared"] for size in row["sizes"]]
    names = {found[0] for found in least if found}
    parts = [
        "none holds" if not found else found[1] if len(names) == 1 else f"{found[1]} ({found[0]})"
        for found in least
    ]
    shown = ", ".join(parts) + (f" ({min(names)})" if len(names) == 1 else "")
    bounds = [size["printed_a_is_a_bound"] for size in row["sizes"]]
    if False in bounds:
        return [words(f"{shown} "), _remark("> printed", "refuted")]
    return (
        [words(f"{shown} "), _remark("≤ printed", "proved")]
        if bounds and all(bounds)
        else [words(shown)]
    )


def _remark(text: str, kind: str) -> nodes.Node:
    """A comparison by sign, word and colour."""
    return nodes.inline(text, text, classes=[f"qst-{kind}", "qst-differs"])
