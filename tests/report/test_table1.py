"""Table 1: the transcription, the comparison, and every format of it."""

import csv
import io
import json
from fractions import Fraction

import pytest
import sympy

from qstheory.losses import make
from qstheory.losses.catalogue import families
from qstheory.report import table1_formats
from qstheory.report.printed_table import ROWS, evaluate
from qstheory.report.table1 import Instance, TableRow, instance
from qstheory.report.table1_page import as_html
from qstheory.theory.dossier import analyze_loss


def test_every_row_names_a_family_and_has_exact_cells() -> None:
    assert {row.family for row in ROWS} <= set(families())
    for row in ROWS:
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


@pytest.fixture(scope="module")
def rows() -> list[TableRow]:
    """Two rows at one size each."""
    made = []
    for row in ROWS:
        if row.family in ("hamming", "zero-one"):
            size = 2
            dossier = analyze_loss(make(row.family, **row.parameters(size)))
            made.append(TableRow(row, (instance(row, size, dossier),), {}, {}, {}))
    return made


def test_a_differing_cell_is_seen(rows: list[TableRow]) -> None:
    compared: dict[str, Instance] = {row.printed.family: row.instances[0] for row in rows}
    assert compared["zero-one"].r_agrees is False
    assert compared["zero-one"].dimensions == (4, 3, 3)
    assert compared["hamming"].r_agrees is True
    assert compared["hamming"].failing == ("printed",)
    assert ("repaired", Fraction(1, 4)) in compared["hamming"].holding
    assert compared["hamming"].a_is_bound is True


def test_formats_say_the_same(rows: list[TableRow]) -> None:
    data = json.loads(table1_formats.as_json(rows))["rows"]
    lines = list(csv.DictReader(io.StringIO(table1_formats.as_csv(rows))))
    markdown, page = table1_formats.as_markdown(rows), as_html(rows)
    for row, line in zip(data, lines, strict=True):
        (size,) = row["sizes"]
        assert line["affine dimension"] == str(size["affine_dimension"])
        assert size["loss"] in markdown
        assert size["loss"] in page
    assert "(printed 4)" in markdown
    assert r"\begin{tabular}" in table1_formats.as_latex(rows)
    assert "Hamming" in table1_formats.as_text(rows)
    assert '<th scope="col">' in page
    assert "<caption>" in page
