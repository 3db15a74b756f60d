"""The picture of the simplex of three observations: its cells and its margin band."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from qstheory.certify.maxima import (
    matrix,
)
from qstheory.exact.rational import Vector
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.display import label
from qstheory.losses.spaces import Label
from qstheory.theory.consistency.regions import Polygon, best_cells
from qstheory.theory.margin.band import Measure, band_share
from qstheory.theory.margin.cells import Rows, polygon, vertices
from qstheory.work.files import file_name, write_text
from qstheory.work.records import to_json

HEIGHT = 3**0.5 / 2
NAMES = 3
"""Most predictions that are named in a cell that they share."""


def _flat(point: Vector) -> tuple[float, float]:
    """A distribution in the plane, as in the paper: first left, second right, third at the top."""
    _, right, top = map(float, point)
    return right + top / 2, top * HEIGHT


def _fill(axes: Axes, points: Sequence[Vector], **style: object) -> None:
    if len(points) > 2:
        axes.fill(*zip(*map(_flat, polygon(points)), strict=True), **style)


def simplex_picture(
    L: Rows,
    observations: Sequence[str],
    predictions: Sequence[str],
    epsilon: Fraction,
    *,
    shown: Vector | None = None,
    measure: Measure = "gap",
) -> Figure:
    """The cells where each prediction is optimal, the band of small margins, and a distribution.

    L has three columns; predictions with equal rows share a cell. The band is gamma+ <= epsilon,
    or gamma <= epsilon for the measure "margin", which takes in all of a shared cell.
    """
    figure = Figure(figsize=(5.2, 4.8))
    axes = figure.add_subplot()
    axes.set_axis_off()
    axes.set_aspect("equal")
    groups: dict[Vector, list[str]] = {}
    for row, name in zip(L, predictions, strict=True):
        groups.setdefault(row, []).append(name)
    different = tuple(groups)
    corners = [tuple(Fraction(int(i == j)) for j in range(3)) for i in range(3)]
    _fill(axes, corners, facecolor="0.82", edgecolor="black", linewidth=1.2)
    for k, names in enumerate(groups.values()):
        cell = vertices(different, k)
        if measure == "gap" or len(names) == 1:
            kept = vertices(different, k, epsilon)
            _fill(axes, kept, facecolor=f"C{k % 10}", alpha=0.75)
        _fill(axes, cell, facecolor="none", edgecolor="black", linewidth=0.8)
        if len(cell) > 2:
            places = [_flat(point) for point in cell]
            x, y = (sum(values) / len(cell) for values in zip(*places, strict=True))
            axes.text(x, y, _written(names), ha="center", va="center", fontsize=8)
    for corner, name, shift in zip(corners, observations, (-0.06, -0.06, 0.05), strict=True):
        x, y = _flat(corner)
        axes.text(x, y + shift, name, ha="center", va="center", fontsize=10)
    if shown is not None:
        axes.plot(*_flat(shown), "k*", markersize=11)
    share = band_share(L, epsilon, measure)
    name = r"$\gamma_+$" if measure == "gap" else r"$\gamma$"
    said = f"grey: margin {name} at most {epsilon}, {float(share):.4f} of the area"
    axes.set_title(said, fontsize=9, pad=16)
    return figure


def _written(names: Sequence[str]) -> str:
    """The first predictions of a cell, one on a line."""
    more = [f"and {len(names) - NAMES} more"] if len(names) > NAMES else []
    return "\n".join([*names[:NAMES], *more])


SUBJECTS = (
    "multiclass:classes=3",
    "abstain:classes=3,cost=1/2",
    "ordinal-absolute:classes=3",
    "ordinal-squared:classes=3",
)


@dataclass(frozen=True)
class Region:
    """A prediction, and the corners of the region at which it is optimal."""

    prediction: str
    corners: Polygon


@dataclass(frozen=True)
class SimplexRecord:
    """For each prediction the region of the distributions at which it is optimal."""

    FORMAT: ClassVar[str] = "qstheory-simplex/1"
    file: str
    loss: str
    observations: tuple[str, ...]
    regions: tuple[Region, ...]


def best_regions(loss: Loss) -> dict[Label, Polygon]:
    """For each prediction z the corners of {Pi : l(z, Pi) <= l(z', Pi) for all z'}.

    `loss` has three observations. A region may be empty or flat.
    """
    return dict(zip(loss.predictions, best_cells(matrix(loss)), strict=True))


def simplex_record(loss: Loss) -> SimplexRecord:
    """The regions with their exact corners."""
    regions = best_regions(loss).items()
    return SimplexRecord(
        file_name(loss.name),
        loss.name,
        tuple(map(label, loss.observations)),
        tuple(Region(label(z), corners) for z, corners in regions),
    )


def write_simplex(name: str, output: Path) -> None:
    """The record of a loss with three observations."""
    record = simplex_record(parse(name))
    write_text(output / "simplex" / f"{record.file}.json", to_json(record))
