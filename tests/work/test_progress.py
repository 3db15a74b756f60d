"""The bar is shown when asked for, on standard error only, and hidden otherwise."""

import pytest

from qstheory.work import terminal
from qstheory.work.terminal import progress_bar


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
