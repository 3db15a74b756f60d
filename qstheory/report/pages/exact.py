"""What is exact of a loss: best constants, calibration functions, regions of best predictions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from matplotlib.figure import Figure

from qstheory.certify.codec import decode
from qstheory.certify.surds import Surd, of
from qstheory.losses.views import number_text
from qstheory.report.calibration_records import (
    QUADRATIC,
    SPAN,
    UNCONSTRAINED,
    CalibrationRecord,
    ConstantRecord,
)
from qstheory.report.dossier_formats import latex, surd
from qstheory.report.pages import Page, Picture, grid, image, title
from qstheory.report.pictures import (
    DRAWN,
    SimplexRecord,
    calibration_picture,
    floats,
    in_plane,
    name_corners,
    simplex_picture,
    svg,
)
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.report.typeset import short_name
from qstheory.theory.card import certain
from qstheory.theory.decompositions import square_root

ORDER = 49
CONSTANTS = """\
$\\mathsf A=\\sqrt r\\,\\lVert F\\rVert_\\infty U_{\\max}$ is a number of the decomposition
$L=FU^\\top+c$, not of the loss. $\\mathsf A_*$ is its {term}`infimum over all decompositions <A*>`,
$\\gamma_2$ the {term}`factorisation norm <gamma_2>`
$\\min\\lVert F\\rVert_\\infty\\lVert U\\rVert_\\infty$; they satisfy
$\\gamma_2\\le\\mathsf A_*\\le\\sqrt{\\pi/2}\\,\\gamma_2$. Digits are those that
certified bounds on the squares leave no doubt of. With $c(y)$ the shift may be a function of
the observation, which no decoder notices.
"""
READING = """\
- The printed A of the 0-1 and the block 0-1 loss grow with the number of labels or blocks,
  $\\mathsf A_*$ does not: it stays below 1. A small $\\mathsf A_*$ does not make a loss easy:
  it meets $Q$, the norm of $g^*$, which has as many coordinates as the decomposition.
- Precision at k keeps its order with half of the constant; for the pairwise disagreement
  $\\mathsf A_*$ is of the order $\\sqrt m$ where the printed constant is of the order $m$. Both
  are polynomial.
- On three labels only Hamming's printed constant is the least. Where $\\mathsf A_*$ and
  $\\gamma_2$ differ, as for the F-score, a sign matrix cannot do what vectors can.
- A by itself does not compare losses: turning the coordinates of $F$ and $U$ leaves the learner
  as it is and changes A and A Q, while
  $\\lVert F\\rVert_\\infty\\lVert g^*\\rVert_{\\mathcal G}$ stays.
"""
CLAIMS = (
    (
        "every loss",
        r"$\min_{c,\,C}\max_z(L-c)_zC^+(L-c)_z^\top$ is $\mathsf A_*^2$",
        "x.best.formula",
    ),
    ("every loss", r"at most $\sqrt{\pi/2}\,\gamma_2$", "x.best.rounding"),
    ("0-1, n classes", r"$1-\frac1n$, n even; $\sqrt{\frac{n-1}{n+1}}$, n odd", "x.best.zero-one"),
    (
        "$f(z\\oplus y)$: 0-1, parity blocks, Hamming",
        r"$\sum_{S\ne\emptyset}\lvert\hat f(S)\rvert$, also $\gamma_2$",
        "x.best.translations",
    ),
    ("Prec@k", r"$\frac12\sqrt{m/k}$, also $\gamma_2$", "x.best.prec"),
    ("F-score", r"from $\frac m{m+1}$ to $\sqrt2$, $\gamma_2$ to $1$", "x.best.fscore"),
    ("Jaccard", r"from $\frac m{m+1}$ to $1$, also $\gamma_2$", "x.best.jaccard"),
    ("PD", r"at least $\gamma_2=\sqrt{(m+1)/12}$", "x.best.pd"),
    ("PD, three items", r"$\sqrt{3/8}$", "x.best.pd-small"),
    ("Table 1", "which printed A are the least: only Hamming's", "x.best.table"),
    ("turned coordinates", "A and A Q move, the product of norms does not", "x.best.basis"),
)


def constants(records: Records) -> Iterator[Page | Picture]:
    """One page: the table, closed forms for every size, what follows, and the certificates."""
    found = records.results("constants", ConstantRecord.FORMAT)
    if not found:
        return
    headings = (
        "loss",
        "A printed",
        "A repaired",
        "$\\mathsf A_*$",
        "$\\mathsf A_*$, $c(y)$",
        "$\\gamma_2$",
        "$\\gamma_2$, $c(y)$",
    )
    lines = [
        title("Best constants"),
        CONSTANTS,
        grid("A over all decompositions", headings, map(_constants_row, found)),
        title("What it does to the reading of Table 1", 2),
        READING,
        grid("For every size", ("losses", "$\\mathsf A_*$", "claim"), _claimed(records)),
        title("Decompositions that attain the upper bounds", 2),
        "Signs as columns of U, their weights and F are in the certificates; there may be many.\n",
        grid("Certificates", ("loss", "file"), _attained(found)),
    ]
    yield Page("results/constants", "\n".join(lines))


def _constants_row(record: dict[str, Any]) -> tuple[str, ...]:
    holding = [Fraction(d["squared"]) for d in record["decompositions"] if d["holds"]]
    intervals = {(i["quantity"], i["shift"]): _interval(i) for i in record["intervals"]}
    return (
        f"{record['measure']}, `{short_name(record['loss'])}`",
        f"{record['printed'] ** 0.5:.6g}",
        square_root(min(holding), 6) if holding else "",
        *(
            intervals[quantity, shift]
            for quantity in ("A", "gamma-2")
            for shift in ("scalar", "by-observation")
        ),
    )


def _interval(given: dict[str, Any]) -> str:
    """The common digits of the bounds, or both."""
    if not given["proved"]:
        return "undecided"
    return certain(Fraction(given["low"]), Fraction(given["high"]))


def _claimed(records: Records) -> Iterator[tuple[str, ...]]:
    for losses, value, claim in CLAIMS:
        there = (records.folder / records.claim_file(claim)).is_file()
        yield losses, value, f"[{claim}](../claims/{claim}.md)" if there else claim


def _attained(found: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    for record in found:
        file = f"{record['file']}.json"
        name = short_name(record["loss"])
        yield f"`{name}`", f'<a href="../certificates/constants/{file}">{file}</a>'


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


def calibration(records: Records) -> Iterator[Page | Picture]:
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
            grid("Constants", ("quantity", "value"), _sizes(record)),
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


def _sizes(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for form in record["decompositions"]:
        held = "" if form["holds"] else ", which does not hold"
        yield f"A of the decomposition {form['name']}{held}", _constant(form)
    if record["margin"] is not None:
        shown = record["margin"]
        face = ", ".join(shown["observations"])
        yield f"share of the band of margin {shown['epsilon']} on {face}", shown["band"]
    for reason in record["skipped"]:
        yield "not computed", reason


HATCHES = ("", "//", "..", "\\\\", "xx", "--", "oo", "||")
"""A pattern for each region, so that colour does not carry the meaning alone."""


def simplex(records: Records) -> Iterator[Page | Picture]:
    """One page with a picture and a table for each loss."""
    found = records.results("simplex", SimplexRecord.FORMAT)
    if not found:
        return
    lines = [
        title("Best predictions in the simplex"),
        "A point of the triangle is a distribution on three observations, a corner is certainty.",
        "In each region one prediction has the least risk; the corners of regions are exact.",
        "",
    ]
    for record in found:
        path = f"simplex-{record['file']}.svg"
        yield Picture(f"results/{path}", _regions(record))
        rows = [
            (region["prediction"], "; ".join(f"({', '.join(p)})" for p in region["corners"]))
            for region in record["regions"]
        ]
        lines += [
            title(f"`{short_name(record['loss'])}`", 2),
            image(path, f"regions of best predictions of {record['loss']}"),
            grid("Corners of the regions", ("prediction", "corners"), rows),
        ]
    yield Page("results/simplex", "\n".join(lines))


def _regions(record: dict[str, Any]) -> bytes:
    figure = Figure(figsize=(4.6, 4.2))
    axes = figure.add_subplot()
    for i, region in enumerate(record["regions"]):
        if len(region["corners"]) < 3:
            continue
        x, y = zip(*map(in_plane, region["corners"]), strict=True)
        axes.fill(x, y, facecolor=f"C{i}", alpha=0.45, edgecolor="black", hatch=HATCHES[i % 8])
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
        axes.text(sum(x) / len(x), sum(y) / len(y), region["prediction"], ha="center", bbox=box)
    name_corners(axes, record["observations"], 0.07)
    return svg(figure)


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page each, where it was computed."""
    yield from constants(records)
    yield from calibration(records)
    yield from simplex(records)
