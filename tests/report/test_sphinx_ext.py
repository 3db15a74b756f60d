"""The extension in a small project of somebody else."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from docutils import nodes

from qstheory.report.sphinx_ext.typeset import signs, typeset

CONF = """
project = "foreign"
extensions = ["sphinx.ext.mathjax", "qstheory.report.sphinx_ext"]
qstheory_records = "data"
html_theme = "basic"
"""
PAGES = {
    "index.rst": """
Somebody's notes
================

.. toctree::

   claims/hamming.decomposition
   rest

.. qstheory-table1::

.. qstheory-loss:: hamming
   :parts: dimensions, decompositions
""",
    "claims/hamming.decomposition.rst": """
A claim
=======

.. qstheory-claim:: hamming.decomposition
""",
    "rest.rst": """
The rest
========

.. qstheory-claims::
   :match: hamming.*
   :verdict: proved

.. qstheory-errata::

.. qstheory-graph::
""",
}


def build(folder: Path, pages: dict[str, str]) -> tuple[int, str]:
    """Build as its owner would, with warnings as errors; the status and what was said."""
    source = folder / "source"
    for name, text in {"conf.py": CONF, **pages}.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    words = ("-W", "-q", "-b", "html", "-d", str(folder / "doctrees"))
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *words, str(source), str(folder / "html")],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def html(records: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built project."""
    folder = tmp_path_factory.mktemp("foreign")
    shutil.copytree(records, folder / "source" / "data")
    status, said = build(folder, PAGES)
    assert status == 0
    assert said == ""
    return folder / "html"


def test_tables_have_captions_and_header_cells(html: Path) -> None:
    page = (html / "index.html").read_text(encoding="utf-8")
    tables = re.findall(r"<table.*?</table>", page, re.DOTALL)
    assert len(tables) == 4
    for table in tables:
        assert "<caption>" in table
        assert '<th scope="col"' in table
        assert '<th scope="row"' in table
    words = re.sub(r"<[^>]*>", "", page)
    assert "≠ 2, 4, 8, 16 printed" in words
    assert "L(00, 00) = 0, not -1/4" in words


def test_a_claim_shows_what_is_known(html: Path) -> None:
    page = (html / "claims" / "hamming.decomposition.html").read_text(encoding="utf-8")
    for words in ("partly refuted", "Smallest counterexample", "What is right", "Used by"):
        assert words in page
    assert "F_z" not in page


def test_lists_are_filtered_and_link_where_there_is_a_page(html: Path) -> None:
    page = (html / "rest.html").read_text(encoding="utf-8")
    listed = page[: page.index("claims fail")]
    assert "hamming.norms" in listed
    assert "✗" not in listed
    assert 'href="claims/hamming.decomposition.html"' in page
    assert '<svg class="qst-graph"' in page
    assert (html / "_static" / "qstheory.js").is_file()


@pytest.mark.parametrize(
    ("directive", "message"),
    [
        (".. qstheory-claim:: no.such", "There is no claim 'no.such'"),
        (".. qstheory-loss:: multiclass", "There is no dossier of 'multiclass'"),
        (".. qstheory-loss:: hamming\n   :parts: colour", "There is no part 'colour'"),
    ],
)
def test_what_is_missing_stops_the_build(
    records: Path, tmp_path: Path, directive: str, message: str
) -> None:
    shutil.copytree(records, tmp_path / "source" / "data")
    status, said = build(tmp_path, {"index.rst": f"Title\n=====\n\n{directive}\n"})
    assert status != 0
    assert message in said


def test_formulas_are_set() -> None:
    line = nodes.paragraph()
    line += typeset("||F||_inf^2 <= 2^(m/2) and a sum")
    assert line.astext() == "‖F‖∞2 ≤ 2m/2 and a sum"
    assert [type(n).__name__ for n in line.children if not isinstance(n, nodes.Text)] == [
        "subscript",
        "superscript",
        "superscript",
    ]
    assert signs("8 x 8 eps, deltas") == "8 × 8 ε, deltas"
