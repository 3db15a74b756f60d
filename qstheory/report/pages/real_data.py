"""Table 2 measured on the benchmark data beside Table 2 as printed."""

from collections.abc import Iterator
from typing import Any

from qstheory.learn.experiments.tables import COMPARISON_LEGEND, LEGEND, METHODS_LEGEND
from qstheory.report.pages import Page, Picture, grid, image, title
from qstheory.report.sphinx_ext.nodes import Records

ORDER = 53
RECORD = "table2/table2.json"
PROTOCOLS = "table2/protocols.json"
READING = """\
The experiments of Section 5 run again on the same data sets, on splits of our own. Read a row from
left to right: QS is the estimator of the paper, and the number in brackets is what Table 2 prints.
What the comparison says of the paper's sentences is judged under `experiments` in the list of
claims."""
PICTURES = {
    "table2.svg": "measured and printed values of every method on every data set",
    "table2-ranks.svg": "average ranks of the methods with the critical difference",
}
SCORES = ("f-score", "ndcg")
NAMES = {
    "zero-one": "0-1 loss",
    "hamming": "Hamming loss",
    "f-score": "F-score, two empty sets count as 1",
    "f-score/zero": "F-score, two empty sets count as 0",
    "f-score/drop": "F-score, two empty sets left out",
}


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page, when the experiments have been run."""
    if not (records.folder / RECORD).is_file():
        return
    record = records.load(RECORD)
    parts = [title("Table 2, measured"), f"{READING}\n\n{LEGEND}\n\n{METHODS_LEGEND}\n"]
    for name, words in PICTURES.items():
        if (records.folder / "table2" / name).is_file():
            yield Picture(f"results/{name}", (records.folder / "table2" / name).read_bytes())
            parts.append(image(name, words))
    for measure in dict.fromkeys(cell["measure"] for cell in record["cells"]):
        parts.append(_measured(record["cells"], measure))
    headings = ("data set", "measure", "against", "difference in test loss", "p", "p adjusted")
    parts += [title("QS against the other methods", 2), f"{COMPARISON_LEGEND}\n"]
    behind = [_comparison(row) for row in record["comparisons"] if row["difference"] > 0]
    parts += [
        grid("Where QS is behind: the other method has the smaller loss", headings, behind),
        grid("Everywhere", headings, map(_comparison, record["comparisons"])),
    ]
    if (records.folder / PROTOCOLS).is_file():
        parts += _protocols(records.load(PROTOCOLS)["cells"])
    yield Page("results/table2", "\n".join(parts))


def _measured(cells: list[dict[str, Any]], measure: str) -> str:
    """One measure: a row for each data set, a column for each method."""
    mine = [cell for cell in cells if cell["measure"] == measure]
    methods = list(dict.fromkeys(cell["method"] for cell in mine))
    found = {(cell["dataset"], cell["method"]): cell for cell in mine}
    rows = (
        (dataset, *(_in_brackets(found.get((dataset, method))) for method in methods))
        for dataset in dict.fromkeys(cell["dataset"] for cell in mine)
    )
    direction = "higher is better" if measure.startswith(SCORES) else "lower is better"
    return grid(f"{NAMES.get(measure, measure)}: {direction}", ("data set", *methods), rows)


def _in_brackets(cell: dict[str, Any] | None) -> str:
    """The mean with its error, and the printed number in brackets."""
    if cell is None:
        return ""
    _, _, _, measured, printed, _ = _cell(cell)
    return f"{measured} [{printed}]" if printed else measured


def _protocols(cells: list[dict[str, Any]]) -> Iterator[str]:
    """What other readings of the paper's protocol give, and which of them reach what is printed."""
    yield title("Other protocols", 2)
    yield (
        "The paper says 60/20/20 and a Gaussian kernel, and leaves open how rows were drawn, inputs"
        " scaled and λ chosen. Each of these readings was tried with the widths and λ of the table;"
        " a printed number within the interval may be one more test part under that protocol.\n"
    )
    for dataset in dict.fromkeys(cell["dataset"] for cell in cells):
        mine = [cell for cell in cells if cell["dataset"] == dataset]
        reached = sum(bool(cell["at_least_printed"]) for cell in mine)
        within = sum(cell["standing"] == "within" for cell in mine)
        words = f"{dataset}: the mean reaches the printed number under {reached} of {len(mine)}"
        yield f"{words} protocols; under {within} the printed number lies within the interval.\n"
    yield grid(
        "0-1 loss of QS under other protocols",
        ("data set", "protocol", "measured", "one more lies in", "printed", "reached on"),
        map(_protocol, cells),
    )


def _protocol(cell: dict[str, Any]) -> tuple[str, ...]:
    dataset, _, _, measured, printed, runs = _cell(cell)
    low, high = cell["interval"] or (cell["mean"], cell["mean"])
    good = "" if cell["runs_as_good"] is None else f"{cell['runs_as_good']} of {runs}"
    return dataset, cell["method"], measured, f"{low:.3f} to {high:.3f}", printed, good


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
