"""The command `qstheory family`: formats, certificates, and what it refuses."""

import json
from pathlib import Path

import pytest

from qstheory import check
from qstheory.cli import main

F1 = ["family", "--entry", "1 - 2*i/(a+b)", "--to", "5"]


def test_formats_and_certificates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "family.json"
    assert main([*F1, "--undefined", "drop", "--certificates", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "affine dimension = m^2 - m + 1  derived for every m >= 2" in shown
    assert all(done.as_expected for done in check(file))
    assert main([*F1, "--undefined", "drop", "--format", "latex"]) == 0
    assert r"affine dimension & $m^{2} - m + 1$" in capsys.readouterr().out
    assert main([*F1, "--undefined", "drop", "--format", "md"]) == 0
    assert "| 5 | 32 x 31 | 21 | 21 | 21 | 20 |" in capsys.readouterr().out
    assert main([*F1, "--undefined", "drop", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["points"][4]["rank"] == "21"
    assert record["closed_forms"]["rank"]["proof"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (F1, "0/0"),
        (["family"], "either a formula with --entry or a built-in loss"),
        (["family", "hamming", "--entry", "i"], "not both"),
        (["family", "--entry", "i+"], "character 3"),
        (["family", "--entry", "k*i", "--to", "2"], "give a parameter its value"),
        (["family", "--entry", "k*i", "--parameter", "k"], "NAME=VALUE"),
        (["family", "--entry", "k*i", "--parameter", "k=x"], "k must be a rational number"),
        (["family", "--entry", "i", "--from", "3", "--to", "2"], "no range of sizes"),
        (["family", "--entry", "i", "--children", "2"], "no option 'children'"),
        (["family", "no-such-loss"], "There is no loss"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
