"""Pictures of the simplex: which prediction is best at which distribution."""

from collections.abc import Iterator
from typing import Any

from matplotlib.figure import Figure

from qstheory.report.pages import Page, Picture, grid, image, title
from qstheory.report.pictures import SimplexRecord, in_plane, name_corners, svg
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.report.typeset import short_name

ORDER = 51
HATCHES = ("", "//", "..", "\\\\", "xx", "--", "oo", "||")
"""A pattern for each region, so that colour does not carry the meaning alone."""


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page with a picture and a table for each loss."""
    found = records.results("simplex", SimplexRecord.FORMAT)
    if not found:
        return
    lines = [
        title("Best predictions in the simplex"),
        "A point of the triangle is a distribution on three observations, a corner is certainty.",
        "In each region one prediction has the least risk; the corners of regions are exact.",
        "",
    ]
    for record in found:
        path = f"simplex-{record['file']}.svg"
        yield Picture(f"results/{path}", _plot(record))
        rows = [
            (region["prediction"], "; ".join(f"({', '.join(p)})" for p in region["corners"]))
            for region in record["regions"]
        ]
        lines += [
            title(f"`{short_name(record['loss'])}`", 2),
            image(path, f"regions of best predictions of {record['loss']}"),
            grid("Corners of the regions", ("prediction", "corners"), rows),
        ]
    yield Page("results/simplex", "\n".join(lines))


def _plot(record: dict[str, Any]) -> bytes:
    figure = Figure(figsize=(4.6, 4.2))
    axes = figure.add_subplot()
    for i, region in enumerate(record["regions"]):
        if len(region["corners"]) < 3:
            continue
        x, y = zip(*map(in_plane, region["corners"]), strict=True)
        axes.fill(x, y, facecolor=f"C{i}", alpha=0.45, edgecolor="black", hatch=HATCHES[i % 8])
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
        axes.text(sum(x) / len(x), sum(y) / len(y), region["prediction"], ha="center", bbox=box)
    name_corners(axes, record["observations"], 0.07)
    return svg(figure)
