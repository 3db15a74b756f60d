"""A plot of the table: measured means with standard errors, beside the printed numbers."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from qstheory.learn.experiments.measures import F_CONVENTIONS, HAMMING, measure_named
from qstheory.learn.experiments.methods import METHODS
from qstheory.learn.experiments.summary import Cell

_STEP = 0.14


def plot_cells(found: Sequence[Cell], path: Path) -> None:
    """One panel a measure: a dot a method and data set, a cross for the paper's number.

    The cut-offs of a ranking measure share a panel. Nothing is written where matplotlib is not
    installed.
    """
    left_out = {measure.key for measure in F_CONVENTIONS}
    panels: dict[str, list[Cell]] = {}
    for cell in found:
        if cell.measure not in left_out:
            panels.setdefault(cell.measure.partition("@")[0], []).append(cell)
    if importlib.util.find_spec("matplotlib") is None or not panels:
        return
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    methods = [name for name in METHODS if any(cell.method == name for cell in found)]
    figure = Figure(figsize=(9, 2.3 * len(panels)), layout="constrained")
    for axes, cells in zip(
        np.atleast_1d(figure.subplots(len(panels), 1)), panels.values(), strict=True
    ):
        _draw(axes, cells, methods)
    handles = [_dot(index, name) for index, name in enumerate(methods)]
    handles.append(_cross())
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles))
    # The same table is the same file, byte for byte.
    with rc_context({"svg.hashsalt": "table2", "svg.fonttype": "none"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _place_name(cell: Cell) -> str:
    cut_off = cell.measure.partition("@")[2]
    return f"{cell.dataset} @{cut_off}" if cut_off else cell.dataset


def _draw(axes: Any, cells: Sequence[Cell], methods: Sequence[str]) -> None:
    places = list(dict.fromkeys(_place_name(cell) for cell in cells))
    for cell in cells:
        index = methods.index(cell.method)
        x = places.index(_place_name(cell)) + _STEP * (index - (len(methods) - 1) / 2)
        error = np.nan_to_num(cell.standard_error)
        axes.errorbar([x], [cell.mean], [error], fmt="o", ms=4, color=f"C{index}")
        if cell.printed is not None:
            axes.plot([x], [cell.printed.value], marker="x", ms=6, color=f"C{index}")
    measure = measure_named(cells[0].measure)
    title = measure.title.partition("@")[0]
    axes.set_xticks(range(len(places)), places)
    axes.set_xlim(-0.6, len(places) - 0.4)
    axes.set_ylabel(f"{title}\n({'higher' if measure.is_score else 'lower'} is better)")
    if measure.key == HAMMING.key and min(cell.mean for cell in cells) > 0:
        axes.set_yscale("log")
    axes.grid(axis="y", alpha=0.3)


def _dot(index: int, name: str) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], marker="o", ls="", color=f"C{index}", label=name)


def _cross() -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], marker="x", ls="", color="black", label="printed in the paper")
