"""`qstheory noise` prints every format, its certificates replay, bad input costs one sentence."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from qstheory.cli import main
from qstheory.report.site import schemas

TABLE = "input,weight,0,1\na,1/2,1/4,3/4\nb,1/2,1,0\n"


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "d.csv"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("form", ["text", "md", "json"])
def test_formats(table: str, tmp_path: Path, capsys, form: str) -> None:
    certificates, output = tmp_path / "c.json", tmp_path / "out"
    words = ["noise", table, "--loss", "hamming:m=1", "--p", "2,1/2", "--format", form]
    assert main([*words, "--certificates", str(certificates)]) == 0
    shown = capsys.readouterr().out
    assert "violated" in shown
    assert main([*words, "--output", str(output)]) == 0
    assert output.read_text(encoding="utf-8") == shown
    assert main(["check", str(certificates)]) == 0
    if form == "json":
        record = json.loads(shown)
        Draft202012Validator(schemas()["qstheory-noise/1"]).validate(record)
        assert [x["gap"] for x in record["inputs"]] == ["1/2", "1"]


@pytest.mark.parametrize(
    ("text", "words", "reason"),
    [
        (TABLE, ["--loss", "hamming:m=1", "--p", "a"], "--p 'a' must be numbers"),
        (TABLE, ["--loss", "hamming:m=1", "--p", "0"], "must be a positive fraction"),
        (TABLE, ["--loss", "no-such-loss"], "There is no loss"),
        (TABLE, ["--loss", "no-such-file.csv"], "cannot be read"),
        (TABLE, ["--loss", "hamming:m=2"], "which is no observation of hamming:m=2"),
        (TABLE, ["--loss", "hamming:m=50"], "take a smaller size"),
        (TABLE.replace("0,1", "11,12"), ["--loss", "ndcg:m=2,R=2,discount=log"], "rational"),
        ("weights,0,1\n1/2,1/4,3/4\n1/2,1/2,1/2\n", ["--loss", "hamming:m=1"], "a column of names"),
        (TABLE.replace("3/4", "1/2"), ["--loss", "hamming:m=1"], "must sum to 1"),
        (TABLE.replace("a,1/2", "a,1/3"), ["--loss", "hamming:m=1"], "sum to 5/6"),
    ],
)
def test_bad_input_is_one_sentence(
    tmp_path: Path, capsys, text: str, words: list[str], reason: str
) -> None:
    path = tmp_path / "d.csv"
    path.write_text(text, encoding="utf-8")
    assert main(["noise", str(path), *words]) == 2
    message = capsys.readouterr().err
    assert reason in message
    assert message.count("\n") == 1


PATH = '{"path": [{"0": "1/2", "1": "1/2"}, {"1": 1}], "law": "%s"}'


@pytest.mark.parametrize("form", ["text", "md", "json"])
def test_a_path(tmp_path: Path, capsys, form: str) -> None:
    path = tmp_path / "p.json"
    path.write_text(PATH % "p=2", encoding="utf-8")
    words = ["noise", str(path), "--loss", "hamming:m=1", "--p", "1,2", "--format", form]
    assert main(words) == 0
    shown = capsys.readouterr().out
    if form == "json":
        record = json.loads(shown)
        Draft202012Validator(schemas()["qstheory-noise-path/1"]).validate(record)
        first, second = record["gap"]["at"]
        assert (first["moment"]["exact"], second["finite"]) == ("2", False)
        assert record["gap"]["exponent"] == "2"
    else:
        assert "O, not o" in shown
        assert "infinite" in shown


@pytest.mark.parametrize(
    ("law", "words", "reason"),
    [
        ("q=2", [], "is no law"),
        ("p=2", ["--certificates", "c.json"], "belongs to finitely many inputs"),
    ],
)
def test_paths_that_are_refused(
    tmp_path: Path, capsys, law: str, words: list[str], reason: str
) -> None:
    path = tmp_path / "p.json"
    path.write_text(PATH % law, encoding="utf-8")
    assert main(["noise", str(path), "--loss", "hamming:m=1", *words]) == 2
    assert reason in capsys.readouterr().err
