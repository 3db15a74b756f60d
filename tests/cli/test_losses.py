"""`qstheory plot` writes pictures and explains what it needs."""

from pathlib import Path

import pytest

from qstheory.cli import main
from qstheory.losses.catalogue import families
from qstheory.losses.spaces import label


@pytest.mark.parametrize(
    "arguments",
    [
        ["multiclass:classes=3"],
        ["hamming:m=2", "--face", "00,01,11", "--epsilon", "1/5"],
        ["multiclass:classes=3", "--calibration"],
        ["block-zero-one:m=2,blocks=0;1;1;2", "--face", "00,01,11", "--measure", "margin"],
        ["hamming:m=2", "--face", "00;01;11", "--epsilon", "2"],
    ],
)
def test_pictures(tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "a" / "one.svg", tmp_path / "two.svg"
    assert main(["plot", *arguments, "--output", str(first)]) == 0
    assert main(["plot", *arguments, "--output", str(second)]) == 0
    said = capsys.readouterr().out.replace("\n  ", " ")
    assert str(first) in said.replace("\n  ", "")
    assert ("calibration function" in said) is ("--calibration" in arguments)
    assert first.read_bytes() == second.read_bytes()
    assert b"<svg" in first.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["hamming:m=2"], "--face three different observations"),
        (["hamming:m=2", "--face", "00,01,21"], "--face three different observations"),
        (["multiclass:classes=3", "--epsilon", "1/0"], "must be a fraction"),
        (["multiclass:classes=3", "--calibration", "--face", "0,1,2"], "belongs to the simplex"),
        (["hamming:m=6", "--calibration"], "drawn up to"),
        (["hamming:m=50", "--face", "0,1,2"], "up to 1000 labels"),
        (["no-such-loss"], "There is no loss"),
        (["multiclass:classes=1", "--calibration"], "no calibration function to draw"),
        (["ndcg:m=2,R=2,discount=log", "--face", "11,12,21"], "rational"),
    ],
)
def test_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    assert main(["plot", *arguments, "--output", str(tmp_path / "p.svg")]) == 2
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_an_output_that_cannot_be_written(tmp_path: Path, capsys) -> None:
    assert main(["plot", "multiclass:classes=3", "--output", str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(families()))
def test_every_family_is_drawn_or_says_why_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    for example in families()[name].examples:
        loss = families()[name].make(**example)
        if loss.observations.size < 3 or loss.predictions.size > 100:
            continue
        first = [label(y) for y, _ in zip(loss.observations, range(3), strict=False)]
        output = tmp_path / "p.svg"
        words = ["plot", loss.name, f"--face={';'.join(first)}", "--output", str(output)]
        code = main(words)
        assert code == (0 if loss.rational else 2), loss.name
        assert capsys.readouterr().err.count("\n") == (code == 2)
        return


@pytest.mark.parametrize(
    ("suffix", "begin"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("PDF", b"%PDF")]
)
def test_the_suffix_says_what_is_written(tmp_path: Path, suffix: str, begin: bytes) -> None:
    first, second = (tmp_path / f"{name}.{suffix}" for name in ("one", "two"))
    for path in (first, second):
        assert main(["plot", "multiclass:classes=3", "--output", str(path)]) == 0
    assert first.read_bytes().startswith(begin)
    assert first.read_bytes() == second.read_bytes()


def test_another_suffix_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "picture.gif"
    assert main(["plot", "multiclass:classes=3", "--output", str(path)]) == 2
    assert "must end in .svg, .png, .pdf" in capsys.readouterr().err
    assert not path.exists()


def test_characters_that_the_font_lacks_are_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "l.csv").write_text("\u732b,\u72ac,\u9ce5\n0,1,2\n1,0,1\n2,1,0\n", encoding="utf-8")
    assert main(["plot", str(tmp_path / "l.csv"), "--output", str(tmp_path / "l.svg")]) == 0
    told = capsys.readouterr()
    assert "the font of the picture has no \u72ac \u732b \u9ce5" in told.out.replace("\n  ", " ")
    assert not told.err
