"""Table 1: the transcription, the formulas beside it, and every format of it."""

import csv
import io
import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
import sympy
from markdown_it import MarkdownIt

from qstheory.claims.ledger import COLUMNS, evaluate, k, load_ledger, m
from qstheory.losses import make
from qstheory.losses.catalogue import families
from qstheory.markup import Table
from qstheory.report import table1
from qstheory.report.build import as_html
from qstheory.report.table1 import Cell, Instance, TableRow, instance, right_side
from qstheory.report.typeset import plain_math
from qstheory.theory.dimensions import dimension_findings
from qstheory.theory.dossier import analyze_loss
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject
from verification.sharp2020._printed_table import ROWS


def test_every_row_names_a_family_and_claims_of_the_ledger() -> None:
    assert {row.family for row in ROWS} <= set(families())
    known = load_ledger(None).claims
    for row in ROWS:
        assert len(row.claims) == len(COLUMNS)
        assert {claim for pair in row.claims for claim in pair} - {""} <= set(known)
        for size in row.sizes:
            symbols = row.symbols(size)
            assert evaluate(row.r, symbols).is_integer
            assert evaluate(row.a_squared, symbols).is_positive


def test_the_printed_values_at_m_2() -> None:
    """Read off the printed table by hand."""
    printed = {
        row.family: (evaluate(row.r, row.symbols(2)), evaluate(row.a_squared, row.symbols(2)))
        for row in ROWS
    }
    assert printed["zero-one"] == (4, 4)
    assert printed["hamming"] == (2, sympy.Rational(1, 4))
    assert printed["f-score"] == (5, 8)
    assert printed["prec-at-k"] == (2, 2)
    assert printed["pairwise-disagreement"] == (1, sympy.Rational(1, 4))
    assert printed["map"] == (3, sympy.log(3))
    assert printed["ndcg"] == (2, 2 * sympy.Rational(5, 4) * 9)


RIGHT = {
    "zero-one": 2**m - 1,
    "hamming": m,
    "f-score": m**2 - m + 1,
    "pairwise-disagreement": m - 1,
    "map": m * (m + 1) / 2 - 1,
    "ndcg": m,
}
"""The right r, by hand; Prec@k and blocks have parameters of their own."""


@pytest.mark.parametrize("family", RIGHT)
def test_the_formula_shown_is_the_certified_number(family: str) -> None:
    """The claim's LaTeX is the formula written here, and that is the rank at every size."""
    row = next(row for row in ROWS if row.family == family)
    shown = right_side(load_ledger(None)[row.claims[0][1]].latex)
    text = plain_math(shown).replace("^", "**").replace("m(", "m*(")
    assert sympy.simplify(sympy.sympify(text, {"m": m}) - RIGHT[family]) == 0
    for size in row.sizes[-2:]:
        loss = make(family, **row.parameters(size))
        found = {f.key: f for f in dimension_findings(Subject(loss, DEFAULT))}["affine-dimension"]
        assert found.status == "proved"
        assert found.value == RIGHT[family].subs(m, size)


def cell(**given: object) -> Cell:
    """A cell that holds as printed unless something else is given."""
    usual = {"printed": "m", "claim": "a", "verdict": "proved", "right": "m", "right_claim": "a",
             "strength": "formal", "reading": "", "column": COLUMNS[0]}  # fmt: skip
    return Cell(**{**usual, **given})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "m (formal)"),
        ({"verdict": "refuted", "right": "m-1", "right_claim": "b"}, "[m] → m-1 (formal)"),
        ({"right": "m-1", "right_claim": "b", "reading": "enough, not least"},
         "m enough, not least: m-1 (formal)"),
        ({"printed": "", "claim": "", "verdict": "", "right_claim": "b"}, "m (formal)"),
        ({"printed": "", "claim": "", "verdict": "", "right": "", "right_claim": "",
          "strength": ""}, "open"),
        ({"verdict": "refuted", "right": "", "right_claim": "", "strength": ""}, "[m]"),
    ],
)  # fmt: skip
def test_cells_in_words(given: dict[str, object], expected: str) -> None:
    shown = table1.worded(cell(**given), str, lambda printed: f"[{printed}]")
    assert shown == expected


@pytest.fixture(scope="module")
def rows() -> list[TableRow]:
    """Two rows at one size each, a wrong first cell."""
    made = []
    for row in ROWS:
        if row.family in ("hamming", "zero-one"):
            dossier = analyze_loss(make(row.family, **row.parameters(2)))
            first = cell(verdict="refuted", right=r"\tfrac{m}2-1", right_claim="b")
            cells = (first, *(cell() for _ in COLUMNS[1:]))
            found, decoder = (instance(row, 2, dossier),), "sort & look, O(m^2)"
            made.append(TableRow(row.measure, row.family, decoder, cells, found))
    return made


def test_a_differing_cell_is_seen(rows: list[TableRow]) -> None:
    compared: dict[str, Instance] = {row.family: row.sizes[0] for row in rows}
    assert compared["zero-one"].r_agrees is False
    zero_one = compared["zero-one"]
    assert (zero_one.rank, zero_one.affine_dimension) == (4, 3)
    assert zero_one.prediction_differences == 3
    assert compared["hamming"].r_agrees is True
    assert compared["hamming"].failing_decompositions == ("printed",)
    assert compared["hamming"].a_squared["repaired"] == Fraction(1, 4)


def test_formats_say_the_same(rows: list[TableRow]) -> None:
    data = json.loads(table1.as_json(rows))["rows"]
    lines = list(csv.DictReader(io.StringIO(table1.as_csv(rows))))
    markdown, page = table1.as_markdown(rows), as_html(rows)
    assert len(lines) == 5 * len(data)
    for row in data:
        (size,) = row["sizes"]
        assert size["loss"] in markdown
        assert size["loss"] in page
    assert "~~$m$~~ → $\\tfrac{m}2-1$ (formal)" in markdown
    assert "<del>m</del> → m/2-1 (formal)" in page
    assert "✗ m → m/2-1" in " ".join(table1.as_text(rows).split())
    assert '<th scope="col">' in page
    assert "<caption>" in page


def test_a_markdown_viewer_takes_no_index_of_a_norm_for_emphasis() -> None:
    cell = table1._markdown(r"\sqrt m\,\|D\|_2\,G_{\max}")
    assert cell == r"$\sqrt m\,\lVert D\rVert_2\,G_{\max}$"
    table = Table(("A",), [(f"~~{cell}~~",)]).markdown()
    assert "<em>" not in MarkdownIt("commonmark").enable("table").render(table)


@pytest.mark.parametrize("width", [80, 120])
def test_it_fits_the_terminal(rows: list[TableRow], width: int, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("COLUMNS", str(width))
    text = table1.as_text(rows)
    assert max(map(len, text.splitlines())) <= width
    assert "\\" not in text
    assert "$" not in text


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_latex_compiles(rows: list[TableRow], tmp_path: Path) -> None:
    document = (
        "\\documentclass{article}\\usepackage{amsmath,booktabs,array}"
        "\\usepackage[a4paper,landscape,margin=12mm]{geometry}"
        "\\begin{document}\\small\n" + table1.as_latex(rows) + "\\end{document}\n"
    )
    (tmp_path / "t.tex").write_text(document, encoding="utf-8")
    words = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex")
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "(1 page" in done.stdout


def test_parameters_of_prec_at_k() -> None:
    """k = floor(m/2) in the symbols and in the loss alike."""
    row = next(row for row in ROWS if row.family == "prec-at-k")
    for size in row.sizes:
        assert row.symbols(size)["k"] == row.parameters(size)["k"]
        assert evaluate(k / k, row.symbols(size)) == 1
