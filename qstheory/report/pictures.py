"""Pictures as SVG: heat maps of small loss matrices, dimensions and constants by size."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import BytesIO
from types import MappingProxyType
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from qstheory.certify.algebra.surds import Surd
from qstheory.errors import QstheoryError
from qstheory.losses.catalogue import parse
from qstheory.losses.display import label
from qstheory.report.loss_words import short_name

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
