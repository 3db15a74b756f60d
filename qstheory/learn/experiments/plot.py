"""A plot of the table: measured means with standard errors, beside the printed numbers."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from qstheory.learn.experiments.measures import measure_named
from qstheory.learn.experiments.summary import Cell


def plot_cells(found: Sequence[Cell], path: Path) -> None:
    """One panel a measure: a dot a method and data set, a cross for the paper's number.

    Nothing is written where matplotlib is not installed.
    """
    if importlib.util.find_spec("matplotlib") is None or not found:
        return
    from matplotlib.figure import Figure

    measures = list(dict.fromkeys(cell.measure for cell in found))
    methods = list(dict.fromkeys(cell.method for cell in found))
    figure = Figure(figsize=(8, 2.4 * len(measures)), layout="constrained")
    for axes, measure in zip(
        np.atleast_1d(figure.subplots(len(measures), 1)), measures, strict=True
    ):
        own = [cell for cell in found if cell.measure == measure]
        datasets = list(dict.fromkeys(cell.dataset for cell in own))
        for index, method in enumerate(methods):
            entries = [cell for cell in own if cell.method == method]
            places = [
                datasets.index(cell.dataset) + 0.14 * (index - (len(methods) - 1) / 2)
                for cell in entries
            ]
            means = [cell.mean for cell in entries]
            errors = np.nan_to_num([cell.standard_error for cell in entries])
            colour = f"C{index}"
            axes.errorbar(places, means, errors, fmt="o", ms=4, color=colour, label=method)
            printed = [
                (place, cell.printed.value)
                for place, cell in zip(places, entries, strict=True)
                if cell.printed is not None
            ]
            axes.scatter(*np.array(printed).reshape(-1, 2).T, marker="x", color=colour)
        axes.set_xticks(range(len(datasets)), datasets)
        direction = "higher is better" if measure_named(measure).is_score else "lower is better"
        axes.set_ylabel(f"{measure_named(measure).title}\n({direction})")
        axes.grid(axis="y", alpha=0.3)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=len(methods))
    figure.savefig(path)
