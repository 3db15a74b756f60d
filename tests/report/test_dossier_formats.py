"""Dossiers in every format, for the examples of every family."""

import json

import pytest

from qstheory.losses.catalogue import families
from qstheory.report.dossier_formats import RENDERERS, TITLES
from qstheory.report.values import escape, latex, text
from qstheory.theory.dossier import analyze_loss

SMALLEST = [(family.name, family.examples[0]) for family in families().values()]


@pytest.mark.parametrize(("name", "parameters"), SMALLEST)
def test_every_family_renders_in_every_format(name: str, parameters: dict[str, object]) -> None:
    dossier = analyze_loss(families()[name].make(**parameters))
    shown = {format_name: render(dossier) for format_name, render in RENDERERS.items()}
    data = json.loads(shown["json"])
    assert {f["part"] for f in data["findings"]} == set(TITLES)
    assert all(title in shown["text"] and title in shown["md"] for title in TITLES.values())
    for finding in dossier.findings:
        assert finding.statement.replace("|", "\\|") in shown["md"]
    assert shown["latex"].count(r"\begin{tabular}") == 2
    assert shown["latex"].count("{") == shown["latex"].count("}")


def test_values_in_words_and_latex() -> None:
    assert text((1, 2)) == "1, 2"
    assert text(()) == "none"
    assert latex(True) == r"\text{yes}"
    assert escape("a<b|c") == r"a\textless{}b\textbar{}c"
