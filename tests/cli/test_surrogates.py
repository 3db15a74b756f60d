"""`qstheory embed`, `consistency` and `design`: what they answer, write and refuse."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from qstheory.certify.replay import replay_file
from qstheory.cli import main
from qstheory.exact.span import FLINT
from qstheory.report.site import schemas

HINGES = {"surrogate": {"no": {"hinge": [1, 1]}, "yes": {"hinge": [-1, 1]}}}
SIGN = [{"prediction": "no", "score": [1, 0]}, {"prediction": "yes", "score": [-1, 0]}]
LOSS = ",yes,no\nyes,0,1\nno,1,0\n"


def record_of(tmp_path: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the record, with all certificates replayed."""
    answer, proof = tmp_path / "answer.json", tmp_path / "proof.json"
    given = ["--format", "json", "--output", str(answer), "--certificates", str(proof)]
    code = main(["embed", *words, *given])
    replayed = replay_file(proof, FLINT)
    assert replayed
    assert all(item.as_expected for item in replayed)
    return code, json.loads(answer.read_text(encoding="utf-8"))


def written(folder: Path, document: Any, name: str = "surrogate.json") -> str:
    path = folder / name
    path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    return str(path)


def test_a_consistent_surrogate(tmp_path: Path) -> None:
    code, record = record_of(tmp_path, "one-vs-all-hinge:classes=3", "--loss", "abstain:classes=3")
    assert code == 0
    target = record["target"]
    assert target["consistent"]
    assert target["regret"] == {
        "constant": "1/2",
        "scores": target["regret"]["scores"],
        "proved": True,
    }
    assert target["separation"]["value"] == "1"
    assert {pair["prediction"] for pair in target["link"]} == {"0", "1", "2", "3"}


def test_an_inconsistent_surrogate(tmp_path: Path) -> None:
    code, record = record_of(tmp_path, "crammer-singer:classes=3", "--loss", "multiclass:classes=3")
    assert code == 0
    conflict = record["target"]["conflict"]
    assert conflict["scores"] == ["0", "0", "0"]
    optimal = [set(case["optimal"]) for case in conflict["distributions"]]
    assert not set.intersection(*optimal)
    assert all(set.intersection(*optimal[:i], *optimal[i + 1 :]) for i in range(len(optimal)))


def test_a_file_with_a_decoder_and_observations_in_another_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    surrogate = written(tmp_path, {**HINGES, "decoder": SIGN})
    loss = written(tmp_path, LOSS, "loss.csv")
    code, record = record_of(tmp_path, surrogate, "--loss", loss)
    assert code == 0
    assert record["observations"] == ["yes", "no"]
    assert {(*pair["scores"], pair["prediction"]) for pair in record["target"]["link"]} == {
        ("1", "yes"),
        ("-1", "no"),
    }
    assert record["target"]["decoder"]["constant"] == record["target"]["regret"]["constant"] == "1"
    assert main(["embed", surrogate, "--loss", loss]) == 0
    shown = capsys.readouterr().out
    assert "l(psi(v)) - min l <= 1 (W(v) - min W)" in shown
    assert "With the decoder that is given the constant is 1." in shown
    late = [SIGN[0], {"prediction": "yes", "score": [-1, 3]}]
    assert main(["embed", written(tmp_path, {**HINGES, "decoder": late}), "--loss", loss]) == 0
    assert "decoder that is given is not consistent" in capsys.readouterr().out


def test_formats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embed", "hinge", "--format", "md"]) == 0
    assert "| (-1) | 0 | 2 |" in capsys.readouterr().out
    assert main(["embed", "lovasz-hinge:m=2,cap=1", "--loss", "zero-one:m=2"]) == 0
    shown = capsys.readouterr().out
    assert "Not consistent for zero-one:m=2" in shown
    assert "P(01) = 1/2, P(10) = 1/2" in shown


def drawn(seed: int, n: int, pieces: int, d: int) -> dict[str, Any]:
    """A random surrogate that is bounded below."""
    random = Random(seed)
    found = {}
    for y in range(n):
        slopes = [[random.randint(-9, 9) for _ in range(d)] for _ in range(pieces - 1)]
        slopes.append([-sum(column) for column in zip(*slopes, strict=True)])
        found[f"y{y}"] = [[[*slope, random.randint(-9, 9)] for slope in slopes]]
    return {"surrogate": found}


def test_five_observations_with_ten_pieces_in_three_dimensions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    surrogate = written(tmp_path, drawn(5, 5, 10, 3))
    assert main(["embed", surrogate]) == 0
    assert "Bayes risks agree: proved" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["crammer"], "did you mean 'crammer-singer'? Give a file or one of absolute"),
        (["my-own"], "There is no surrogate 'my-own'; give a file or one of absolute"),
        (["missing.json"], "missing.json"),
        (["hinge", "--loss", "hamming:m=1"], "must have the same observations"),
        (["hinge", "--loss", "no-such"], "There is no loss"),
        (["crammer-singer:classes=3", "--output", "."], "is a folder"),
    ],
)
def test_bad_input(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["embed", *words])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    assert code == 2
    said = capsys.readouterr().err
    assert reason in said
    assert "Traceback" not in said


def test_bad_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    falls = {"surrogate": {"a": [[[1, 0]]], "b": [[[0, 0]]]}}
    for document, reason in (
        (falls, "not bounded below"),
        ({"surrogate": {"a": {"relu": [1, 0]}}}, "one of hinge, max, sum and times"),
        ({"decoder": []}, "must be an object"),
        ("{", "not JSON"),
    ):
        assert main(["embed", written(tmp_path, document)]) == 2
        assert reason in capsys.readouterr().err
    unfit = {**HINGES, "decoder": [{"prediction": "perhaps", "score": [1, 0]}]}
    loss = written(tmp_path, LOSS, "loss.csv")
    assert main(["embed", written(tmp_path, unfit), "--loss", loss]) == 2
    assert "decodes to 'perhaps'" in capsys.readouterr().err


def test_records_fit_their_schema(tmp_path: Path) -> None:
    validator = Draft202012Validator(schemas()["qstheory-embedding/1"])
    for words in (
        ["hinge"],
        ["crammer-singer:classes=3", "--loss", "multiclass:classes=3"],
        ["absolute:classes=3", "--loss", "ordinal-absolute:classes=3"],
    ):
        validator.validate(record_of(tmp_path, *words)[1])


def test_one_of_a_kind_is_no_plural(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps({"surrogate": {"only": {"hinge": [1, 1]}}}))
    assert main(["embed", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "1 observation, 1 score; embeds a loss with 1 prediction" in shown
    assert "at the only vertex of cells" in shown


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


def test_formats_of_designs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
def test_bad_input_of_design(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
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
