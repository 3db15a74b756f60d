"""Table 2 measured on the benchmark data beside Table 2 as printed."""

from collections.abc import Iterator
from typing import Any

from qstheory.report.pages.page import Page, grid, title
from qstheory.report.sphinx_ext.records import Records

ORDER = 53
RECORD = "table2/table2.json"


def pages(records: Records) -> Iterator[Page]:
    """One page, when the experiments have been run."""
    if not (records.folder / RECORD).is_file():
        return
    record = records.load(RECORD)
    cells = grid(
        "Measured and printed",
        ("data set", "measure", "method", "measured", "printed", "splits"),
        map(_cell, record["cells"]),
    )
    compared = grid(
        "QS against the other methods, on the same splits",
        ("data set", "measure", "against", "difference in test loss", "p", "p adjusted (Holm)"),
        map(_comparison, record["comparisons"]),
    )
    behind = grid(
        "Where QS is behind: the other method has the smaller mean test loss",
        ("data set", "measure", "against", "difference in test loss", "p", "p adjusted (Holm)"),
        (_comparison(row) for row in record["comparisons"] if row["difference"] > 0),
    )
    parts = [title("Table 2, measured"), cells, behind, compared]
    yield Page("results/table2", "\n".join(parts))


def _comparison(row: dict[str, Any]) -> tuple[str, ...]:
    numbers = f"{row['difference']:+.4f}", f"{row['p_value']:.3f}", f"{row['adjusted']:.3f}"
    return row["dataset"], row["measure"], row["other"], *numbers


def _cell(cell: dict[str, Any]) -> tuple[str, ...]:
    error = "" if cell["standard_error"] is None else f" ± {cell['standard_error']:.4f}"
    printed = cell["printed"]["value"] if cell["printed"] else ""
    return (
        cell["dataset"],
        cell["measure"],
        cell["method"],
        f"{cell['mean']:.4f}{error}",
        str(printed),
        str(cell["runs"]),
    )
