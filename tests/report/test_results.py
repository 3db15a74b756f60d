"""Regions of the simplex and calibration records against the definitions."""

import json
from fractions import Fraction as Q
from itertools import product
from pathlib import Path

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.bundle import load
from qstheory.losses.spaces import Label
from qstheory.report.pictures import SUBJECTS, best_regions
from qstheory.theory.consistency.verdict import Polygon


def _inside(point: tuple[Q, ...], corners: Polygon) -> bool:
    """Whether a point of the simplex lies in a convex polygon: always on the same side."""
    signs = set()
    for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
        area = (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0])
        signs.add((area > 0) - (area < 0))
    return not {1, -1} <= signs


@pytest.mark.parametrize("name", [*SUBJECTS, "cost-sensitive:costs=0 1 10;3 0 1;1 1 0"])
def test_regions_are_where_a_prediction_is_best(name: str) -> None:
    loss = losses.parse(name)
    regions = best_regions(loss)
    for a, b in product(range(9), repeat=2):
        if a + b > 8:
            continue
        point = (Q(a, 8), Q(b, 8), Q(8 - a - b, 8))
        risks: dict[Label, Q] = {
            z: sum(
                (p * loss.entry(z, y) for p, y in zip(point, loss.observations, strict=True)), Q(0)
            )
            for z in loss.predictions
        }
        for z, corners in regions.items():
            best = risks[z] == min(risks.values())
            if len(corners) >= 3:
                assert best == _inside(point, corners), (z, point)
            elif not corners:
                assert not best


def test_calibration_records_hold_what_their_certificates_prove(records: Path) -> None:
    (path,) = (records / "calibration").glob("*.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    items = load(records / "certificates" / "calibration" / path.name)
    pieces = [piece for function in record["functions"] for piece in function["pieces"]]
    for item, piece in zip(items, pieces, strict=True):
        assert decide(item.proposition, item.certificate).outcome is Outcome.PROVES
        for name in ("low", "high", "constant", "linear", "square"):
            assert str(getattr(item.proposition, name)) == piece[name]
    function = record["functions"][0]
    norm = Q(function["largest_row_norm_squared"])
    for piece in function["pieces"]:
        for e in (Q(piece["low"]), Q(piece["high"])):
            value = Q(piece["constant"]) + Q(piece["linear"]) * e + Q(piece["square"]) * e * e
            assert value >= e * e / (4 * norm)


def test_consistency_records_say_what_their_certificates_show(records: Path) -> None:
    (path,) = (records / "consistency").glob("*.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    shown = {"consistent": "proves", "inconsistent": "refutes"}
    decided = [found for found in record["surrogates"] if found["status"] in shown]
    items = load(records / "certificates" / "consistency" / path.name)
    outcomes = {item.note.partition(" ")[0]: item.expect for item in reversed(items)}
    assert outcomes == {found["name"]: shown[found["status"]] for found in decided}
    for item in items:
        assert decide(item.proposition, item.certificate).outcome.value == item.expect
    for found in decided:
        failure = found["failure"]
        if failure is None:
            continue
        Pi = [Q(p) for p in failure["distribution"]]
        risks = [Q(abs(z - y)) for z in range(3) for y in range(3)]
        by_class = [sum(p * x for p, x in zip(Pi, risks[3 * z :], strict=False)) for z in range(3)]
        assert by_class[int(failure["wrong"])] - min(by_class) == Q(failure["excess"]) > 0
