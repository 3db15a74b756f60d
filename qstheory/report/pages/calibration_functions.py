"""Exact calibration functions beside the paper's bound."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from matplotlib.figure import Figure

from qstheory.report.calibration_records import FORMAT
from qstheory.report.pages.page import Page, Picture, grid, image, title
from qstheory.report.pictures import svg
from qstheory.report.sphinx_ext.records import Records
from qstheory.report.values import latex

ORDER = 50
STEPS = 40


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page with a picture and a table for each loss."""
    found = records.results("calibration", FORMAT)
    if not found:
        return
    lines = [
        title("Calibration functions"),
        "$H(\\varepsilon)$ is the least surrogate excess risk at which the excess risk can be",
        "$\\varepsilon$. Here it is exact, piece by piece, each piece with a certificate; the",
        "paper's lemma gives the lower bound $\\varepsilon^2 / (4\\|F\\|_\\infty^2)$.",
        "",
    ]
    for record in found:
        path = f"calibration-{record['file']}.svg"
        yield Picture(f"results/{path}", _plot(record))
        certificates = f"certificates/calibration/{record['file']}.json"
        lines += [
            title(f"`{record['loss']}`, {record['form']}", 2),
            image(path, f"calibration function of {record['loss']}"),
            grid(
                "Pieces", ("from", "to", "H", "certificate"), map(_row, _joined(record["pieces"]))
            ),
            f'Certificates: <a href="../{certificates}">{record["file"]}.json</a>, replayed by',
            f"`qstheory check {record['file']}.json`.",
            "",
        ]
    yield Page("results/calibration", "\n".join(lines))


def _joined(pieces: list[dict[str, str]]) -> list[dict[str, str]]:
    """Neighbours with the same formula and outcome as one line."""
    made: list[dict[str, str]] = []
    for piece in pieces:
        same = ("constant", "linear", "square", "outcome")
        if made and all(made[-1][k] == piece[k] for k in same) and made[-1]["high"] == piece["low"]:
            made[-1] = made[-1] | {"high": piece["high"]}
        else:
            made.append(piece)
    return made


def _row(piece: dict[str, str]) -> tuple[str, ...]:
    terms = [
        (Fraction(piece["constant"]), ""),
        (Fraction(piece["linear"]), r"\varepsilon"),
        (Fraction(piece["square"]), r"\varepsilon^2"),
    ]
    shown = " + ".join(f"{latex(c)}\\,{power}" for c, power in terms if c) or "0"
    ends = (f"${latex(Fraction(piece[name]))}$" for name in ("low", "high"))
    return (*ends, f"${shown.replace('+ -', '- ')}$", piece["outcome"])


def _plot(record: dict[str, Any]) -> bytes:
    figure = Figure(figsize=(5.2, 3.2))
    axes = figure.add_subplot()
    for i, piece in enumerate(record["pieces"]):
        low, high, constant, linear, square = (
            float(Fraction(piece[name])) for name in ("low", "high", "constant", "linear", "square")
        )
        at = [low + (high - low) * k / STEPS for k in range(STEPS + 1)]
        values = [constant + linear * e + square * e * e for e in at]
        axes.plot(at, values, color="C0", label=None if i else "exact")
    norm, end = Fraction(record["largest_row_norm_squared"]), Fraction(record["largest_excess"])
    at = [float(end) * k / STEPS for k in range(STEPS + 1)]
    bound = [e * e / (4 * float(norm)) for e in at]
    axes.plot(at, bound, "--", color="C1", label="printed bound")
    axes.set_xlabel("excess risk ε")
    axes.set_ylabel("surrogate excess risk")
    axes.legend(fontsize=8)
    return svg(figure)
