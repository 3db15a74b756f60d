"""Calibration functions beside their bounds, and best constants, loss by loss."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from qstheory.report.calibration_picture import calibration_picture
from qstheory.report.calibration_records import FORMAT
from qstheory.report.pages.page import Page, Picture, grid, image, title
from qstheory.report.simplex import simplex_picture
from qstheory.report.sphinx_ext.records import Records
from qstheory.report.values import latex

ORDER = 50
INTRODUCTION = """\
$H(\\varepsilon)$ is the least surrogate excess risk at which the excess risk can be $\\varepsilon$.
Here it is exact, piece by piece, each piece with a certificate. The paper's lemma gives the lower
bound $\\varepsilon^2 / (4\\|F\\|_\\infty^2)$; with $D$ the largest distance of two rows of $F$,
$\\varepsilon^2/D^2$ is sharper. A* is the infimum of A over all decompositions and gamma_2 the
factorisation norm below it, in certified intervals. The triangles show where each prediction is
optimal on three observations; in the grey band the margin is small.
"""
QUADRATIC = ("low", "high", "constant", "linear", "square")
NAMES = {"A": "A*", "gamma-2": "gamma_2"}


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page with pictures and tables for each loss."""
    found = records.results("calibration", FORMAT)
    if not found:
        return
    lines = [title("Calibration and best constants"), INTRODUCTION]
    for record in found:
        name, file = record["loss"], record["file"]
        lines.append(title(f"`{name}`", 2))
        for k, function in enumerate(record["functions"]):
            path = f"calibration-{file}-{k}.svg"
            yield Picture(f"results/{path}", _plot(function))
            lines += [
                title(f"{function['surrogate']}, {function['decomposition']}", 3),
                image(path, f"calibration function of {name}, {function['surrogate']}"),
                grid("Pieces", ("from", "to", "H", "certificate"), _pieces(function)),
            ]
        lines += [
            f'Certificates: <a href="../certificates/calibration/{file}.json">{file}.json</a>,',
            f"replayed by `qstheory check {file}.json`.\n",
            grid("Constants", ("quantity", "value"), _constants(record)),
        ]
        if record["margin"] is not None:
            path = f"calibration-{file}-margin.svg"
            yield Picture(f"results/{path}", _margin(record["margin"]))
            lines.append(image(path, f"cells and margin band of {name}"))
    yield Page("results/calibration", "\n".join(lines))


def _quadratics(function: dict[str, Any]) -> list[tuple[Fraction, ...]]:
    return [tuple(Fraction(piece[name]) for name in QUADRATIC) for piece in function["pieces"]]


def _plot(function: dict[str, Any]) -> bytes:
    bounds = {}
    if function["surrogate"] == "quadratic":
        bounds = {
            "e^2/D^2": Fraction(function["diameter_squared"]),
            "e^2/(4 ||F||^2)": 4 * Fraction(function["largest_row_norm_squared"]),
        }
    return calibration_picture(_quadratics(function), bounds)


def _margin(shown: dict[str, Any]) -> bytes:
    L = tuple(tuple(map(Fraction, row)) for row in shown["entries"])
    epsilon = Fraction(shown["epsilon"])
    return simplex_picture(L, shown["observations"], shown["predictions"], epsilon)


def _pieces(function: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Neighbours with the same formula and outcome as one row."""
    joined: list[dict[str, str]] = []
    for piece in function["pieces"]:
        same = ("constant", "linear", "square", "outcome")
        if joined and all(joined[-1][k] == piece[k] for k in same):
            joined[-1] = joined[-1] | {"high": piece["high"]}
        else:
            joined.append(piece)
    for piece in joined:
        ends = (f"${latex(Fraction(piece[name]))}$" for name in ("low", "high"))
        yield (*ends, f"${_formula(piece)}$", piece["outcome"])


def _formula(piece: dict[str, str]) -> str:
    terms = ((piece["square"], r"\varepsilon^2"), (piece["linear"], r"\varepsilon"))
    shown = [f"{latex(Fraction(c))}\\,{power}" for c, power in terms if Fraction(c)]
    shown += [latex(Fraction(piece["constant"]))] * (piece["constant"] != "0")
    return " + ".join(shown).replace("+ -", "- ") or "0"


def _constants(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for form in record["decompositions"]:
        held = "" if form["holds"] else ", which does not hold"
        yield f"A of the decomposition {form['name']}{held}", form["A"]
    for found in record["constants"] or ():
        quantity = f"{NAMES[found['quantity']]} over all decompositions with {found['shift']} c"
        yield quantity, found["interval"]
    if record["margin"] is not None:
        shown = record["margin"]
        face = ", ".join(shown["observations"])
        yield f"share of the band of margin {shown['epsilon']} on {face}", shown["band"]
    if record["max_margin"] is not None:
        yield "max-margin surrogate, a score for each label", record["max_margin"]
    for reason in record["skipped"]:
        yield "not computed", reason
