"""The picture of a calibration function beside the bounds that are proportional to e^2."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from matplotlib.figure import Figure

from qstheory.certify.algebra.surds import Surd

SAMPLES = 40
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
