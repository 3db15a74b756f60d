"""The picture of the simplex of three observations: its cells and its margin band."""

from collections.abc import Sequence
from fractions import Fraction

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from qstheory.exact.rational import Vector
from qstheory.report.pictures import svg
from qstheory.theory.margin.band import band_share
from qstheory.theory.margin.cells import Rows, polygon, vertices

HEIGHT = 3**0.5 / 2


def _flat(point: Vector) -> tuple[float, float]:
    """A distribution on three observations in the plane: the first at the top."""
    top, _, right = map(float, point)
    return right + top / 2, top * HEIGHT


def _fill(axes: Axes, points: Sequence[Vector], **style: object) -> None:
    if len(points) > 2:
        axes.fill(*zip(*map(_flat, polygon(points)), strict=True), **style)


def simplex_picture(
    L: Rows,
    observations: Sequence[str],
    predictions: Sequence[str],
    epsilon: Fraction,
    shown: Vector | None = None,
) -> bytes:
    """The cells where each prediction is optimal, the band gamma+ <= epsilon, and a distribution.

    L has three columns; predictions with equal rows share a cell.
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
    for k, (row, names) in enumerate(groups.items()):
        cell = vertices(different, different.index(row))
        kept = vertices(different, different.index(row), epsilon)
        _fill(axes, kept, facecolor=f"C{k % 10}", alpha=0.75)
        _fill(axes, cell, facecolor="none", edgecolor="black", linewidth=0.8)
        if len(cell) > 2:
            places = [_flat(point) for point in cell]
            x, y = (sum(values) / len(cell) for values in zip(*places, strict=True))
            axes.text(x, y, "\n".join(names[:3]), ha="center", va="center", fontsize=8)
    for corner, name, shift in zip(corners, observations, (0.05, -0.06, -0.06), strict=True):
        x, y = _flat(corner)
        axes.text(x, y + shift, name, ha="center", va="center", fontsize=10)
    if shown is not None:
        axes.plot(*_flat(shown), "k*", markersize=11)
    share = band_share(L, epsilon)
    axes.set_title(f"margin at most {epsilon}: {float(share):.4f} of the area", fontsize=9, pad=16)
    return svg(figure)
