"""The page on embeddings and designs says what the commands say, and its code runs."""

import json
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from qstheory.cli import main

TEXT = files("qstheory.report").joinpath("docs", "embed-and-design.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n\$ qstheory (.*?)\n(.*?)```", TEXT, re.DOTALL)
CELLS = re.findall(r"```\{code-cell\} python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize(("words", "shown"), CONSOLE)
def test_consoles(
    words: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(words.split()) == 0
    assert capsys.readouterr().out == shown


def test_the_file_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (document,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    json.loads(document)
    path = tmp_path / "surrogate.json"
    path.write_text(document, encoding="utf-8")
    assert main(["embed", str(path)]) == 0
    assert "no  yes" in capsys.readouterr().out


def test_the_code_runs(tmp_path: Path) -> None:
    assert len(CELLS) == 3
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(CELLS)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stderr[-2000:]
