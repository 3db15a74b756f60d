"""The page, table and plot of a study."""

import pytest

from qstheory.report.pages import Page, Picture
from qstheory.report.pages.experiments import simulation
from qstheory.report.simulation import FOLDER, PLANE_FOLDER, rows, table, write_study
from qstheory.report.sphinx_ext.nodes import Records


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
