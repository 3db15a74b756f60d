"""The page of Table 2 says which protocols reach a printed number, from the committed record."""

import json
import shutil
from pathlib import Path

from qstheory.learn.experiments.summary import Cell
from qstheory.learn.experiments.table2 import PROTOCOLS
from qstheory.report.pages import Page
from qstheory.report.pages.experiments import real_data
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.work.files import to_data

COMMITTED = Path(__file__).parents[2] / "reports" / "table2"


def test_the_page_counts_the_protocols_that_reach_what_is_printed(tmp_path: Path) -> None:
    shutil.copytree(COMMITTED, tmp_path / "table2")
    cells = json.loads((COMMITTED / "protocols.json").read_text(encoding="utf-8"))["cells"]
    assert [cell["method"] for cell in cells] == [protocol.name for protocol in PROTOCOLS]
    # To the printed digits: a mean that rounds to 0.29 or less reaches 0.29.
    reached = sum(cell["mean"] <= 0.295 for cell in cells)
    within = sum(cell["interval"][0] <= 0.295 and cell["interval"][1] >= 0.285 for cell in cells)
    *pictures, page = real_data(Records(tmp_path))
    assert {Path(picture.path).name for picture in pictures} == {"table2.svg", "table2-ranks.svg"}
    assert isinstance(page, Page)
    text = page.content
    assert f"medical: the mean reaches the printed number under {reached} of 8 protocols" in text
    assert f"under {within} the printed number lies within the interval" in text
    for cell in cells:
        assert cell["method"] in text
        assert "{:.3f} to {:.3f}".format(*cell["interval"]) in text


def test_the_page_is_there_without_them(tmp_path: Path) -> None:
    (tmp_path / "table2").mkdir()
    shutil.copy(COMMITTED / "table2.json", tmp_path / "table2")
    (page,) = real_data(Records(tmp_path))
    assert isinstance(page, Page)
    assert "F-score, two empty sets count as 1: higher is better" in page.content
    assert "Hamming loss: lower is better" in page.content
    assert "Other protocols" not in page.content


def test_a_cell_in_words() -> None:
    """Without a spread there is no interval, without a printed number nothing beside it."""
    cell = Cell("d", "zero-one", "3 folds", 0.25, None, 1, None)
    assert cell.in_words == "d, zero-one, 3 folds: 0.250"
    assert to_data(cell)["interval"] is None
