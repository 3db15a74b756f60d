"""Every built-in loss goes through `analyze`: every line is certified or says why it is not."""

import json

import pytest

from qstheory import analyze, losses
from qstheory.certify import decide
from qstheory.certify.bundle import loads
from qstheory.losses.base import Loss
from qstheory.theory.dossier import Dossier
from qstheory.theory.effort import Budget

EXAMPLES = [
    family.make(**example) for family in losses.families().values() for example in family.examples
]
HEAVY = "jaccard:m=3,undefined=drop"
"""Half a minute of searching for a smaller surrogate; 1 and 4 labels take seconds."""
PARTS = (
    "dimensions",
    "decompositions",
    "constants",
    "optimality",
    "calibration",
    "margins",
    "consistency",
    "decoder",
    "merging",
)
QUICK = Budget(calibration=16, constants=16, margins=64)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(loss, id=loss.name, marks=pytest.mark.slow if loss.name == HEAVY else ())
        for loss in EXAMPLES
    ],
)
def dossier(request: pytest.FixtureRequest) -> Dossier:
    """The dossier of an example."""
    return analyze(request.param, QUICK)


def test_every_part_is_there_and_no_certificate_is_invalid(dossier: Dossier) -> None:
    for part in PARTS:
        assert dossier.part(part), part
    for finding in dossier.findings:
        for item in finding.evidence:
            assert item.decision.reason == "", (finding.statement, item.decision.reason)


def test_dimensions_and_decompositions_are_settled(dossier: Dossier) -> None:
    for key in ("loss", "affine-dimension", "prediction-differences", "observation-differences"):
        assert dossier.finding(key).status == "proved", key
    for finding in dossier.part("decompositions"):
        assert finding.status in ("proved", "refuted") or not dossier.loss.rational
    assert dossier.finding("calibration-dimension").status == "proved"
    assert dossier.finding("equal-risk").status in ("proved", "refuted")


def test_a_closed_form_other_than_the_printed_ones_holds(dossier: Dossier) -> None:
    for finding in dossier.part("decompositions"):
        if not finding.key.startswith(("form:printed", "minimal")):
            assert finding.status == "proved", finding.statement


def test_the_dimensions_are_within_one_of_the_rank(dossier: Dossier) -> None:
    rank = dossier.finding("loss").value
    affine = dossier.finding("affine-dimension").value
    sides = [dossier.finding(f"{side}-differences").value for side in ("prediction", "observation")]
    assert isinstance(rank, int)
    assert isinstance(affine, int)
    assert rank - 1 <= affine <= rank
    for side in sides:
        assert isinstance(side, int)
        assert rank - 1 <= side <= affine


def test_the_calibration_dimension_is_an_interval_below_its_ceilings(dossier: Dossier) -> None:
    value = dossier.finding("calibration-dimension").value
    assert isinstance(value, tuple)
    low, high = value
    assert 0 <= low <= high
    ceiling = min(
        dossier.finding("prediction-differences").value, dossier.loss.observations.size - 1
    )
    assert high <= ceiling
    if dossier.finding("equal-risk").value:
        assert low == high


def test_the_certificate_file_replays_without_the_fast_tools(dossier: Dossier) -> None:
    items = loads(dossier.certificates())
    assert len(items) == len(dossier.items())
    for item in items:
        decision = decide(item.proposition, item.certificate)
        assert decision.outcome.value == item.expect, (item.note, decision.reason)


def test_the_json_form_is_json_and_says_the_same(dossier: Dossier) -> None:
    data = json.loads(json.dumps(dossier.to_json()))
    assert [entry["key"] for entry in data["findings"]] == [f.key for f in dossier.findings]
    assert [entry["status"] for entry in data["findings"]] == [f.status for f in dossier.findings]
    assert data["undefined"] == dossier.loss.undefined


def test_the_examples_include_a_logarithmic_discount() -> None:
    assert any(not loss.rational for loss in EXAMPLES)
    assert all(isinstance(loss, Loss) for loss in EXAMPLES)
