"""The pages of the benchmark data and of the simulated learner."""

import json
import shutil
from pathlib import Path

import pytest

from qstheory.learn.experiments.summary import Cell
from qstheory.learn.experiments.table2 import PROTOCOLS
from qstheory.report.pages import Page, Picture
from qstheory.report.pages.experiments import real_data, simulation
from qstheory.report.simulation import FOLDER, PLANE_FOLDER, rows, table, write_study
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


def test_rows_are_of_the_losses_own_boundaries(simulated):
    """One row for each density, with what was not fitted called so."""
    assert [row[:2] for row in rows(simulated)] == [
        ("f-score:m=2,undefined=one", "p=4"),
        ("f-score:m=2,undefined=one", "margin=0.9"),
    ]
    assert rows(simulated)[1][2] == rows(simulated)[1][6] == "not fitted"
    assert "Tsybakov lemma, printed" in rows(simulated)[0][-1]
    shown, why = table(simulated).split("\n\n")
    assert len(shown.splitlines()) == 4
    assert why.startswith("Not fitted: a slope needs two sizes of at least 4 times the smallest")


def test_the_page_has_everything_to_run_it_again(simulated, tmp_path):
    """Command, seeds of violations, plot, constants and the ordering by A."""
    write_study(tmp_path / FOLDER, simulated)
    picture, page = simulation(Records(tmp_path))
    assert isinstance(picture, Picture)
    assert isinstance(page, Page)
    assert picture.content.startswith(b"<?xml")
    assert simulated["command"] in page.content
    assert "seed 2026" in page.content
    assert "identity" in page.content
    assert {c["judgement"] for c in simulated["curves"] if c["path"]} == {"not judged"}


def test_the_page_tells_of_the_disc(simulated, tmp_path):
    """Its slopes and its command, when it was run."""
    write_study(tmp_path / FOLDER, simulated)
    _, page = simulation(Records(tmp_path))
    assert "In two dimensions" not in page.content
    write_study(tmp_path / PLANE_FOLDER, simulated | {"command": "the disc's command"})
    _, page = simulation(Records(tmp_path))
    assert "In two dimensions" in page.content
    assert "the disc's command" in page.content


def test_without_a_study_there_is_no_page(tmp_path):
    """Nothing is shown."""
    assert not list(simulation(Records(tmp_path)))


def test_decompositions_of_one_loss_have_one_error(simulated):
    """A differs, the excess risk does not."""
    for ordered in simulated["ordering"]:
        one, other = ordered["rows"]
        assert one["A"] != other["A"]
        assert one["excess"] == pytest.approx(other["excess"], abs=1e-12)
