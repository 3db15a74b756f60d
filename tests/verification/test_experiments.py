"""The claims about Table 2 take up measured records, and without them the printed table."""

import json
from pathlib import Path

import pytest

from qstheory.claims import Verdict, judge
from verification import experiments


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


def test_without_a_record_the_printed_table_is_held_against_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiments, "RECORD", tmp_path / "none.json")
    measurements = judge(claim("experiments.multilabel")).readings[0].measurements
    failing = {m.quantity for m in measurements if not m.agrees}
    assert len(measurements) == 27
    assert "yeast, f-score: QS" in failing
    assert {"yeast, hamming: QS", "enron, hamming: QS", "birds, hamming: QS"} <= failing
    assert not any("zero-one" in quantity for quantity in failing)


def test_the_convention_for_empty_sets_fails_on_birds_alone() -> None:
    judgement = judge(claim("x.experiments.birds-fscore"))
    failing = [m.quantity for m in judgement.readings[0].measurements if not m.agrees]
    assert failing == ["birds: F-score of SSVM"]


@pytest.mark.parametrize(
    ("claim_id", "datasets"),
    [
        ("x.experiments.ssvm-hamming", ["cal500", "enron", "yeast"]),
        ("x.experiments.hamming-constant", ["enron", "yeast"]),
    ],
)
def test_hamming_entries_that_contradict_the_text(claim_id: str, datasets: list[str]) -> None:
    judgement = judge(claim(claim_id))
    failing = [m.quantity for m in judgement.readings[0].measurements if not m.agrees]
    assert failing == [f"{dataset}, hamming: QS" for dataset in datasets]


def test_without_a_record_no_constant_label_set_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiments, "RECORD", tmp_path / "none.json")
    judgement = judge(claim("x.experiments.hamming-constant"))
    assert not judgement.readings[0].measurements
    assert judgement.verdict is Verdict.UNDECIDED
