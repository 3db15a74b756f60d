"""The errata: read off judgements, with the exact numbers of the smallest instance."""

from pathlib import Path

import pytest

from qstheory.claims.verify import Report, VerifyOptions, verify
from qstheory.report.errata import errata, errata_markdown


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    store: Path = tmp_path_factory.mktemp("store")
    return verify(VerifyOptions(patterns=("hamming.*",), workers=1, store=store))


def test_a_wrong_constant_is_shown_with_both_sides(report: Report) -> None:
    document = errata_markdown(report)
    assert "at z = 00, y = 00: L(z, y) = 0, but F_z . U_y + c = -1/4" in document
    assert "hamming.decomposition.repaired" in document


def test_only_what_fails_is_listed(report: Report) -> None:
    listed = {erratum.claim.id for erratum in errata(report)}
    assert "hamming.decomposition" in listed
    assert "hamming.norms" not in listed
    for erratum in errata(report):
        assert erratum.failing
        assert all(part.refutation for part in erratum.failing)
