"""The picture of a calibration function beside the bounds that are proportional to e^2."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from matplotlib.figure import Figure

from qstheory.report.pictures import svg

SAMPLES = 40
STYLES = ("C1--", "C3:")
Quadratic = Sequence[Fraction]
"""low, high, constant, linear, square."""


def calibration_picture(pieces: Sequence[Quadratic], bounds: Mapping[str, Fraction]) -> bytes:
    """H piece by piece, a point where a piece begins, and e^2/c for each named bound's c."""
    figure = Figure(figsize=(5.6, 3.6))
    axes = figure.add_subplot()
    for k, (low, high, constant, linear, square) in enumerate(pieces):
        places = [float(low + (high - low) * Fraction(i, SAMPLES)) for i in range(SAMPLES + 1)]
        values = [float(constant) + float(linear) * e + float(square) * e * e for e in places]
        axes.plot(places, values, "C0", linewidth=2, label=None if k else "H, exact")
        axes.plot([places[0]], [values[0]], "C0.")
    top = float(pieces[-1][1])
    places = [top * i / SAMPLES for i in range(SAMPLES + 1)]
    for (name, scale), style in zip(bounds.items(), STYLES, strict=False):
        axes.plot(places, [e * e / float(scale) for e in places], style, label=name)
    axes.set_xlabel("excess risk e")
    axes.set_ylabel("excess surrogate risk")
    axes.legend(fontsize=8)
    figure.tight_layout()
    return svg(figure)
