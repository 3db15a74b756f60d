"""The extension in a small project of somebody else."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from docutils import nodes

from qstheory.markup import signs
from qstheory.report.sphinx_ext.nodes import typeset

CONF = """
project = "foreign"
extensions = ["sphinx.ext.mathjax", "qstheory.report.sphinx_ext"]
qstheory_records = "data"
html_theme = "basic"
qstheory_downloads = "files"
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


MADE_BY_SPHINX = ("genindex.html", "search.html")
"""Links of the theme itself, which `singlehtml` leaves dead in any project."""


def build(folder: Path, pages: dict[str, str], builder: str = "html") -> tuple[int, str]:
    """Build as its owner would, with warnings as errors; the status and what was said."""
    source = folder / "source"
    for name, text in {"conf.py": CONF, **pages}.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    words = ("-W", "-q", "-b", builder, "-d", str(folder / "doctrees"))
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *words, str(source), str(folder / builder)],
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
    assert "refuted 01.affdim →" in words
    assert "L(00, 00) = 0, not -1/4" in words


def test_a_claim_shows_what_is_known(html: Path) -> None:
    page = (html / "claims" / "hamming.decomposition.html").read_text(encoding="utf-8")
    for words in ("partly refuted", "Smallest counterexample", "What is right", "Used by"):
        assert words in page
    said = re.sub(r"<[^>]*>", "", page)
    assert "the printed c, m = 2: at z = 00, y = 00: L(z, y) = 0, but" in said
    assert "its words are defined in" in page
    assert "F_z" not in page


def test_lists_are_filtered_and_link_where_there_is_a_page(html: Path) -> None:
    page = (html / "rest.html").read_text(encoding="utf-8")
    listed = page[: page.index("Of the paper")]
    assert "hamming.norms" in listed
    assert "✗" not in listed
    assert 'href="claims/hamming.decomposition.html"' in page
    assert '<svg class="qst-graph"' in page
    assert (html / "_static" / "qstheory.js").is_file()


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_every_link_leads_somewhere(
    html: Path, builder: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Pages, places within them, and published files, which are copied beside the pages."""
    site = html
    if builder != "html":
        folder = tmp_path_factory.mktemp(builder)
        shutil.copytree(html.parent / "source", folder / "source")
        assert build(folder, PAGES, builder) == (0, "")
        site = folder / builder
    pages = sorted(site.rglob("*.html"))
    downloads = graphs = 0
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert "qst-page:" not in text
        assert "qst-root:" not in text
        graphs += text.count('<svg class="qst-graph"')
        for link in re.findall(r'href="([^"#]+)', text):
            if "://" in link or link in MADE_BY_SPHINX:
                continue
            target = (page.parent / link.partition("?")[0]).resolve()
            if site.resolve() / "files" in target.parents:
                downloads += 1
                continue
            assert target.exists(), (page.relative_to(site), link)
    assert downloads
    assert graphs


@pytest.mark.parametrize(
    ("directive", "message"),
    [
        (".. qstheory-claim:: no.such", "There is no claim 'no.such'"),
        (".. qstheory-loss:: multiclass", "There is no dossier of 'multiclass'"),
        (".. qstheory-loss:: hamming\n   :parts: colour", "There is no part 'colour'"),
        (".. qstheory-claims::\n   :match: f-score.*", "matches the pattern 'f-score.*'"),
        (".. qstheory-claims::\n   :verdict: wrong", "'wrong' is no verdict"),
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
