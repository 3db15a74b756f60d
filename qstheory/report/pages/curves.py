"""Learning curves: measured excess risks beside the predicted rates.

A record in the folder `curves` is written by an experiment or a simulation.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from matplotlib.figure import Figure

from qstheory.report.pages import Page, Picture, grid, image, title
from qstheory.report.pictures import svg
from qstheory.report.sphinx_ext.nodes import Records

ORDER = 52
MARKS = "os^Dvx+*"


@dataclass(frozen=True)
class Series:
    """A curve: a point is x, lower end, value, upper end."""

    name: str
    points: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True)
class CurvesRecord:
    """Measured curves, and what stands at their axes."""

    FORMAT: ClassVar[str] = "qstheory-curves/1"
    file: str
    title: str
    remark: str
    x: str
    y: str
    logarithmic: bool
    series: tuple[Series, ...]


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page with a picture and a table for each record."""
    found = records.results("curves", CurvesRecord.FORMAT)
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
