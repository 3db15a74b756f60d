"""The card: a dozen lines, every number that of the findings."""

import re
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from qstheory import analyze, losses
from qstheory.theory.card import card, card_text, certain, enclosed_root, root
from qstheory.theory.dossier import Dossier
from qstheory.theory.effort import DEFAULT
from qstheory.theory.findings import not_attempted
from qstheory.theory.timed import DIED, STOPPED

NAMED = {
    "multiclass:classes=3": ("2 numbers to estimate", "dimension 2", "A* = sqrt(1/2)", "e^2"),
    "hamming:m=2": ("2 numbers to estimate", "coordinatewise sign", "A = 1/2", "A* = 1/2"),
    "f-score:m=2,undefined=one": ("3 numbers to estimate", "equal-risk point: none"),
}
"""By hand: A*^2 = (n-1)/(n+1) for three classes, A = 1/2 for Hamming."""


@pytest.mark.parametrize("name", NAMED)
def test_known_losses(name: str) -> None:
    lines = card(analyze(losses.parse(name)))
    assert len(lines) <= 12
    text = "\n".join(lines)
    for words in NAMED[name]:
        assert words in text


@pytest.mark.parametrize("width", [80, 120])
def test_it_fits_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    text = card_text(analyze([[0, 1], [1, 0]]))
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize(
    "square", [Fraction(2), Fraction(1, 3), Fraction(9, 16), Fraction(10**9 + 7)]
)
def test_roots_are_enclosed(square: Fraction) -> None:
    low, high = enclosed_root(square)
    assert low * low <= square <= high * high
    assert high - low < Fraction(1, 10**20)


def test_no_digit_is_shown_that_the_interval_does_not_settle() -> None:
    shown = certain(Fraction(7071, 10**4), Fraction(7072, 10**4))
    assert shown == "0.707"


def test_a_part_whose_process_ended_is_named_with_the_reason() -> None:
    loss = losses.parse("hamming:m=2")
    left = not_attempted("calibration", "calibration", "calibration", DIED)
    lines = card(Dossier(loss, True, DEFAULT, (left,)))
    assert lines[-1] == f"not finished: calibration ({DIED})"


def test_what_an_interruption_left_is_named_and_no_empty_decoder() -> None:
    loss = losses.parse("hamming:m=2")
    kept = analyze(loss, parts=["dimensions"]).findings
    left = (
        not_attempted("decoder", "decoder", "decoder", STOPPED),
        not_attempted("margins", "margins", "margins", STOPPED),
    )
    lines = card(Dossier(loss, True, DEFAULT, (*kept, *left), interrupted=True))
    assert lines[-1] == "interrupted before: decoder, margins; the same command goes on with them"
    assert not any("decoder: decoder" in line for line in lines)


def test_where_a_decomposition_has_no_certificate_unconstrained_scores_are_told() -> None:
    loss = losses.parse("multiclass:classes=3")
    kept = analyze(loss, parts=["calibration"]).findings
    stated = tuple(
        replace(f, evidence=(), interval=True) if f.key == "calibration-function" else f
        for f in kept
    )
    for findings, words in ((kept, "calibration: H(e) = "), (stated, "calibration of unconstr")):
        (line,) = [x for x in card(Dossier(loss, True, DEFAULT, findings)) if "calibration" in x]
        assert line.startswith(words)


def test_a_notebook_shows_the_card_with_formulas_set() -> None:
    """H(e) = 2 e^2 of Hamming on two labels, the name as it was given."""
    shown = analyze("hamming", m=2)._repr_html_()
    assert shown.startswith("<p>hamming:m=2: ")
    assert "calibration: H(e) = 2 e<sup>2</sup> on [0, 1]" in shown
    assert not re.search(r"gamma_2|\^2|<=|>=", shown)
    ElementTree.fromstring(f"<div>{shown.replace('<br>', '<br/>')}</div>")  # Every tag is closed.


@pytest.mark.parametrize("power", [-300, -9, 20, 300])
def test_digits_do_not_depend_on_the_unit_of_the_loss(power: int) -> None:
    """2 and 5 are no powers of ten, so that nothing is exact."""
    unit = Fraction(10) ** power
    low, high = (enclosed_root(square * unit**2) for square in (Fraction(2), Fraction(5)))
    assert certain(*low) == f"1.414213562373E{power:+}"
    assert certain(low[0], high[1]) == f"1.414E{power:+} to 2.237E{power:+}"
    assert root(2 * unit**2).endswith(f"1.414214E{power:+}")
    nearly = Fraction(9999996, 10**6) * unit
    assert certain(nearly, nearly * (1 + Fraction(1, 10**7))) == f"1.000000E{power + 1:+}"
