"""Consistency in the dossier: what is decided, with certificates, and what is passed over."""

import numpy as np

from qstheory import losses
from qstheory.theory.budget import Budget
from qstheory.theory.consistency.findings import consistency_findings, triple_without_median
from qstheory.theory.subject import Subject


def test_each_surrogate_that_applies_is_decided() -> None:
    found = list(consistency_findings(Subject(losses.make("multiclass", classes=3), Budget())))
    values = {finding.key.partition(":")[2]: finding.value for finding in found}
    assert values == {
        "crammer-singer": False,
        "crf-least-risk": True,
        "crf-mode": True,
        "one-vs-all-hinge": False,
        "quadratic": True,
        "quadratic-full-space": True,
    }
    assert all(finding.status == "proved" for finding in found)
    against = next(finding for finding in found if finding.key.endswith("crammer-singer"))
    assert "P(1) = 1/2, P(2) = 1/2" in against.statement
    assert against.statement.endswith("no decoder is consistent")
    assert [item.expect for item in against.items()] == ["refutes", "refutes"]


def test_another_decoder_is_told_of() -> None:
    loss = losses.make("ordinal-absolute", classes=3)
    found = consistency_findings(Subject(loss, Budget()))
    hinge = next(finding for finding in found if finding.key.endswith("one-vs-all-hinge"))
    assert hinge.statement.endswith("another decoder is consistent")
    assert [item.expect for item in hinge.items()] == ["refutes", "proves"]


def test_what_exceeds_the_budget_says_so() -> None:
    *settled, other = consistency_findings(Subject(losses.make("hamming", m=3), Budget()))
    assert other.status == "not attempted"
    assert "the same command with --part consistency --time" in other.limit
    assert [f.status for f in settled] == ["proved", "proved", "not attempted"]


def test_labels_without_a_median_refute_the_max_margin_surrogate() -> None:
    """Cities on a line have medians, corners of a triangle have none."""
    found = consistency_findings(Subject(losses.make("multiclass", classes=6), Budget()))
    refuted = next(f for f in found if f.key == "consistency:crammer-singer")
    assert (refuted.value, refuted.status) == (False, "proved")
    line = consistency_findings(Subject(losses.make("ordinal-absolute", classes=6), Budget()))
    assert next(f for f in line if f.key.endswith("crammer-singer")).status == "not attempted"


def test_medians() -> None:
    star = np.array([[0, 2, 2, 1], [2, 0, 2, 1], [2, 2, 0, 1], [1, 1, 1, 0]])
    assert triple_without_median(star) is None
    assert triple_without_median(star[:3, :3]) == (0, 1, 2)
    far = star[:3, :3].astype(object) * 2**70
    assert triple_without_median(far) == (0, 1, 2)
