"""The claims about Table 2: measured records, and what can be read off the printed decimals."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from qstheory.claims import Strength, Verdict, judge
from qstheory.claims.evidence import WHOLE
from verification.sharp2020 import experiments


def record(path: Path, verdicts: list[tuple[str, str, str]]) -> Path:
    rows = [
        {
            "dataset": dataset,
            "measure": measure,
            "other": "SSVM",
            "difference": -0.02,
            "p_value": 0.01,
            "runs": 10,
            "printed_difference": -0.04,
            "verdict": verdict,
        }
        for dataset, measure, verdict in verdicts
    ]
    rows.append({**rows[0], "printed_difference": None, "verdict": None})
    path.write_text(json.dumps({"comparisons": rows}), encoding="utf-8")
    return path


def claim(claim_id: str):
    return next(c for c in experiments.CLAIMS if c.id == claim_id)


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [("consistent", Verdict.CONSISTENT), ("not reproduced", Verdict.NOT_REPRODUCED)],
)
def test_a_record_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verdict: str, expected: Verdict
) -> None:
    cells = [("ohsumed", "ndcg@3", "consistent"), ("ohsumed", "ndcg@10", verdict)]
    monkeypatch.setattr(experiments, "RECORD", record(tmp_path / "table2.json", cells))
    judgement = judge(claim("experiments.ranking"))
    assert judgement.verdict is expected
    measurements = judgement.readings[0].measurements
    assert [m.agrees for m in measurements] == [True, verdict == "consistent"]
    assert all("10 splits" in m.how for m in measurements)


def failing(claim_id: str, part: str = WHOLE) -> list[str]:
    """The data sets at which a part of the claim is refuted."""
    meant = claim(claim_id).readings[0]
    found = []
    for case in meant.cases:
        judged = judge(claim(claim_id).with_reading(replace(meant, cases=(case,))))
        (verdict,) = (p.verdict for p in judged.readings[0].parts if p.part == part)
        assert verdict in (Verdict.PROVED, Verdict.REFUTED)
        found += [str(case["dataset"])] if verdict is Verdict.REFUTED else []
    return found


def test_the_printed_table_contradicts_the_text_exactly() -> None:
    assert failing("experiments.multilabel", experiments.ZERO_ONE) == []
    assert failing("experiments.multilabel", experiments.F_SCORE) == ["yeast"]
    hamming = failing("experiments.multilabel", experiments.HAMMING)
    assert {"yeast", "enron", "birds"} <= set(hamming)
    judged = judge(claim("experiments.multilabel"))
    assert (judged.verdict, judged.strength) == (Verdict.PARTLY_REFUTED, Strength.CERTIFIED)


def test_every_data_set_of_the_printed_table_is_compared() -> None:
    for measure in ("zero-one", "f-score", "hamming"):
        named = {name for name, of, _ in experiments.printed() if of == measure}
        assert named == set(experiments.MULTILABEL)


def test_printed_decimals_are_exact() -> None:
    assert experiments.cell("yeast", "f-score", "QS") == Fraction(47, 100)
    assert experiments.best_other("yeast", "f-score") == Fraction(48, 100)


def test_the_convention_for_empty_sets_fails_on_birds_alone() -> None:
    assert failing("experiments.birds-fscore") == ["birds"]


def test_hamming_entries_in_which_the_ssvm_is_ahead() -> None:
    assert failing("experiments.ssvm-hamming") == ["cal500", "enron", "yeast"]
    assert judge(claim("experiments.bold-cal500")).strength is Strength.CERTIFIED


def test_hamming_entries_above_a_constant() -> None:
    judgement = judge(claim("x.experiments.hamming-constant"))
    above = [m.quantity for m in judgement.readings[0].measurements if not m.agrees]
    assert above == ["enron, hamming: QS", "yeast, hamming: QS"]


def test_without_a_record_no_constant_label_set_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiments, "RECORD", tmp_path / "none.json")
    judgement = judge(claim("x.experiments.hamming-constant"))
    assert not judgement.readings[0].measurements
    assert judgement.verdict is Verdict.UNDECIDED
