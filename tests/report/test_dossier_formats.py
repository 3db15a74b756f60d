"""Dossiers in every format, for the examples of every family."""

import json
from math import factorial

import pytest
import sympy

from qstheory import analyze
from qstheory.losses.catalogue import families
from qstheory.report.dossier_formats import RENDERERS, TITLES, escape, latex, text
from qstheory.theory.dossier import analyze_loss
from qstheory.theory.effort import Budget

SMALLEST = [(family.name, family.examples[0]) for family in families().values()]
QUICK = Budget(calibration=16, constants=16, margins=64)
"""What is not attempted is rendered too."""


@pytest.mark.parametrize(("name", "parameters"), SMALLEST)
def test_every_family_renders_in_every_format(name: str, parameters: dict[str, object]) -> None:
    dossier = analyze_loss(families()[name].make(**parameters), QUICK)
    shown = {format_name: render(dossier) for format_name, render in RENDERERS.items()}
    data = json.loads(shown["json"])
    assert {f["part"] for f in data["findings"]} == set(TITLES)
    assert all(title in shown["text"] and title in shown["md"] for title in TITLES.values())
    for finding in dossier.findings:
        assert finding.statement.replace("|", "\\|") in shown["md"]
    assert shown["latex"].count(r"\begin{tabular}") == len(TITLES)
    assert shown["latex"].count("{") == shown["latex"].count("}")


def test_json_has_every_value_in_full_and_text_says_what_it_rounds() -> None:
    """For a regular L the shift is 1 / (1^T L^-1 1), here a fraction of 60 digits."""
    rows = [
        ["0", "1.0000000001", "3.33333333331"],
        ["1/7", "0", "12345678901/98765432111"],
        ["1000003/999983", "1/3", "0"],
    ]
    dossier = analyze(rows)
    c = 1 / sum(sympy.Matrix([[sympy.Rational(x) for x in row] for row in rows]).inv())
    assert len(str(c)) > 60
    findings = {f["key"]: f for f in json.loads(RENDERERS["json"](dossier))["findings"]}
    assert findings["shift"]["value"] == str(c)
    assert findings["affine-dimension"]["details"]["c"] == str(c)
    values = [(f["value"], f["details"]) for f in findings.values()]
    assert not any(mark in json.dumps(values) for mark in ("~", "..."))
    shown = " ".join(RENDERERS["text"](dossier).split())
    assert f"c = -~{abs(sympy.Float(c, 12))}" in shown


@pytest.mark.parametrize(
    ("name", "predictions"),
    [("hamming:m=200", 2**200), ("pairwise-disagreement:m=20,undefined=drop", factorial(20))],
)
def test_json_has_sizes_in_full(name: str, predictions: int) -> None:
    data = analyze(name, parts=["decoder"]).to_json()
    assert data["predictions"] == str(predictions)


def test_values_in_words_and_latex() -> None:
    assert text((1, 2)) == "1, 2"
    assert text(()) == "none"
    assert latex(True) == r"\text{yes}"
    assert escape("a<b|c") == r"a\textless{}b\textbar{}c"
