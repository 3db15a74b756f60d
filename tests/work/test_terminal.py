"""Text for a terminal is the same wherever it is made."""

import sys
from types import SimpleNamespace

import pytest

from qstheory import analyze, losses
from qstheory.markup import Table
from qstheory.report.dossier_formats import as_text
from qstheory.work import terminal
from qstheory.work.terminal import fitted, grid, progress_bar, sheet


@pytest.fixture
def notebook(monkeypatch):
    """What rich takes for a notebook: a shell of IPython with a kernel."""

    class ZMQInteractiveShell:
        pass

    import rich.console

    monkeypatch.setattr(rich.console, "get_ipython", ZMQInteractiveShell, raising=False)
    monkeypatch.setitem(
        sys.modules, "IPython.display", SimpleNamespace(display=lambda *shown: None)
    )
    assert rich.console._is_jupyter()


@pytest.mark.usefixtures("notebook")
def test_a_notebook_gets_the_text_and_not_a_display():
    text = as_text(analyze(losses.make("hamming", m=1)))
    assert "Dimensions" in text
    assert "min over c of rank(L - c) = 1" in text


@pytest.mark.parametrize("width", [40, 80, 160])
def test_tables_fit_the_width(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    table = Table(("one", "two"), [("word " * 40, "word " * 40 + "\n" + "note " * 40)])
    lines = f"{grid(table)}{sheet(table, 'title', ratios=(2, 1))}".splitlines()
    assert max(map(len, lines)) <= width
    assert not any(line != line.rstrip() for line in lines)


@pytest.mark.parametrize("width", [80, 120])
def test_no_word_is_broken_where_all_have_room(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    words = ["gamma_p^(1/(p+1))", "applicable", "1", "(exponential),", "probability.", "a b c"]
    made = sheet(Table(("x", "form", "p", "q", "why", "z"), [tuple(words)] * 2), ratios=(1,) * 6)
    assert max(map(len, made.splitlines())) <= width
    assert all(made.count(word) == 2 for word in words if len(word) > 5)


def test_what_is_left_goes_where_it_is_needed(monkeypatch):
    """A short column takes no more than it has; words fold where there is no room."""
    monkeypatch.setenv("COLUMNS", "40")
    made = sheet(Table(("m", "said"), [("1", "one two three four five six seven")]), ratios=(3, 1))
    assert "one two three four five six" in made
    assert max(map(len, sheet(Table(("x" * 50, "y" * 50), []), ratios=(0, 1)).splitlines())) <= 40


@pytest.mark.parametrize("width", range(26, 81))
def test_no_line_ends_within_an_equality_or_an_interval(width):
    text = "A = sqrt(8) = 2.83 (balanced); A* = 0.8; gamma_2 = 0.7 to 0.9; at P(101) = 1/2, x >= 3"
    lines = fitted(text, width=width).splitlines()
    assert " ".join(line.strip() for line in lines) == text
    assert max(map(len, lines)) <= width
    assert not any(line.endswith(("=", " to")) for line in lines)
    assert not any(line.strip().startswith("to ") for line in lines)


def test_an_equality_longer_than_a_line_is_broken_at_its_blanks():
    assert fitted("x = " + "1" * 12, width=12) == "x =\n  1111111111\n  11\n"


@pytest.mark.parametrize("shown", [False, "auto"])
def test_nothing_is_written_without_a_terminal(capsys, shown):
    with progress_bar(2, "lambda path", shown) as advance:
        advance("lambda path")
    assert capsys.readouterr() == ("", "")


def test_a_long_work_shows_its_bar(capsys, monkeypatch):
    monkeypatch.setattr(terminal, "PATIENCE", -1.0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress_bar(2, "lambda path", True) as advance:
        advance("lambda path")
        advance("lambda path")
    out, err = capsys.readouterr()
    assert out == ""
    assert "lambda path" in err
