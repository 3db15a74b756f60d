"""Calibration functions beside their bounds, loss by loss."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from qstheory.certify.algebra.surds import Surd, of
from qstheory.certify.codec import decode
from qstheory.losses.views import number_text
from qstheory.report.calibration_records import QUADRATIC, SPAN, UNCONSTRAINED, CalibrationRecord
from qstheory.report.dossier_formats import latex, surd
from qstheory.report.pages import Page, Picture, grid, image, title
from qstheory.report.pictures import DRAWN, calibration_picture, floats, simplex_picture, svg
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.report.typeset import short_name
from qstheory.theory.closed_forms import square_root

ORDER = 50
INTRODUCTION = """\
$H(\\varepsilon)$ is the least surrogate excess risk at which the excess risk can be $\\varepsilon$.
Here it is exact, piece by piece, each piece with a certificate. Where it is not convex, its convex
envelope $H^{**}$ is the calibration function of the paper's definition; it has a certificate too.
The paper's lemma gives the lower bound $\\varepsilon^2 / (4\\|F\\|_\\infty^2)$; with $D$ the
largest distance of two rows of $F$, $\\varepsilon^2/D^2$ is sharper. The triangles show where
each prediction is optimal on three observations; in the grey band the margin is small.
"""
COMPARISON = """\
The largest $h$ with $H(\\varepsilon)\\ge h\\,\\varepsilon^2$, computed for the quadratic surrogate
$\\|v-U_y\\|^2$ of $r$ scores and for the one of Osokin, Bach and Lacoste-Julien on all of them,
$\\|f+L_y\\|^2/(2|\\mathcal Z|)$, with $f$ in the span of the loss and without constraints.
Section 6 of the paper compares $2^m$, $b$ and $m^2$ with $2^{m/2}$, $\\sqrt b$ and 1 for 0-1,
block 0-1 and Hamming: their $\\sqrt{DM/h}$, with $DM=k$, $b$ and $m^3$ as they quote it, and A.
"""
CLAIM = "osokin.constants"
LONGEST = 60
"""Characters of a formula that is written out."""
NAMES = ("low", "high", "constant", "linear", "square")
DIAMETER = r"$\varepsilon^2/D^2$"
SCORES = r"$\varepsilon^2/(2\lvert\mathcal Z\rvert\max\lVert P_F(e_z-e_{z'})\rVert^2)$"
"""The general lower bound of Osokin, Bach and Lacoste-Julien."""
BOUNDS = {
    DIAMETER: ("diameter_squared", 1),
    r"$\varepsilon^2/(4\lVert F\rVert_\infty^2)$": ("largest_row_norm_squared", 4),
}


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page: the surrogates side by side, then pictures and tables for each loss."""
    found = records.results("calibration", CalibrationRecord.FORMAT)
    if not found:
        return
    lines = [title("Calibration functions"), INTRODUCTION, *_comparison(records, found)]
    for record in found:
        name, file = record["loss"], record["file"]
        lines.append(title(f"`{short_name(name)}`", 2))
        lines.append("::::{container} qst-beside\n")
        for k, function in enumerate(record["functions"]):
            path = f"calibration-{file}-{k}.svg"
            yield Picture(f"results/{path}", _plot(function))
            lines += [
                ":::{container}",
                f"**{function['surrogate']}, {function['decomposition']}**\n",
                image(path, f"calibration function of {name}, {function['surrogate']}"),
                ":::\n",
            ]
        lines += ["::::\n", *_tables(record["functions"])]
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


def _comparison(records: Records, found: list[dict[str, Any]]) -> Iterator[str]:
    """h of the three surrogates, a row for each loss."""
    rows = []
    for record in found:
        least = {
            f["surrogate"]: f"${latex(Fraction(f['least_ratio']))}$" for f in record["functions"]
        }
        printed = [
            _constant(d) for d in record["decompositions"] if d["name"].startswith("printed")
        ]
        shown = (least.get(kind, "") for kind in (QUADRATIC, SPAN, UNCONSTRAINED))
        rows.append((f"`{short_name(record['loss'])}`", *shown, ", ".join(printed)))
    yield title("Surrogates side by side", 2)
    yield COMPARISON
    if (records.folder / records.claim_file(CLAIM)).is_file():
        yield f"What that comparison is worth: [{CLAIM}](../claims/{CLAIM}.md).\n"
    yield grid(
        "The largest h", ("loss", "quadratic", "span", "unconstrained", "A as printed"), rows
    )


def _quadratics(function: dict[str, Any]) -> list[tuple[Fraction, ...]]:
    return [tuple(Fraction(piece[name]) for name in NAMES) for piece in function["pieces"]]


def _envelope(function: dict[str, Any]) -> list[tuple[Surd, ...]]:
    return [
        (*(decode(piece[name], Surd) for name in NAMES[:4]), of(Fraction(piece["square"])))
        for piece in function["envelope"] or ()
    ]


def _plot(function: dict[str, Any]) -> bytes:
    diameter = Fraction(function["diameter_squared"])
    bounds = {"general lower bound": diameter}
    if function["surrogate"] == QUADRATIC:
        norm = Fraction(function["largest_row_norm_squared"])
        bounds = {DRAWN[0]: diameter, DRAWN[1]: 4 * norm}
    pieces = [floats(piece) for piece in _quadratics(function)]
    envelope = [floats(piece) for piece in _envelope(function)]
    return svg(calibration_picture(pieces, envelope, bounds))


def _margin(shown: dict[str, Any]) -> bytes:
    L = tuple(tuple(map(Fraction, row)) for row in shown["entries"])
    epsilon = Fraction(shown["epsilon"])
    return svg(simplex_picture(L, shown["observations"], shown["predictions"], epsilon))


def _tables(functions: list[dict[str, Any]]) -> Iterator[str]:
    """The pieces, the convex envelopes, and the bounds, of one surrogate after the other."""

    def rows(made: Callable[[dict[str, Any]], Iterable[tuple[str, ...]]]) -> list[tuple[str, ...]]:
        return [(f["surrogate"], *row) for f in functions for row in made(f)]

    H = "$H(\\varepsilon)$"
    yield grid("Pieces", ("surrogate", "from", "to", H, "certificate"), rows(_pieces))
    envelopes = rows(lambda function: map(_row, _envelope(function)))
    if envelopes:
        yield grid(
            "Convex envelope", ("surrogate", "from", "to", "$H^{**}(\\varepsilon)$"), envelopes
        )
    yield grid("Bounds", ("surrogate", "bound", "least H/bound", "equal there"), rows(_bounds))


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
        ends = (number_text(Fraction(piece[name]), 16, 10) for name in ("low", "high"))
        formula = _formula([of(Fraction(piece[name])) for name in NAMES[2:]])
        yield (*ends, formula, piece["outcome"])


def _row(piece: tuple[Surd, ...]) -> tuple[str, ...]:
    low, high, *coefficients = piece
    formula = _formula(coefficients)
    if len(formula) > LONGEST:
        formula = _formula(coefficients, _rounded)
    return f"${_end(low)}$", f"${_end(high)}$", formula


def _end(value: Surd) -> str:
    text = surd(value)
    return text if len(text) <= LONGEST else _rounded(value)


def _rounded(value: Surd) -> str:
    """A number whose exact form, which is in the certificate, is too long for a page."""
    return rf"{'-' if float(value) < 0 else ''}\mathord\approx{abs(float(value)):.6g}"


def _formula(coefficients: Sequence[Surd], number: Callable[[Surd], str] = surd) -> str:
    constant, linear, square = coefficients
    terms = ((square, r"\,\varepsilon^2"), (linear, r"\,\varepsilon"), (constant, ""))
    shown = [_term(number(c), power) for c, power in terms if c != of(Fraction(0))]
    return f"${' + '.join(shown).replace('+ -', '- ') or '0'}$"


def _term(text: str, power: str) -> str:
    if power and text in ("1", "-1"):
        return text[:-1] + power.removeprefix(r"\,")
    return f"({text}){power}" if " " in text and power else f"{text}{power}"


def _bounds(function: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    quadratic = function["surrogate"] == QUADRATIC
    for name, (key, factor) in (BOUNDS if quadratic else {SCORES: BOUNDS[DIAMETER]}).items():
        ratio = Fraction(function["least_ratio"]) * factor * Fraction(function[key])
        places = [
            f"at {low}" if low == high else f"from {low} to {high}"
            for low, high in function["attained"]
        ]
        words = "attained" if ratio == 1 else f"${latex(ratio)}$"
        yield name, words, ", ".join(places)


def _constant(form: dict[str, Any]) -> str:
    return square_root(Fraction(form["squared_constant"]), 8)


def _constants(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for form in record["decompositions"]:
        held = "" if form["holds"] else ", which does not hold"
        yield f"A of the decomposition {form['name']}{held}", _constant(form)
    if record["margin"] is not None:
        shown = record["margin"]
        face = ", ".join(shown["observations"])
        yield f"share of the band of margin {shown['epsilon']} on {face}", shown["band"]
    for reason in record["skipped"]:
        yield "not computed", reason
