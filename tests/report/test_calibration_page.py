"""The records of calibration functions and constants, and the page made of them."""

import json
from pathlib import Path

from qstheory.losses.catalogue import parse
from qstheory.report.calibration_records import max_margin, write_calibration
from qstheory.report.pages.calibration import pages
from qstheory.report.pages.page import Page, Picture
from qstheory.report.sphinx_ext.records import Records


def test_the_record_of_three_classes_and_its_page(tmp_path: Path) -> None:
    assert not list(pages(Records(tmp_path)))
    write_calibration("multiclass:classes=3", tmp_path)
    (path,) = (tmp_path / "calibration").glob("*.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    quadratic, full = record["functions"]
    assert {(p["constant"], p["linear"], p["square"]) for p in quadratic["pieces"]} == {
        ("0", "0", "1/2")
    }
    assert {(p["constant"], p["linear"], p["square"]) for p in full["pieces"]} == {
        ("0", "0", "1/12")
    }
    assert record["margin"]["band"] == "19/100"
    assert record["constants"][0]["interval"].startswith("[0.7071")
    assert "fails at Pi = (" in record["max_margin"]
    assert record["skipped"] == []
    made = list(pages(Records(tmp_path)))
    (page,) = (item for item in made if isinstance(item, Page))
    pictures = [item for item in made if isinstance(item, Picture)]
    assert len(pictures) == 3
    for item in pictures:
        assert item.path.removeprefix("results/") in page.content
        assert b"<svg" in item.content
    assert r"$\tfrac{1}{12}\,\varepsilon^2$" in page.content


def test_two_observations_have_no_triangle(tmp_path: Path) -> None:
    write_calibration("multiclass:classes=2", tmp_path)
    (path,) = (tmp_path / "calibration").glob("*.json")
    assert json.loads(path.read_text(encoding="utf-8"))["margin"] is None
    assert "margin of" not in "".join(
        item.content for item in pages(Records(tmp_path)) if isinstance(item, Page)
    )


def test_a_max_margin_surrogate_needs_equal_spaces() -> None:
    assert max_margin(parse("prec-at-k:m=2,k=1")) is None
