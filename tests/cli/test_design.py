"""`qstheory design` compares the surrogates of a loss; its certificates replay."""

import json
from pathlib import Path
from random import Random

import pytest

from qstheory.certify.replay import replay_file
from qstheory.cli import main
from qstheory.exact.span import FLINT


def test_designs_with_certificates(tmp_path: Path) -> None:
    answer, proof = tmp_path / "answer.json", tmp_path / "proof.json"
    words = ["--format", "json", "--output", str(answer), "--certificates", str(proof)]
    assert main(["design", "ordinal-absolute:classes=3", *words]) == 0
    record = json.loads(answer.read_text(encoding="utf-8"))
    dimensions = {found["name"]: found["dimension"] for found in record["designs"]}
    assert dimensions["polyhedral-smallest"] == 1
    assert dimensions["quadratic"] == dimensions["log-linear"] == 2
    assert all(found["proved"] for found in record["designs"])
    assert record["advice"].startswith("Take polyhedral-smallest: 1 instead of 2 scores")
    replayed = replay_file(proof, FLINT)
    assert record["max_margin"]["consistent"] == "yes"
    given = sum(found["certificates"] for found in record["designs"])
    assert len(replayed) == given + record["max_margin"]["certificates"]
    assert all(item.as_expected for item in replayed)


def test_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "loss.csv"
    path.write_text(",a,b\nx,0,1\ny,1,0\n", encoding="utf-8")
    assert main(["design", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "log-linear: 1 score, excess <= sqrt(2 x), proved" in shown
    assert "Take quadratic" in shown
    # Columns a and b, rows x and y: no prediction is an observation.
    assert "max-margin surrogate consistent: not defined" in shown
    assert main(["design", str(path), "--format", "md"]) == 0
    assert "| quadratic | 1 | " in capsys.readouterr().out


def test_nothing_to_be_learned(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["design", "ndcg:m=2,R=1"]) == 0
    assert "Nothing is to be learned" in capsys.readouterr().out


@pytest.mark.slow
def test_ten_by_ten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    random = Random(1)
    rows = [[random.randint(0, 9) for _ in range(10)] for _ in range(10)]
    path = tmp_path / "loss.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    assert main(["design", str(path)]) == 0
    assert "polyhedral-conjugate: 9 scores" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "Name a loss or a file"),
        (["no-such"], "There is no loss"),
        (["multiclass:classes=30"], "up to 400 entries"),
        (["ndcg:m=3,R=2"], "irrational weights"),
    ],
)
def test_bad_input(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["design", *words]) == 2
    said = capsys.readouterr()
    assert reason in said.err
    assert said.err.startswith("qstheory: ")
    assert len(said.err.splitlines()) == 1
    assert not said.out


def test_a_file_is_called_as_its_user_calls_it(tmp_path, capsys, monkeypatch):
    """Every command that tells of a loss tells its name, not the digits of a hash."""
    monkeypatch.chdir(tmp_path)
    Path("costs.csv").write_text("0,1\n2,0\n")
    for command in (("design",), ("consistency",), ("analyze", "--no-store")):
        assert main([*command, "costs.csv"]) in (0, 3)
        shown = capsys.readouterr().out
        assert "costs.csv" in shown
        assert "matrix:" not in shown


def test_irrational_entries_are_refused_by_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["design", "ndcg:m=2,R=2"]) == 2
    error = capsys.readouterr().err
    assert "take rational ones, such as discount=reciprocal" in error
    assert error.count("\n") == 1
