"""`qstheory consistency` decides surrogates, writes certificates, and explains what it needs."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from qstheory.certify.replay import replay_file
from qstheory.cli import main
from qstheory.exact.span import FLINT
from qstheory.report.site.build import schemas

TABLE = """part,label,maximum,v1,constant
surrogate,0,1,0,0
surrogate,0,1,1,1
surrogate,1,1,0,0
surrogate,1,1,-1,1
decoder,0,,1,0
decoder,1,,-1,0
"""


@pytest.fixture
def hinge(tmp_path: Path) -> Path:
    path = tmp_path / "hinge.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.mark.parametrize("loss", ["multiclass:classes=3", "hamming:m=2"])
def test_all_surrogates_of_a_loss(tmp_path: Path, loss: str) -> None:
    answer, proof = tmp_path / "answer.json", tmp_path / "proof.json"
    words = ["--format", "json", "--output", str(answer), "--certificates", str(proof)]
    assert main(["consistency", loss, *words]) == 0
    record = json.loads(answer.read_text(encoding="utf-8"))
    Draft202012Validator(schemas()["qstheory-consistency/1"]).validate(record)
    statuses = {found["name"]: found["status"] for found in record["surrogates"]}
    assert statuses["quadratic"] == "consistent"
    assert statuses["one-vs-all-hinge"] == "inconsistent"
    replayed = replay_file(proof, FLINT)
    assert replayed
    assert all(item.as_expected for item in replayed)


def test_a_file_is_a_surrogate(
    hinge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loss = tmp_path / "loss.json"
    loss.write_text("[[0, 1], [1, 0]]", encoding="utf-8")
    assert main(["consistency", str(loss), "--surrogate", str(hinge)]) == 0
    assert "hinge.csv): consistent" in capsys.readouterr().out
    late = hinge.with_name("late.csv")
    late.write_text(TABLE.replace("-1,0\n", "-1,3\n"), encoding="utf-8")
    assert main(["consistency", str(loss), "--surrogate", str(late)]) == 0
    shown = capsys.readouterr().out
    assert "at P(1) = 1 a minimiser is v = (1)" in shown
    assert "it decodes to 0; optimal: 1; excess risk 1" in shown


def test_markdown_names_what_does_not_apply(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["consistency", "multiclass:classes=2", "--format", "md"]) == 0
    shown = capsys.readouterr().out
    assert "| one-versus-all hinge | consistent |" in shown
    assert "- SSVM, unary cliques, margin rescaling: It needs" in shown


def test_logarithms_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["consistency", "ordinal-absolute:classes=3", "--surrogate", "crf-mode"]) == 0
    assert "v = (log 1/3, log 1/3, log 1/3)" in " ".join(capsys.readouterr().out.split())


def test_undecided_is_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["consistency", "ndcg:m=3,R=2", "--surrogate", "quadratic-full-space"]) == 3
    assert "undecided" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["hamming:m=4"], "up to 100 entries"),
        (["hamming:m=2", "--surrogate", "no-such"], "no surrogate 'no-such'"),
        (["hamming:m=2", "--surrogate", "no-such.json"], "cannot be read"),
        (["hamming:m=2", "--surrogate", "{hinge}"], "exactly the observations 00, 01, 10, 11"),
        (["abstain:classes=2", "--surrogate", "{other}"], "decodes to '7'"),
        (["multiclass:classes=2", "--surrogate", "{steep}"], "not bounded below"),
    ],
)
def test_reasons(
    hinge: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    other, steep = hinge.with_name("other.csv"), hinge.with_name("steep.csv")
    other.write_text(TABLE + "decoder,7,,0,0\n", encoding="utf-8")
    steep.write_text(TABLE.replace("surrogate,0,1,0,0\n", ""), encoding="utf-8")
    given = [word.format(hinge=hinge, other=other, steep=steep) for word in arguments]
    assert main(["consistency", *given]) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1
