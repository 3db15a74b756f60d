"""`qstheory-table1`: Table 1 as printed beside Table 1 as certified."""

from typing import Any

from docutils import nodes

from qstheory.report.sphinx_ext.directive import RecordDirective
from qstheory.report.sphinx_ext.nodes import badge, math, paragraph, table, words

FAILED = ("refuted", "partly refuted")


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
        """The ledger's verdict on the cell, linked to its derivation when it differs."""
        if cell not in row["verdicts"]:
            return []
        verdict = row["verdicts"][cell]
        made: list[nodes.Node] = [words(" "), badge(verdict)]
        if verdict in FAILED:
            made += [words(" "), self.to_claim(row["claims"][cell])]
        return made

    def _size(self, row: dict[str, Any], size: dict[str, Any]) -> tuple[Any, ...]:
        interval = size["calibration_dimension"]
        between = "undecided" if interval is None else f"{interval[0]} to {interval[1]}"
        exists = {"proved": "exists", "refuted": "none"}
        values = (size["rank"], size["affine_dimension"], size["prediction_differences"])
        return (
            row["measure"],
            nodes.literal(size["loss"], size["loss"]),
            *("undecided" if value is None else str(value) for value in values),
            between,
            exists.get(size["equal_risk_point"], size["equal_risk_point"]),
        )


def _dimensions(row: dict[str, Any]) -> str:
    parts = []
    for size in row["sizes"]:
        value = size["affine_dimension"]
        shown = "undecided" if value is None else str(value)
        printed = f" (printed {size['r_printed']})" if size["r_agrees"] is False else ""
        parts.append(shown + printed)
    return ", ".join(parts)


def _constants(row: dict[str, Any]) -> str:
    parts = []
    for size in row["sizes"]:
        if not size["least_a_squared"]:
            parts.append("none holds")
            continue
        name, value = size["least_a_squared"]
        above = "" if size["printed_a_is_a_bound"] else " exceeds the printed"
        parts.append(f"{value} ({name}){above}")
    return ", ".join(parts)
