"""The committed errata and Table 1 say what the ledger says now."""

from pathlib import Path

from markdown_it import MarkdownIt

from qstheory.claims.verify import Report
from qstheory.report.errata import errata_latex, errata_markdown
from qstheory.report.table1 import as_markdown, sized_rows

REPORTS = Path(__file__).parents[2] / "reports"
STALE = "reports/ is stale: run `make report` and commit errata.md and table1.md"


def test_the_errata_are_fresh(paper: Report) -> None:
    assert (REPORTS / "errata.md").read_text(encoding="utf-8") == errata_markdown(paper), STALE


def test_the_errata_are_a_letter(paper: Report) -> None:
    """Short, without internal objects or numbers cut off, and a LaTeX document as well."""
    document = (REPORTS / "errata.md").read_text(encoding="utf-8")
    assert len(document.encode()) < 35_000
    for sign in ("(((", "...", "HullPoint", "Fraction("):
        assert sign not in document
    entries = document.count("### ") + document.count("\n- **")
    assert errata_latex(paper).count("\\textbf{") == entries


def test_a_markdown_viewer_takes_no_index_of_the_errata_for_emphasis() -> None:
    document = (REPORTS / "errata.md").read_text(encoding="utf-8")
    shown = MarkdownIt("commonmark").render(document)
    assert "<strong>" in shown
    assert "<em>" not in shown


def test_table_1_is_fresh(paper: Report) -> None:
    rows = sized_rows(paper, lambda loss: None)
    assert (REPORTS / "table1.md").read_text(encoding="utf-8") == as_markdown(rows), STALE
