"""Streams that know few characters, and outputs that cannot be written."""

import json
import os
import subprocess
import sys

import pytest

from qstheory.cli import main

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
    """The command in a process of its own, which ends long before any work on the ledger would."""
    return subprocess.run(
        [sys.executable, "-m", "qstheory", *words],
        capture_output=True, env={**os.environ, **environment}, check=False,
        timeout=60,
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
    said = run(*words, str(tmp_path / "file" / "deep" / "out"))
    assert said.returncode == 2
    (line,) = said.stderr.decode().splitlines()
    assert "cannot be written" in line
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_is_no_file_and_a_file_no_folder(tmp_path):
    (tmp_path / "file").write_text("mine")
    assert b"it is a folder" in run("errata", "--output", str(tmp_path)).stderr
    said = run("verify", "--certificates", str(tmp_path / "file"))
    assert b"it is a file" in said.stderr
    assert said.returncode == 2


def circle(folder):
    """Two links, each to the other."""
    (folder / "one").symlink_to(folder / "two")
    (folder / "two").symlink_to(folder / "one")
    return folder / "one"


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        (circle, "its links lead in a circle"),
        (lambda folder: circle(folder) / "deep", "its links lead in a circle"),
        (lambda folder: folder / ("x" * 300), "File name too long"),
        (lambda folder: "/dev/full", "it is not a regular file"),
    ],
)
def test_other_places_that_nothing_can_be_written_to(place, reason, tmp_path, capsys):
    assert main(["errata", "--output", str(place(tmp_path))]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line


def test_a_path_is_read_as_one_also_where_there_is_no_file(tmp_path, capsys):
    """A circle of links is told from a misspelled loss, which may have a / after the colon."""
    assert main(["analyze", str(circle(tmp_path))]) == 2
    assert "cannot be read: Too many levels of symbolic links" in capsys.readouterr().err
    assert main(["analyze", "f-scorr:beta=1/2"]) == 2
    assert "f-score" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("losses",), ("analyze", "multiclass:classes=2", "--full")])
def test_a_full_standard_output_is_said_in_one_line(words):
    with open("/dev/full", "w") as full:
        said = subprocess.run(
            [sys.executable, "-m", "qstheory", *words],
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert said.returncode == 2
    assert said.stderr.decode().splitlines() == ["qstheory: No space left on device."]


def test_no_output_is_written_over_what_is_read_nor_over_another(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    loss = tmp_path / "loss.csv"
    loss.write_text("0,1\n1,0\n")
    (tmp_path / "link.csv").symlink_to(loss)
    for words in (
        ("analyze", "loss.csv", "--output", str(loss)),
        ("analyze", str(loss), "--certificates", "link.csv"),
        ("analyze", "--tree", "loss.csv", "--output", "./loss.csv"),
        ("noise", "other.csv", "--loss", "loss.csv", "--output", "loss.csv"),
    ):
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert stopped.value.code == 2
        assert "which is read" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(("analyze", "loss.csv", "--output", "x", "--certificates", "./x"))
    assert "--output and --certificates name the same file" in capsys.readouterr().err
    assert main(("analyze", "loss.csv", "--certificates", "-")) == 2
    assert "it stands for the standard output" in capsys.readouterr().err
    assert loss.read_text() == "0,1\n1,0\n"
    assert not (tmp_path / "x").exists()


def test_a_closed_standard_error_changes_neither_answer_nor_exit_code():
    for words, code in ((("analyze", "nope"), 2), (("analyze", "hamming:m=1", "--no-store"), 0)):
        command = [sys.executable, "-m", "qstheory", *words]
        said = subprocess.run(
            ["sh", "-c", '"$@" 2>&-', "sh", *command], stdout=subprocess.PIPE, check=False
        )
        assert said.returncode == code
        assert bool(said.stdout) == (code == 0)
