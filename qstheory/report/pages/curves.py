"""Learning curves: measured excess risks beside the predicted rates.

A record in the folder `curves`, written by an experiment or a simulation:

    {"format": "qstheory-curves/1", "file": "...", "title": "...", "remark": "...",
     "x": "n", "y": "excess risk", "logarithmic": true,
     "series": [{"name": "...", "points": [[x, low, value, high], ...]}]}
"""

from collections.abc import Iterator
from typing import Any

from matplotlib.figure import Figure

from qstheory.report.pages.page import Page, Picture, grid, image, title
from qstheory.report.pictures import svg
from qstheory.report.sphinx_ext.records import Records

ORDER = 52
FORMAT = "qstheory-curves/1"
MARKS = "os^Dvx+*"


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page with a picture and a table for each record."""
    found = records.results("curves", FORMAT)
    if not found:
        return
    lines = [title("Learning curves")]
    for record in found:
        path = f"curves-{record['file']}.svg"
        yield Picture(f"results/{path}", _plot(record))
        rows = [
            (series["name"], f"{x:g}", f"{value:.4g}", f"[{low:.4g}, {high:.4g}]")
            for series in record["series"]
            for x, low, value, high in series["points"]
        ]
        lines += [
            title(record["title"], 2),
            record["remark"],
            "",
            image(path, record["title"]),
            grid("Values", ("series", record["x"], record["y"], "interval"), rows),
        ]
    yield Page("results/curves", "\n".join(lines))


def _plot(record: dict[str, Any]) -> bytes:
    figure = Figure(figsize=(6, 3.8))
    axes = figure.add_subplot()
    for i, series in enumerate(record["series"]):
        x, low, value, high = zip(*series["points"], strict=True)
        axes.plot(x, value, marker=MARKS[i % len(MARKS)], label=series["name"])
        axes.fill_between(x, low, high, alpha=0.2)
    if record["logarithmic"]:
        axes.set_xscale("log")
        axes.set_yscale("log")
    axes.set_xlabel(record["x"])
    axes.set_ylabel(record["y"])
    axes.legend(fontsize=8)
    return svg(figure)
