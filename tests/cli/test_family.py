"""The command `qstheory family`: formats, certificates, and what it refuses."""

import json
from pathlib import Path

import pytest

from qstheory import check
from qstheory.cli import main
from qstheory.report.family_formats import RENDERERS
from qstheory.theory.families.family import analyze_family, from_formula

SIZED = ["family", "--entry", "k*i", "--to", "2"]
F1 = ["family", "--entry", "1 - 2*i/(a+b)", "--to", "5"]


@pytest.mark.usefixtures("few_searches")
def test_formats_and_certificates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "family.json"
    words = [*F1, "--undefined", "drop", "--certificates", str(file), "--format", "json"]
    assert main(words) == 0
    record = json.loads(capsys.readouterr().out)
    assert all(done.as_expected for done in check(file))
    assert record["points"][4]["rank"] == "21"
    assert record["closed_forms"]["rank"]["proof"]


def test_every_format_of_one_analysis() -> None:
    found = analyze_family(from_formula("sets", "1 - i/k", {"k": 2}, predicted="k"), range(1, 6))
    shown = {name: render(found) for name, render in RENDERERS.items()}
    assert "affine dimension = m" in shown["text"]
    assert "m = 1: " in shown["text"]
    assert r"affine dimension & $m$" in shown["latex"]
    assert "| 5 | 10 x 32 | 5 | 5 |" in shown["md"]
    assert json.loads(shown["json"])["points"][3]["affine dimension"] == "5"


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
        ([*SIZED, "--parameter", "k=1", "--parameter", "k=2"], "given twice"),
        ([*SIZED, "--parameter", "k=1", "--parameter", "h=2"], "no parameter 'h'"),
        ([*SIZED, "--parameter", "m=1"], "m is the number of labels"),
        (["family", "--entry", "i", "--parameter", "i=3"], "i is |z & y|"),
        (["family", "--entry", "1e5*i"], "a number as 12 or 0.5"),
        ([*SIZED, "--parameter", "k=1e400"], "with at most 60 digits"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_constants_far_from_one_stay_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["family", "--entry", "2^(1000*i)", "--to", "2"]) == 0
    shown = capsys.readouterr().out
    assert "~1.0715E+301" in shown
    assert max(map(len, shown.splitlines())) < 130


def test_h_of_every_size_is_a_row_of_latex(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["family", "pd:undefined=drop", "--from", "2", "--to", "3", "--format", "latex"]) == 0
    )
    assert r"\frac{3\varepsilon^2}{m^2-1}" in capsys.readouterr().out
