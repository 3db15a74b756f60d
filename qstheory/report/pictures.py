"""Pictures as SVG: heat maps of small loss matrices, dimensions and constants by size, and the
simplex of three observations with its cells and its margin band.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from qstheory.certify.limits import matrix
from qstheory.certify.surds import Surd
from qstheory.errors import QstheoryError
from qstheory.exact.integer_matrix import Vector
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.spaces import Label, label
from qstheory.report.typeset import short_name
from qstheory.theory.consistency.verdict import Polygon, best_cells
from qstheory.theory.margin.cells import Measure, Rows, band_share, polygon, vertices
from qstheory.work.files import file_name, to_json, write_text

LINES = (
    ("loss", "rank L", "o-"),
    ("affine-dimension", "affine dimension", "s--"),
    ("prediction-differences", "differences of predictions", "^:"),
)
NAMED = 16
"""Most rows or columns whose labels are written at the axes."""


UNDATED: Mapping[str, Mapping[str, None]] = MappingProxyType(
    {"svg": {"Date": None}, "png": {"Software": None}, "pdf": {"CreationDate": None}}
)
"""The kinds of files, with what is left out of each so that it is the same whenever drawn."""


def drawn(figure: Figure, kind: str) -> bytes:
    """The figure as SVG, PNG or PDF that is the same whenever it is drawn."""
    out = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "qstheory"}):
        figure.savefig(out, format=kind, metadata=dict(UNDATED[kind]), bbox_inches="tight", dpi=200)
    return out.getvalue()


def svg(figure: Figure) -> bytes:
    """The figure as SVG."""
    return drawn(figure, "svg")


def heat_map(name: str) -> bytes | None:
    """The matrix of a loss, or None when its entries are not rational."""
    loss = parse(name)
    try:
        rows = [[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions]
    except QstheoryError:
        return None
    figure = Figure(figsize=(min(9.0, 2.4 + 0.3 * len(rows[0])), min(7.0, 1.6 + 0.28 * len(rows))))
    axes = figure.add_subplot()
    image = axes.imshow(rows, cmap="cividis", aspect="auto")
    axes.set_xlabel("observation y")
    axes.set_ylabel("prediction z")
    if len(rows) <= NAMED:
        axes.set_yticks(range(len(rows)), [label(z) for z in loss.predictions], fontsize=8)
    if len(rows[0]) <= NAMED:
        names = [label(y) for y in loss.observations]
        axes.set_xticks(range(len(names)), names, rotation=90, fontsize=8)
    figure.colorbar(image, ax=axes, label="L(z, y)")
    return svg(figure)


def _size(dossier: dict[str, Any]) -> int | None:
    _, _, rest = dossier["loss"].partition(":")
    for item in rest.split(","):
        key, _, value = item.partition("=")
        if key in ("m", "classes") and value.isdigit():
            return int(value)
    return None


def _value(dossier: dict[str, Any], key: str) -> int | None:
    for finding in dossier["findings"]:
        if finding["key"] == key and finding["status"] == "proved":
            return int(finding["value"])
    return None


def _variant(dossier: dict[str, Any]) -> str:
    """The parameters other than the size."""
    _, _, rest = dossier["loss"].partition(":")
    return ",".join(i for i in rest.split(",") if i.partition("=")[0] not in ("m", "classes"))


def _least_constant(dossier: dict[str, Any]) -> float | None:
    squares = [
        Fraction(finding["details"]["A^2"])
        for finding in dossier["findings"]
        if finding["key"].startswith("form:")
        and finding["status"] == "proved"
        and "A^2" in finding["details"]
    ]
    return float(min(squares)) ** 0.5 if squares else None


def dimension_plot(dossiers: list[dict[str, Any]]) -> bytes | None:
    """Dimensions and the least listed A against the size; None with fewer than three sizes."""
    variants = [_variant(d) for d in dossiers]
    common = max(set(variants), key=lambda v: (variants.count(v), v))
    sized = sorted(
        ((size, d) for d in dossiers if _variant(d) == common and (size := _size(d)) is not None),
        key=lambda pair: pair[0],
    )
    if len(sized) < 3:
        return None
    family_name = sized[0][1]["loss"].partition(":")[0]
    figure = Figure(figsize=(8, 3.2))
    left, right = figure.subplots(1, 2)
    for key, name, style in LINES:
        points = [(size, v) for size, d in sized if (v := _value(d, key)) is not None]
        left.plot(*zip(*points, strict=True), style, label=name) if points else None
    left.set_ylabel("dimension")
    left.yaxis.set_major_locator(MaxNLocator(integer=True))
    left.legend(fontsize=8)
    constants = [(size, a) for size, d in sized if (a := _least_constant(d)) is not None]
    if constants:
        right.plot(*zip(*constants, strict=True), "o-", color="C3")
    right.set_ylabel("least A listed")
    for axes in (left, right):
        axes.set_xlabel("classes" if "classes=" in sized[0][1]["loss"] else "m")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    figure.suptitle(short_name(f"{family_name}:{common}").partition(":")[2], fontsize=9)
    figure.tight_layout()
    return svg(figure)


SAMPLES = 40
"""Points of a curve: a picture of two inches shows no corner between them."""
STYLES = ("C1--", "C3:")
DRAWN = (r"$e^2/D^2$", r"$e^2/(4\|F\|_\infty^2)$")
"""The bound of the largest distance of two rows of F, and that of the paper."""
Quadratic = tuple[float, float, float, float, float]
"""low, high, constant, linear, square."""


def calibration_picture(
    pieces: Sequence[Quadratic], envelope: Sequence[Quadratic], bounds: Mapping[str, Fraction]
) -> Figure:
    """H piece by piece, a point where a piece begins, H** where it differs, and e^2/c by name of c.

    `envelope` is empty where H is convex.
    """
    figure = Figure(figsize=(5.6, 3.6))
    axes = figure.add_subplot()
    for k, piece in enumerate(pieces):
        places, values = _curve(piece)
        axes.plot(places, values, "C0", linewidth=2, label=None if k else r"$H$, exact")
        axes.plot([places[0]], [values[0]], "C0.")
    for k, piece in enumerate(envelope):
        axes.plot(*_curve(piece), "C2-.", label=None if k else r"$H^{**}$, its convex envelope")
    top = pieces[-1][1]
    places = [top * i / SAMPLES for i in range(SAMPLES + 1)]
    for (name, scale), style in zip(bounds.items(), STYLES, strict=False):
        axes.plot(places, [e * e / float(scale) for e in places], style, label=name)
    axes.set_xlabel(r"excess risk $e$")
    axes.set_ylabel("excess surrogate risk")
    axes.legend(fontsize=8)
    figure.tight_layout()
    return figure


def floats(piece: Iterable[Fraction | Surd]) -> Quadratic:
    """A piece for the picture."""
    low, high, constant, linear, square = map(float, piece)
    return low, high, constant, linear, square


def _curve(piece: Quadratic) -> tuple[list[float], list[float]]:
    low, high, constant, linear, square = piece
    places = [low + (high - low) * i / SAMPLES for i in range(SAMPLES + 1)]
    return places, [constant + linear * e + square * e * e for e in places]


HEIGHT = 3**0.5 / 2
NAMES = 3
"""Most predictions that are named in a cell that they share."""


def _flat(point: Vector) -> tuple[float, float]:
    """A distribution in the plane, as in the paper: first left, second right, third at the top."""
    _, right, top = map(float, point)
    return right + top / 2, top * HEIGHT


def in_plane(point: Iterable[str]) -> tuple[float, float]:
    """The same for a distribution of a record."""
    return _flat(tuple(map(Fraction, point)))


def name_corners(axes: Axes, observations: Sequence[str], below: float) -> None:
    """The corners of a simplex named, the first two that far below them, and no axes."""
    for corner, name in zip(("100", "010", "001"), observations, strict=True):
        x, y = in_plane(corner)
        axes.text(x, y + (0.03 if corner == "001" else -below), f"y = {name}", ha="center")
    axes.set_aspect("equal")
    axes.set_axis_off()


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
