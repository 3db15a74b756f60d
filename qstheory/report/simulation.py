"""The record of a simulation as a table and a plot."""

import json
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from qstheory.report.files import write_text
from qstheory.report.pictures import svg

RECORD = "simulation.json"

NOT_FITTED = "not fitted"
"""Fewer than two sizes have a risk above the quadrature error."""
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
    lines = ["| " + " | ".join(HEADINGS) + " |", "|" + "---|" * len(HEADINGS)]
    lines += ["| " + " | ".join(row) + " |" for row in rows(record)]
    return "\n".join(lines) + "\n"


def write_study(folder: Path, record: dict[str, Any]) -> None:
    """The record and its plot."""
    write_text(folder / RECORD, json.dumps(record, indent=1) + "\n")
    (folder / "simulation.svg").write_bytes(plot(record))


def plot(record: dict[str, Any]) -> bytes:
    """Excess risk against n, one panel for each loss, with the bound's slope."""
    subjects = list(dict.fromkeys(c["subject"] for c in record["curves"] if not c["path"]))
    columns = min(4, len(subjects))
    lines = -(-len(subjects) // columns)
    figure = Figure(figsize=(3.2 * columns, 2.7 * lines))
    panels = figure.subplots(lines, columns, squeeze=False).ravel()
    for panel in panels[len(subjects) :]:
        panel.set_visible(False)
    for panel, subject in zip(panels, subjects, strict=False):
        for k, curve in enumerate(c for c in record["curves"] if c["subject"] == subject):
            sizes, risk = curve["sizes"], curve["excess"]
            shown = [(n, r) for n, r in zip(sizes, risk, strict=True) if r > 0]
            if not shown:
                continue
            colour = f"C{k}"
            panel.loglog(
                *zip(*shown, strict=True), "o-", color=colour, label=curve["density"], ms=3
            )
            n0, r0 = shown[0]
            exponent = curve["bound_exponent"]
            panel.loglog(
                sizes, [r0 * (n / n0) ** -exponent for n in sizes], ":", color=colour, lw=1
            )
        panel.set_title(subject, fontsize=7)
        panel.tick_params(labelsize=7)
        panel.legend(fontsize=6)
    figure.supxlabel("n", fontsize=8)
    figure.supylabel("excess risk (dotted: the bound's slope)", fontsize=8)
    figure.tight_layout()
    return svg(figure)
