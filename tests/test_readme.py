"""The README says what the reports and the commands say."""

from pathlib import Path

from qstheory import analyze
from qstheory.theory.card import card

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
TABLE = (Path(__file__).parents[1] / "reports" / "table1.md").read_text(encoding="utf-8")


def test_the_card_is_the_one_that_is_printed() -> None:
    shown = README.split("$ qstheory analyze multiclass:classes=3\n")[1].split("```")[0]
    lines = card(analyze("multiclass", classes=3))
    assert shown.splitlines() == lines[: len(shown.splitlines())]


def test_the_table_is_that_of_the_report() -> None:
    """Each number of the excerpt stands in the row of the report, as a formula."""
    rows = {line.split(" | ")[0].strip("| "): line for line in TABLE.splitlines() if "|" in line}
    formulas = {
        "0-1": ("2^m", "2^m-1"),
        "F-score": ("m^2+1", "m^2-m+1"),
        "PD": (r"\tfrac{m(m-1)}2", "m-1"),
        "MAP": (r"\tfrac{m(m+1)}2", r"\tfrac{m(m+1)}2-1"),
    }
    for loss, (printed, right) in formulas.items():
        assert f"${printed}$" in rows[loss]
        assert f"${right}$" in rows[loss]
        assert f"| {loss} |" in README


def test_it_is_short() -> None:
    assert len(README.splitlines()) < 120
