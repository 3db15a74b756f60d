"""Streams that know few characters, and outputs that cannot be written."""

import json
import os
import subprocess
import sys
import time

import pytest

COMMANDS = (
    ("analyze", "hamming", "--m", "1", "--output"),
    ("analyze", "hamming", "--m", "1", "--certificates"),
    ("consistency", "hamming:m=1", "--output"),
    ("consistency", "hamming:m=1", "--certificates"),
    ("plot", "multiclass:classes=3", "--output"),
    ("errata", "--output"),
    ("verify", "--output"),
)


def run(*words, **environment):
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "qstheory", *words],
        capture_output=True, env={**os.environ, **environment}, check=False,
    )  # fmt: skip


def test_json_is_json_in_ascii(tmp_path):
    """Names outside ASCII, and outside the first plane, come back as they are."""
    path = tmp_path / "loss.csv"
    path.write_text(",é,𝄞\na,0,1\nß,1,0\n", encoding="utf-8")
    said = run("analyze", str(path), "--format", "json", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert said.returncode == 0, said.stderr
    once = run("analyze", str(path), "--format", "json", PYTHONIOENCODING="utf-8")
    assert json.loads(said.stdout.decode("ascii")) == json.loads(once.stdout.decode("utf-8"))
    assert not once.stdout.isascii()


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_output_that_cannot_be_written_is_refused_at_once(words, tmp_path):
    """A file where a folder must be: said before the work, whatever that takes."""
    (tmp_path / "file").write_text("mine")
    started = time.process_time()
    said = run(*words, str(tmp_path / "file" / "deep" / "out"))
    assert said.returncode == 2
    (line,) = said.stderr.decode().splitlines()
    assert "cannot be written" in line
    assert (tmp_path / "file").read_text() == "mine"
    assert time.process_time() - started < 5


def test_a_folder_is_no_file_and_a_file_no_folder(tmp_path):
    (tmp_path / "file").write_text("mine")
    assert b"it is a folder" in run("errata", "--output", str(tmp_path)).stderr
    said = run("verify", "--certificates", str(tmp_path / "file"))
    assert b"it is a file" in said.stderr
    assert said.returncode == 2
