"""Every rule has a sample; each is accepted, survives JSON, and fits no other proposition."""

import json
from collections import Counter
from pathlib import Path

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.bundle import Item, load, loads
from qstheory.certify.decide import rules
from qstheory.work.certificates import dumps

from .samples import samples
from .samples.sample import Sample

SAMPLES = samples()


def test_every_rule_has_a_sample() -> None:
    shown = {(type(sample.proposition), type(sample.certificate)) for sample in SAMPLES}
    missing = [
        f"{rule.proposition.__name__} by {rule.certificate.__name__}"
        for rule in rules()
        if (rule.proposition, rule.certificate) not in shown
    ]
    assert not missing


def test_no_two_kinds_share_a_name() -> None:
    for member in ("proposition", "certificate"):
        names = Counter(kind.__name__ for kind in {getattr(rule, member) for rule in rules()})
        assert max(names.values()) == 1


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: type(s.proposition).__name__)
def test_the_sample_is_accepted(sample: Sample) -> None:
    assert decide(sample.proposition, sample.certificate).outcome.value == sample.expect


def test_all_samples_survive_a_file(tmp_path: Path) -> None:
    items = [Item(s.proposition, s.certificate, s.expect, "a note") for s in SAMPLES]
    assert loads(dumps(items)) == items
    (tmp_path / "samples.json").write_text(dumps(items), encoding="utf-8")
    assert load(tmp_path / "samples.json") == items
    assert json.loads((tmp_path / "samples.json").read_text(encoding="utf-8"))["items"]


def test_certificates_of_other_kinds_are_invalid() -> None:
    admitted = {(rule.proposition, rule.certificate) for rule in rules()}
    for sample in SAMPLES:
        for other in SAMPLES:
            if (type(sample.proposition), type(other.certificate)) not in admitted:
                decision = decide(sample.proposition, other.certificate)
                assert decision.outcome is Outcome.INVALID
                assert "is no certificate for" in decision.reason
