"""The records of best constants and of calibration functions, and the pages made of them."""

import json
import re
from fractions import Fraction
from itertools import cycle
from pathlib import Path

import pytest

from qstheory.certify.bundle import load
from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.kinds.calibration_envelope import ConvexEnvelope
from qstheory.certify.replay import replay_file
from qstheory.report.calibration_records import (
    constant_record,
    constants_shown,
    write_calibration,
    write_constants,
)
from qstheory.report.pages import Page, Picture
from qstheory.report.pages.exact import calibration, constants
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


def test_the_record_of_three_classes_and_its_page(tmp_path: Path) -> None:
    assert not list(calibration(Records(tmp_path)))
    write_calibration("multiclass:classes=3", tmp_path)
    (path,) = (tmp_path / "calibration").glob("*.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    quadratic, span, full = record["functions"]
    assert {(p["constant"], p["linear"], p["square"]) for p in quadratic["pieces"]} == {
        ("0", "0", "1/2")
    }
    assert {(p["constant"], p["linear"], p["square"]) for p in full["pieces"]} == {
        ("0", "0", "1/12")
    }
    assert record["margin"]["band"] == "19/100"
    assert quadratic["attained"] == span["attained"] == full["attained"] == [["0", "1"]]
    assert quadratic["envelope"] is None
    assert record["skipped"] == []
    made = list(calibration(Records(tmp_path)))
    (page,) = (item for item in made if isinstance(item, Page))
    pictures = [item for item in made if isinstance(item, Picture)]
    assert len(pictures) == 4
    for item in pictures:
        assert item.path.removeprefix("results/") in page.content
        assert b"<svg" in item.content
    assert r"$\tfrac{1}{12}\,\varepsilon^2$" in page.content


def test_two_observations_have_no_triangle(tmp_path: Path) -> None:
    write_calibration("multiclass:classes=2", tmp_path)
    (path,) = (tmp_path / "calibration").glob("*.json")
    assert json.loads(path.read_text(encoding="utf-8"))["margin"] is None
    assert "margin of" not in "".join(
        item.content for item in calibration(Records(tmp_path)) if isinstance(item, Page)
    )


def test_a_convex_envelope_has_roots_a_table_and_a_certificate(tmp_path: Path) -> None:
    write_calibration("cost-sensitive:costs=0 2 3;1 0 1;3 2 0", tmp_path)
    (path,) = (tmp_path / "calibration").glob("*.json")
    quadratic = json.loads(path.read_text(encoding="utf-8"))["functions"][0]
    first, chord, last = quadratic["envelope"]
    half = {"rational": "0", "root": "1/2", "radicand": "2"}
    assert first["high"] == chord["low"] == half
    assert chord["high"] == last["low"] == half | {"root": "1"}
    assert quadratic["attained"] == [["3", "3"]]
    replayed = replay_file(tmp_path / "certificates" / "calibration" / path.name, STANDARD_LIBRARY)
    assert all(item.as_expected for item in replayed)
    assert any(isinstance(item.item.proposition, ConvexEnvelope) for item in replayed)
    (page,) = (item for item in calibration(Records(tmp_path)) if isinstance(item, Page))
    assert (
        r"| $\tfrac{1}{2}\sqrt{2}$ | $\sqrt{2}$ | $\tfrac{1}{9}\sqrt{2}\,\varepsilon -"
        in page.content
    )
    assert "at 3 |" in page.content
