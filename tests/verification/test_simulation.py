"""The readings of claims that the simulation bears on: by the record, and without one."""

import json

import pytest

from qstheory.claims.evidence import Verdict
from qstheory.claims.judge import judge_reading
from verification.sharp2020 import _simulation
from verification.sharp2020._simulation import BASE_RATE, RATES, inequality, simulated


@pytest.fixture
def no_record(monkeypatch, tmp_path):
    """As in a fresh clone."""
    monkeypatch.setattr(_simulation, "RECORD", tmp_path / "none.json")


def curve(slope, violations=()):
    """A curve of a record."""
    return {
        "subject": "a",
        "density": "p=1",
        "path": None,
        "bound_exponent": 1 / 3,
        "slope": slope,
        "judgement": "as judged",
        "violations": list(violations),
    }


def planted(monkeypatch, tmp_path, *curves):
    """A record with these curves."""
    path = tmp_path / "simulation.json"
    path.write_text(json.dumps({"curves": curves}))
    monkeypatch.setattr(_simulation, "RECORD", path)


def slope(low, high):
    """A slope in an interval."""
    return {"value": (low + high) / 2, "low": low, "high": high, "sizes": [64, 128]}


def test_without_a_record_a_small_study_is_run(no_record):
    """The exponent is consistent, the repaired inequalities hold, the printed lemma fails."""
    assert all(m.agrees for m in RATES.measure())
    for name in ("Tsybakov lemma, repaired", "improved comparison, repaired"):
        assert all(m.agrees for m in inequality(name)())
    assert not all(m.agrees for m in inequality("Tsybakov lemma, printed")())


@pytest.mark.parametrize(("low", "high", "agrees"), [(0.1, 0.2, False), (0.2, 0.4, True),
                                                     (0.5, 0.9, True)])  # fmt: skip
def test_only_slower_than_the_bound_disagrees(monkeypatch, tmp_path, low, high, agrees):
    """Faster is no contradiction of an upper bound."""
    planted(monkeypatch, tmp_path, curve(slope(low, high)))
    (measurement,) = RATES.measure()
    assert measurement.agrees is agrees
    said = "violated" if high < 1 / 3 else "faster than the bound" if low > 1 / 3 else "consistent"
    assert measurement.how.startswith(said)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(0.1, 0.2, "violated"), (0.2, 0.3, "consistent"), (0.3, 0.4, "faster than the bound")],
)
def test_the_base_rate_is_held_against_a_quarter(monkeypatch, tmp_path, low, high, said):
    """Without a noise condition the exponent is 1/4 for every density."""
    planted(monkeypatch, tmp_path, curve(slope(low, high)))
    (measurement,) = BASE_RATE.measure()
    assert measurement.printed == 0.25
    assert measurement.agrees is (said != "violated")
    assert measurement.how.startswith(said)


def test_every_claim_on_a_rate_is_measured_and_names_its_record():
    """The theorem quoted, the one of the paper, the corollary, and their repairs."""
    from qstheory.claims.ledger import load_ledger

    claims = load_ledger().claims
    for name in ("base.rate", "affine.constant", "noise.rates"):
        for claim in (name, f"{name}.repaired"):
            found = [reading for reading in claims[claim].readings if reading.measure]
            assert found, claim
            assert all(_simulation.RECORD in reading.reads for reading in found)


def test_curves_that_are_not_fitted_say_nothing(monkeypatch, tmp_path):
    """No slope, no evidence."""
    planted(monkeypatch, tmp_path, curve(None))
    assert not list(RATES.measure())


def test_a_violation_is_reported_with_its_seed(monkeypatch, tmp_path):
    """The worst run is named."""
    violation = {"inequality": "lemma", "left": 2.0, "right": 1.0, "n": 8, "replicate": 3,
                 "seed": 17, "factor": 0.1}  # fmt: skip
    planted(monkeypatch, tmp_path, curve(None, [violation, violation | {"left": 1.5}]))
    (measurement,) = simulated("lemma").measure()
    assert not measurement.agrees
    assert "2 runs; worst at n = 8, replicate 3, seed 17" in measurement.how
    (other,) = simulated("another").measure()
    assert other.agrees


def test_the_verdict_is_that_of_the_measurements(monkeypatch, tmp_path):
    """Consistent or not reproduced, in simulation."""
    from qstheory.claims.judge import Found

    fields = {"at_cases": (), "faults": {}}
    planted(monkeypatch, tmp_path, curve(slope(0.1, 0.2)))
    found = Found(**fields, measurements=tuple(RATES.measure()))
    assert judge_reading(RATES, found).verdict is Verdict.NOT_REPRODUCED
