"""The records of calibration functions, and the page made of them."""

import json
from pathlib import Path

from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.kinds.calibration_envelope import ConvexEnvelope
from qstheory.certify.replay import replay_file
from qstheory.report.calibration_records import write_calibration
from qstheory.report.pages import Page, Picture
from qstheory.report.pages.exact import calibration
from qstheory.report.sphinx_ext.nodes import Records


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
