"""Consistency in the dossier: what is decided, with certificates, and what is passed over."""

from qstheory import losses
from qstheory.theory.consistency.findings import consistency_findings
from qstheory.theory.effort import Budget
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
    assert [f.status for f in settled] == ["proved", "proved", "proved"]


def test_large_losses_have_the_answer_on_max_margin() -> None:
    """Cities on a line have it, the corners of a triangle and of a cube have not."""
    for name, value in (
        ("multiclass:classes=6", False),
        ("ordinal-absolute:classes=6", True),
        ("hamming:m=3", False),
        ("multiclass:classes=40", False),
    ):
        found = consistency_findings(Subject(losses.parse(name), Budget()))
        answer = next(f for f in found if f.key == "consistency:crammer-singer")
        assert (answer.value, answer.status) == (value, "proved")
