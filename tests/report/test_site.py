"""The site: pages for all records, only what changed is built again, warnings are errors."""

import json
import re
import shutil
from collections.abc import Iterator
from html import unescape
from importlib.resources import files
from pathlib import Path

import pytest
from myst_nb.core.execute.base import ExecutionError

from qstheory.report import site
from qstheory.report.pages import Page, Picture, all_pages
from qstheory.report.site import SiteError, build_site, write_sources
from qstheory.report.sphinx_ext.nodes import Records


def test_every_record_has_its_page(records: Path) -> None:
    made = list(all_pages(Records(records)))
    paths = [page.path for page in made]
    assert len(set(paths)) == len(paths)
    for path in ("index", "table1", "errata", "graph", "claims/index", "losses/index"):
        assert path in paths
    for path in (
        "calibration",
        "simplex",
        "consistency",
        "embeddings",
        "designs",
        "curves",
        "table2",
        "index",
    ):
        assert f"results/{path}" in paths
    for claim in Records(records).claims():
        assert f"claims/{claim['id']}" in paths
    pictures = {page.path for page in made if isinstance(page, Picture)}
    assert {"losses/hamming-matrix.svg", "losses/hamming-dimensions.svg"} <= pictures
    home = next(page for page in made if isinstance(page, Page) and page.path == "index")
    assert "results/index" in home.content
    assert "$ qstheory analyze multiclass:classes=3\nmulticlass:classes=3: 3 pred" in home.content
    assert "2 numbers to estimate" in home.content


def test_without_results_there_is_no_menu_of_them(records: Path, tmp_path: Path) -> None:
    kept = ("dossiers", "claims", "claims.json", "table1.json")
    for name in kept:
        copy = shutil.copytree if (records / name).is_dir() else shutil.copy
        copy(records / name, tmp_path / name)
    paths = [page.path for page in all_pages(Records(tmp_path))]
    assert not any(path.startswith("results/") for path in paths)


def test_unchanged_sources_are_left_alone(records: Path, tmp_path: Path) -> None:
    write_sources(records, tmp_path)
    stray = tmp_path / "old.md"
    stray.write_text("# No page any more")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md") if path != stray}
    write_sources(records, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")} == before


@pytest.fixture
def without_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the pages of results: they are what changes, and they are quick to build; and the terms
    that they link to."""

    def fewer(records: Records) -> Iterator[Page | Picture]:
        for page in all_pages(records):
            if page.path == "index":
                assert isinstance(page, Page)
                yield Page("index", page.content.replace("docs/index\n", ""))
            elif page.path == "docs/glossary":
                assert isinstance(page, Page)
                terms = re.findall(r"^(\S.*)\n  \S", page.content, re.MULTILINE)
                listed = "\n".join(f"{term}\n  Said elsewhere.\n" for term in terms)
                head = "---\norphan: true\n---\n# Terms\n\n"
                yield Page(page.path, f"{head}```{{glossary}}\n{listed}```\n")
            elif not page.path.startswith("docs/"):
                yield page

    monkeypatch.setattr(site, "all_pages", fewer)


def _written(site: Path) -> dict[Path, int]:
    """When each page was written; Sphinx always writes the index and the search page."""
    pages = (p for p in site.rglob("*.html") if p.name not in ("genindex.html", "search.html"))
    copied = site / "files"
    return {path: path.stat().st_mtime_ns for path in pages if copied not in path.parents}


@pytest.mark.usefixtures("without_documentation")
def test_only_what_changed_is_built_again(records: Path, tmp_path: Path) -> None:
    folder, site, work = tmp_path / "records", tmp_path / "site", tmp_path / "work"
    shutil.copytree(records, folder)
    build_site(folder, site, work)
    before = _written(site)
    build_site(folder, site, work)
    assert _written(site) == before
    past = site / "claims" / "claim.of.the.past.html"
    past.write_text("")
    path = folder / "claims" / "hamming.decomposition.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(record | {"remark": "Something else was found."}), encoding="utf-8")
    build_site(folder, site, work)
    changed = {path.name for path, time in _written(site).items() if time != before.get(path)}
    assert "hamming.decomposition.html" in changed
    assert not past.exists()
    for name in ("hamming.norms.html", "hamming.html", "table1.html", "calibration.html"):
        assert name not in changed
    assert (
        "Something else was found."
        in (site / "claims" / path.with_suffix(".html").name).read_text()
    )


@pytest.mark.usefixtures("without_documentation")
def test_a_warning_stops_the_build(records: Path, tmp_path: Path) -> None:
    shutil.copytree(records, tmp_path / "records")
    path = tmp_path / "records" / "claims" / "hamming.decomposition.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(record | {"repaired_by": "no.such"}), encoding="utf-8")
    with pytest.raises(SiteError, match=r"no\.such"):
        build_site(tmp_path / "records", tmp_path / "site", tmp_path / "work")


CELL = re.compile(r"```\{code-cell\} python\n(.*?)```", re.DOTALL)
TAG = re.compile(r"<[^>]+>")


def text_of(page: Path) -> str:
    """What a page says."""
    return unescape(TAG.sub("", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", ["multilabel", "ranking", "which-loss", "real-sizes"])
def test_every_cell_of_a_written_page_has_run(site: Path, name: str) -> None:
    """The build stops at a cell that fails: `test_a_cell_that_fails_stops_the_build`."""
    source = files("qstheory.report").joinpath("docs", f"{name}.md").read_text(encoding="utf-8")
    shown = (site / "docs" / f"{name}.html").read_text(encoding="utf-8")
    cells = CELL.findall(source)
    assert cells
    assert shown.count('class="cell_input') == len(cells)
    assert shown.count('class="cell_output') >= len(cells) - 1


def test_the_page_of_real_sizes_shows_their_dimensions(site: Path) -> None:
    shown = text_of(site / "docs" / "real-sizes.html")
    for words in (
        "edges.csv: 1000 predictions",
        "999 numbers to estimate",
        "20 numbers to estimate",
        "381 numbers to estimate",
        "301 predictions, 300 observations",
        "2000 predictions, 50 observations",
    ):
        assert words in shown
    assert shown.count("convex calibration dimension 1\n") == 3
    assert re.search(r"proved, interval: \d+ <= convex calibration dimension <= \d+\n", shown)


def test_a_cell_that_fails_stops_the_build(
    records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "---\nfile_format: mystnb\nkernelspec:\n  name: python3\n---\n"
    page = Page("index", f"{head}# A page\n\n```{{code-cell}} python\n1 / 0\n```\n")
    monkeypatch.setattr(site, "all_pages", lambda records: iter([page]))
    with pytest.raises(ExecutionError, match="index"):
        build_site(records, tmp_path / "site", tmp_path / "work")
