"""The errata: read off judgements, with the exact numbers of the smallest instance."""

from fractions import Fraction
from pathlib import Path

import pytest

from qstheory.claims.verify import Report, VerifyOptions, verify
from qstheory.report.errata import errata, errata_latex, errata_markdown, tex
from qstheory.report.instances import decimal


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
    assert tex("a_b & $x_1$ < 5 % {c}") == r"a\_b \& $x_1$ $<$ 5 \% \{c\}"


def test_only_what_fails_is_listed(report: Report) -> None:
    listed = {erratum.claim.id for erratum in errata(report)}
    assert "hamming.decomposition" in listed
    assert "hamming.norms" not in listed
    for erratum in errata(report):
        assert erratum.failing
        assert all(part.refutation for part in erratum.failing)
