"""The record of a simulation as a table and a plot."""

from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from qstheory.report.pictures import svg
from qstheory.simulate.fits import LEFT_OUT, SIGNAL
from qstheory.tables import Table
from qstheory.work.files import write_text
from qstheory.work.records import to_json

RECORD = "simulation.json"
FOLDER, PLANE_FOLDER = "simulation", "simulation-plane"
"""Where the report has the default study and the one on a disc."""

PANELS = 2
"""Panels beside each other: more cannot be read on a page."""
NOT_FITTED = "not fitted"
UNFITTED = (
    f"a slope needs two sizes of at least {LEFT_OUT} times the smallest whose mean excess risk is"
    f" above {SIGNAL} times its quadrature error; more sizes or replicates may give it."
)
HEADINGS = (
    "loss",
    "density",
    "slope of the excess risk",
    "bound",
    "with the best lambda",
    "surrogate",
    "judgement",
    "violated inequalities",
)


def _interval(slope: dict[str, Any] | None) -> str:
    return (
        f"{slope['value']:.2f} [{slope['low']:.2f}, {slope['high']:.2f}]" if slope else NOT_FITTED
    )


def rows(record: dict[str, Any]) -> list[tuple[str, ...]]:
    """One row for each loss and density, on the loss's own boundary."""
    made: list[tuple[str, ...]] = []
    for curve in record["curves"]:
        if curve["path"]:
            continue
        names = [violation["inequality"] for violation in curve["violations"]]
        counted = ", ".join(f"{name} x {names.count(name)}" for name in dict.fromkeys(names))
        made.append(
            (
                curve["subject"],
                curve["density"],
                _interval(curve["slope"]),
                f"{curve['bound_exponent']:.3f}",
                _interval(curve["slope_best"]),
                _interval(curve["slope_surrogate"]),
                curve["judgement"],
                counted or "none",
            )
        )
    return made


def table(record: dict[str, Any]) -> str:
    """The slopes as Markdown."""
    found = rows(record)
    why = f"\n{NOT_FITTED[0].upper()}{NOT_FITTED[1:]}: {UNFITTED}\n"
    return Table(HEADINGS, found).markdown() + "\n" + why * any(NOT_FITTED in row for row in found)


def write_study(folder: Path, record: dict[str, Any]) -> None:
    """The record and its plot."""
    write_text(folder / RECORD, to_json(record))
    (folder / "simulation.svg").write_bytes(plot(record))


def plot(record: dict[str, Any]) -> bytes:
    """Excess risk against n, one panel for each loss, with the bound's slope."""
    own = [curve for curve in record["curves"] if not curve["path"]]
    subjects = list(dict.fromkeys(curve["subject"] for curve in own))
    densities = list(dict.fromkeys(curve["density"] for curve in own))
    columns = min(PANELS, len(subjects))
    lines = -(-len(subjects) // columns)
    figure = Figure(figsize=(3.8 * columns, 2.5 * lines), layout="constrained")
    panels = figure.subplots(lines, columns, squeeze=False, sharex=True).ravel()
    for panel in panels[len(subjects) :]:
        panel.set_visible(False)
    for panel, subject in zip(panels, subjects, strict=False):
        for curve in (curve for curve in own if curve["subject"] == subject):
            _draw(panel, curve, f"C{densities.index(curve['density'])}")
        panel.set_title(subject, fontsize=9)
        panel.tick_params(labelsize=8)
    keys = [Line2D([], [], color=f"C{k}", marker="o", ms=4) for k in range(len(densities))]
    figure.legend(keys, densities, loc="outside upper center", ncols=len(densities), fontsize=9)
    figure.supxlabel("n", fontsize=10)
    figure.supylabel("excess risk (dotted: the bound's slope)", fontsize=10)
    return svg(figure)


def _draw(panel: Axes, curve: dict[str, Any], colour: str) -> None:
    sizes = curve["sizes"]
    shown = [(n, risk) for n, risk in zip(sizes, curve["excess"], strict=True) if risk > 0]
    if not shown:
        return
    panel.loglog(*zip(*shown, strict=True), "o-", color=colour, ms=3)
    n0, risk0 = shown[0]
    bound = [risk0 * (n / n0) ** -curve["bound_exponent"] for n in sizes]
    panel.loglog(sizes, bound, ":", color=colour, lw=1)
