"""The record of calibration and constants, and the page made of it."""

import json
from pathlib import Path

from qstheory.report.calibration_record import loss_record
from qstheory.report.pages.calibration import RECORD, pages
from qstheory.report.pages.page import Page, Picture
from qstheory.report.sphinx_ext.records import Records


def test_the_record_of_three_classes_and_its_page(tmp_path: Path) -> None:
    record = loss_record("multiclass:classes=3")
    assert record["calibration"]["H"] == "1/2 e^2 on [0, 1]"
    assert record["calibration"]["proved"]
    assert record["simplex"]["band"] == "19/100"
    assert record["constants"]["A:scalar"].startswith("[0.7071")
    assert "fails at Pi = (" in record["max-margin"]
    assert not list(pages(Records(tmp_path)))
    (tmp_path / RECORD).write_text(json.dumps({"losses": [record]}), encoding="utf-8")
    made = list(pages(Records(tmp_path)))
    (page,) = (item for item in made if isinstance(item, Page))
    pictures = [item for item in made if isinstance(item, Picture)]
    assert len(pictures) == 2
    assert all(item.path in page.content and b"<svg" in item.content for item in pictures)
    assert "H(e), decomposition" in page.content


def test_what_cannot_be_computed_says_why() -> None:
    record = loss_record("prec-at-k:m=2,k=1")
    assert "max-margin" not in record
    assert "skipped" not in record
