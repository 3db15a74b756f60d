"""The written pages: what Sphinx would only find when the whole site is built."""

from importlib.resources import files

import pytest

from qstheory.report.pages.documentation import WRITTEN

DOCS = {
    path.name: path.read_text(encoding="utf-8")
    for path in files("qstheory.report").joinpath("docs").iterdir()
    if path.name.endswith(".md")
}
EXECUTED = sorted(name for name, text in DOCS.items() if "{code-cell}" in text)


@pytest.mark.parametrize("name", EXECUTED)
def test_a_page_with_cells_says_that_it_is_a_notebook(name: str) -> None:
    header = DOCS[name].partition("\n# ")[0]
    assert header.startswith("---\nfile_format: mystnb\nkernelspec:\n")


def test_every_page_is_in_the_menu() -> None:
    assert {f"{name}.md" for names in WRITTEN.values() for name in names} == DOCS.keys()
