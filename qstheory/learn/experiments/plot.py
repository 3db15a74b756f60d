"""Ranks of the methods over data sets, and plots of these and of means with standard errors.

J. Demsar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7, 2006: the test
of Friedman, then that of Nemenyi.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import friedmanchisquare, rankdata, studentized_range

from qstheory.learn.experiments.methods import METHODS
from qstheory.learn.experiments.protocol import (
    F_CONVENTIONS,
    HAMMING,
    MULTILABEL,
    RANKING,
    measure_named,
)
from qstheory.learn.experiments.summary import LEVEL, Cell

FEWEST_DATASETS, FEWEST_METHODS = 3, 3
"""Of fewer the Friedman test has no power: two give at most two different orders."""


@dataclass(frozen=True)
class Ranks:
    """Methods by their average rank (1 is best) over the data sets on which all of them were run.

    Methods that were run on fewer than half of the data sets are left out.

    Two methods whose average ranks differ by less than `critical_difference` cannot be told apart
    at level 0.05; `p_value` is that of Friedman's test that all methods are alike.
    """

    measure: str
    methods: tuple[str, ...]
    average: tuple[float, ...]
    datasets: int
    critical_difference: float
    p_value: float

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """The largest groups of methods, in the order of the ranks, that cannot be told apart."""
        found: list[tuple[str, ...]] = []
        end = 0
        for start, first in enumerate(self.average):
            last = sum(rank < first + self.critical_difference for rank in self.average)
            if last > max(end, start + 1):
                found.append(self.methods[start:last])
                end = last
        return found


def critical_difference(methods: int, datasets: int) -> float:
    """q sqrt(k (k + 1) / (6 N)) with q from the studentised range of k means.

    >>> round(critical_difference(4, 14), 2)
    1.25
    """
    q = float(studentized_range.ppf(1 - LEVEL, methods, np.inf)) / np.sqrt(2)
    return float(q * np.sqrt(methods * (methods + 1) / (6 * datasets)))


def ranks(found: Sequence[Cell]) -> list[Ranks]:
    """The ranks in each measure with three data sets and three methods or more."""
    made = []
    for measure in (*MULTILABEL, *RANKING):
        by_method: dict[str, dict[str, float]] = {}
        for cell in found:
            if cell.measure == measure.key:
                loss = -cell.mean if measure_named(cell.measure).is_score else cell.mean
                by_method.setdefault(cell.method, {})[cell.dataset] = loss
        datasets = {name for row in by_method.values() for name in row}
        by_method = {
            method: row for method, row in by_method.items() if 2 * len(row) >= len(datasets)
        }
        shared = sorted(set.intersection(*map(set, by_method.values()))) if by_method else []
        if len(shared) < FEWEST_DATASETS or len(by_method) < FEWEST_METHODS:
            continue
        losses = np.array([[row[name] for name in shared] for row in by_method.values()])
        average = rankdata(losses, axis=0).mean(axis=1)
        order = np.argsort(average, kind="stable")
        varied = np.ptp(losses, axis=0).any()
        made.append(
            Ranks(
                measure.key,
                tuple(list(by_method)[i] for i in order),
                tuple(float(average[i]) for i in order),
                len(shared),
                critical_difference(len(by_method), len(shared)),
                float(friedmanchisquare(*losses).pvalue) if varied else 1.0,
            )
        )
    return made


_WIDTH = 0.7


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
    from matplotlib.figure import Figure

    methods = [name for name in METHODS if any(cell.method == name for cell in found)]
    figure = Figure(figsize=(9, 2.3 * len(panels)), layout="constrained")
    for axes, cells in zip(
        np.atleast_1d(figure.subplots(len(panels), 1)), panels.values(), strict=True
    ):
        _draw(axes, cells, methods)
    handles = [_dot(index, name) for index, name in enumerate(methods)]
    handles.append(_cross())
    figure.legend(handles=handles, loc="outside upper center", ncols=min(len(handles), 6))
    _save(figure, path)


def plot_ranks(found: Sequence[Ranks], path: Path) -> None:
    """One axis of average ranks a measure; a bar joins methods that cannot be told apart."""
    if importlib.util.find_spec("matplotlib") is None or not found:
        return
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 2.6 * len(found)), layout="constrained")
    for axes, row in zip(np.atleast_1d(figure.subplots(len(found), 1)), found, strict=True):
        _draw_ranks(axes, row)
    _save(figure, path)


def _draw_ranks(axes: Any, row: Ranks) -> None:
    """Labels left for the better half and right for the worse; best rank on the left."""
    count, half = len(row.methods), (len(row.methods) + 1) // 2
    axes.set_xlim(0.5, count + 0.5)
    axes.set_ylim(-half - 1.4, 1.6)
    axes.xaxis.tick_top()
    axes.set_xticks(range(1, count + 1))
    axes.set_yticks([])
    axes.spines[["left", "right", "bottom"]].set_visible(False)
    title = measure_named(row.measure).title
    axes.set_title(f"{title}: average rank over {row.datasets} data sets (1 is best)", fontsize=10)
    for place, (method, average) in enumerate(zip(row.methods, row.average, strict=True)):
        left = place < half
        depth = -1.4 - (place if left else count - 1 - place)
        end = 0.5 if left else count + 0.5
        axes.plot([average, average, end], [1.6, depth, depth], color="0.4", lw=0.8)
        side, shift = ("left", 2) if left else ("right", -2)
        axes.annotate(
            f"{method} ({average:.2f})",
            (end, depth),
            (shift, 1),
            textcoords="offset points",
            ha=side,
            va="bottom",
            fontsize=8,
        )
    for level, group in enumerate(row.groups):
        ends = [row.average[row.methods.index(name)] for name in (group[0], group[-1])]
        axes.plot(ends, [0.4 - 0.35 * level] * 2, color="black", lw=3, solid_capstyle="round")
    axes.plot([1, 1 + row.critical_difference], [1.1, 1.1], color="C3", lw=2)
    axes.annotate("critical difference", (1, 1.1), (0, -9), textcoords="offset points", fontsize=7)


def _save(figure: Any, path: Path) -> None:
    from matplotlib import rc_context

    # The same table is the same file, byte for byte.
    with rc_context({"svg.hashsalt": "table2", "svg.fonttype": "none"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _colour(index: int) -> str:
    return f"C{index % 10}"


def _place_name(cell: Cell) -> str:
    cut_off = cell.measure.partition("@")[2]
    return f"{cell.dataset} @{cut_off}" if cut_off else cell.dataset


def _draw(axes: Any, cells: Sequence[Cell], methods: Sequence[str]) -> None:
    places = list(dict.fromkeys(_place_name(cell) for cell in cells))
    for cell in cells:
        index = methods.index(cell.method)
        x = places.index(_place_name(cell)) + _WIDTH / len(methods) * (
            index - (len(methods) - 1) / 2
        )
        error = cell.standard_error or 0.0
        axes.errorbar([x], [cell.mean], [error], fmt="o", ms=4, color=_colour(index))
        if cell.printed is not None:
            axes.plot([x], [cell.printed.value], marker="x", ms=6, color=_colour(index))
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

    return Line2D([], [], marker="o", ls="", color=_colour(index), label=name)


def _cross() -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], marker="x", ls="", color="black", label="printed in the paper")
