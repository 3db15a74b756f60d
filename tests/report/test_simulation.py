"""The page, table and plot of a study."""

import pytest

from qstheory.report.pages.page import Page, Picture
from qstheory.report.pages.simulation import pages
from qstheory.report.simulation import rows, table, write_study
from qstheory.report.sphinx_ext.records import Records
from qstheory.simulate.engine import engine
from qstheory.simulate.store import ResultStore
from qstheory.simulate.study import Plan, study
from qstheory.simulate.subjects import Subject


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A small study: a law without errors, one with a violated lemma, a foreign boundary."""
    subjects = (
        Subject("f-score:m=2,undefined=one"),
        Subject("hamming:m=2", path="hamming:m=2"),
        Subject("hamming:m=2", "identity", "hamming:m=2"),
    )
    plan = Plan(subjects, ("p=4", "margin=0.9"), (16, 64, 128), 4)
    store = ResultStore(tmp_path_factory.mktemp("study") / "r.sqlite")
    return study(plan, engine("joblib", 1), store, lambda done, total: None)


def test_rows_are_of_the_losses_own_boundaries(record):
    """One row for each density, with what was not fitted called so."""
    assert [row[:2] for row in rows(record)] == [
        ("f-score:m=2,undefined=one", "p=4"),
        ("f-score:m=2,undefined=one", "margin=0.9"),
    ]
    assert rows(record)[1][2] == rows(record)[1][6] == "not fitted"
    assert "Tsybakov lemma, printed" in rows(record)[0][-1]
    assert table(record).count("\n") == 4


def test_the_page_has_everything_to_run_it_again(record, tmp_path):
    """Command, seeds of violations, plot, constants and the ordering by A."""
    write_study(tmp_path / "simulation", record)
    picture, page = pages(Records(tmp_path))
    assert isinstance(picture, Picture)
    assert isinstance(page, Page)
    assert picture.content.startswith(b"<?xml")
    assert record["command"] in page.content
    assert "seed 2026" in page.content
    assert "identity" in page.content
    assert {c["judgement"] for c in record["curves"] if c["path"]} == {"not judged"}


def test_without_a_study_there_is_no_page(tmp_path):
    """Nothing is shown."""
    assert not list(pages(Records(tmp_path)))


def test_decompositions_of_one_loss_have_one_error(record):
    """A differs, the excess risk does not."""
    for ordered in record["ordering"]:
        one, other = ordered["rows"]
        assert one["A"] != other["A"]
        assert one["excess"] == pytest.approx(other["excess"], abs=1e-12)
