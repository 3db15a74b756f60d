"""The errata: read off judgements, with the exact numbers of the smallest instance."""

import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from qstheory.claims.verify import Report, VerifyOptions, verify
from qstheory.report.errata import errata, errata_latex, errata_markdown
from qstheory.report.instances import decimal
from qstheory.report.typeset import tex


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    store: Path = tmp_path_factory.mktemp("store")
    return verify(VerifyOptions(patterns=("hamming.*",), workers=1, store=store))


def test_a_wrong_constant_is_shown_with_both_sides(report: Report) -> None:
    document = errata_markdown(report)
    assert "at z = 00, y = 00: L(z, y) = 0, but F_z . U_y + c = -1/4" in document
    assert "**Right** (" in document
    assert "c = 1/2" in document


def test_no_internal_object_is_shown(report: Report) -> None:
    for document in (errata_markdown(report), errata_latex(report)):
        assert "(((" not in document
        assert "..." not in document
        assert "refutes" not in document


@pytest.mark.parametrize(
    ("value", "root", "shown"),
    [(Fraction(1, 9), 1, "0.1111"), (Fraction(2), 2, "1.414"), (Fraction(10**40), 2, "1e+20")],
)
def test_decimals(value: Fraction, root: int, shown: str) -> None:
    assert decimal(value, root) == shown


def test_text_for_latex() -> None:
    """Every special sign outside of formulas is made safe, formulas stay."""
    assert tex("two_words & $x_1$ 5 % {of}") == r"two\_words \& $x_1$ 5 \% \{of\}"
    assert tex("where a_b < 5 holds") == "where $a_{b} < 5$ holds"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_latex_compiles(report: Report, tmp_path: Path) -> None:
    (tmp_path / "t.tex").write_text(errata_latex(report), encoding="utf-8")
    words = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex")
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_formulas_are_set_in_latex(report: Report) -> None:
    """No sign of a formula is left in the words between formulas."""
    words = "".join(errata_latex(report).partition(r"\begin{document}")[2].split("$")[::2])
    for sign in ("^", "sqrt(", "<=", "||", "gamma", "F_z", "U_max"):
        assert sign not in words


def test_only_what_fails_is_listed(report: Report) -> None:
    listed = {erratum.claim.id for erratum in errata(report)}
    assert "hamming.decomposition" in listed
    assert "hamming.norms" not in listed
    for erratum in errata(report):
        assert erratum.failing
        assert all(part.refutation for part in erratum.failing)
