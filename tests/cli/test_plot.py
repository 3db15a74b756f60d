"""`qstheory plot` writes pictures and explains what it needs."""

from pathlib import Path

import pytest

from qstheory.cli import main


@pytest.mark.parametrize(
    "arguments",
    [
        ["multiclass:classes=3"],
        ["hamming:m=2", "--face", "00,01,11", "--epsilon", "1/5"],
        ["multiclass:classes=3", "--calibration"],
    ],
)
def test_pictures(tmp_path: Path, arguments: list[str]) -> None:
    first, second = tmp_path / "a" / "one.svg", tmp_path / "two.svg"
    assert main(["plot", *arguments, "--output", str(first)]) == 0
    assert main(["plot", *arguments, "--output", str(second)]) == 0
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
    ],
)
def test_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    assert main(["plot", *arguments, "--output", str(tmp_path / "p.svg")]) == 2
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
