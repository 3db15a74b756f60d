"""The records of best constants, their certificates, and the page made of them."""

import json
import re
from fractions import Fraction
from itertools import cycle
from pathlib import Path

import pytest

from qstheory.certify.bundle import load
from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.replay import replay_file
from qstheory.report.calibration_records import constant_record, constants_shown, write_constants
from qstheory.report.pages import Page
from qstheory.report.pages.exact import constants
from qstheory.report.sphinx_ext.nodes import Records


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The records of the Hamming loss."""
    for row, size in constants_shown():
        if row.family == "hamming":
            write_constants(row, size, tmp_path)
    return tmp_path


def test_a_record_holds_what_its_certificates_prove(written: Path) -> None:
    for path in (written / "constants").glob("*.json"):
        record = json.loads(path.read_text())
        file = written / "certificates" / "constants" / path.name
        assert all(found.as_expected for found in replay_file(file, STANDARD_LIBRARY))
        values = [item.proposition.value for item in load(file)]
        written_ends = [Fraction(i[end]) for i in record["intervals"] for end in ("low", "high")]
        for shown, proved, sign in zip(written_ends, values, cycle((1, -1)), strict=False):
            assert 0 <= sign * (proved - shown**2) < Fraction(1, 10**4)
        for interval in record["intervals"]:
            assert interval["proved"]
            assert Fraction(interval["low"]) == Fraction(1, 2) == Fraction(interval["high"])


def test_the_page_has_a_row_for_each_loss_and_leaves_out_links_to_claims_not_there(
    written: Path,
) -> None:
    (page,) = constants(Records(written))
    assert isinstance(page, Page)
    assert page.content.count("`hamming:m=2`") == 2
    assert re.search(r"\| 0\.5 \| 0\.5 \| 1/2 \|", page.content)
    assert "x.best.formula" in page.content
    assert "](../claims/" not in page.content
    assert not list(constants(Records(written / "elsewhere")))


def test_every_loss_of_the_table_has_a_proved_interval() -> None:
    for row, size in constants_shown():
        if size == 2:
            record, items = constant_record(row, size)
            assert all(interval.proved for interval in record.intervals), row.family
            assert len(items) == 8
