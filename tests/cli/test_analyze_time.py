"""qstheory analyze within a time: what is kept, taken up, interrupted and marked."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from qstheory.theory.timed import can_fork
from tests import command

pytestmark = pytest.mark.skipif(not can_fork(), reason="parts need processes that are forked")
COMMAND = [sys.executable, "-m", "qstheory", "analyze", "loss.csv"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a matrix of 40 grades, whose exact constants would take days."""
    rows = [",".join(str(abs(i - j) + (i > j)) for j in range(40)) for i in range(40)]
    (tmp_path / "loss.csv").write_text("\n".join(rows))
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    return command.run("analyze", "loss.csv", *words, folder=folder, environment=environment)


def findings(shown: subprocess.CompletedProcess[str]) -> dict[str, dict[str, str]]:
    assert shown.returncode in (0, 3), shown.stderr
    return {f["key"]: f for f in json.loads(shown.stdout)["findings"]}


def test_a_second_run_takes_up_the_finished_parts(folder: Path) -> None:
    words = ("--part", "constants", "--time", "2m", "--format", "json")
    first = run(folder, *words)
    kept = list((folder / "cache" / "qstheory" / "dossiers").glob("*.json"))
    assert len(kept) == 1
    changed = kept[0].stat().st_mtime_ns
    again = run(folder, *words)
    assert findings(again) == findings(first)
    assert kept[0].stat().st_mtime_ns == changed
    assert {f["extent"] for f in findings(first).values()} == {"interval"}
    other = run(folder, *words, "--store", "elsewhere")
    assert findings(other) == findings(first)
    assert list((folder / "elsewhere").glob("*.json"))
    before = sorted(folder.rglob("*.json"))
    run(folder, *words, "--no-store")
    assert sorted(folder.rglob("*.json")) == before


def test_a_folder_that_cannot_be_written_is_one_sentence(folder: Path) -> None:
    (folder / "cache").write_text("a file stands there")
    shown = run(folder, "--part", "decoder")
    assert shown.returncode == 0
    assert shown.stderr.count("\n") == 1
    assert "finished parts are not kept" in shown.stderr
    refused = run(folder, "--part", "decoder", "--store", "loss.csv")
    assert refused.returncode == 2
    assert "name another --store" in refused.stderr


def test_what_is_not_attempted_names_the_words_that_attempt_it(folder: Path) -> None:
    shown = findings(run(folder, "--part", "margins", "--part", "calibration", "--format", "json"))
    later = shown["cells"] if "cells" in shown else shown["calibration-function"]
    assert later["extent"] in ("not attempted", "interval")
    assert "would take" in shown["calibration-function"]["reason"]


def test_a_loss_that_takes_too_long_to_read_is_not_attempted_and_said_so(folder: Path) -> None:
    row = ",".join(f"{k}.5" for k in range(900))
    (folder / "loss.csv").write_text("\n".join(f"{k}{row}" for k in range(900)))
    shown = run(folder, "--time", "0.1s")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "loss.csv: not attempted" in shown.stdout
    assert "--time 4s goes on" in shown.stdout
    read = json.loads(run(folder, "--time", "0.1s", "--format", "json").stdout)
    assert (read["title"], read["findings"]) == ("loss.csv", [])


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interruption_prints_what_there_is(folder: Path, sent: int, code: int) -> None:
    rows = [",".join(str((7 * i * i + 3 * j * i) % 101) for j in range(200)) for i in range(200)]
    (folder / "loss.csv").write_text("\n".join(rows))
    process = subprocess.Popen(
        [*COMMAND, "--time", "10m", "--no-store", "--part", "decoder", "--part", "constants"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_as_in_a_terminal,  # noqa: PLW1509 (no thread is running here)
    )
    limit = time.monotonic() + 120
    while time.monotonic() < limit and len(_children(process.pid)) == 0:
        time.sleep(0.05)
    time.sleep(1)
    os.killpg(process.pid, sent)  # As a terminal does.
    out, err = process.communicate(timeout=60)
    assert process.returncode == code, err
    assert "the analysis was interrupted before" in out
    assert "Traceback" not in err


def _as_in_a_terminal() -> None:
    """Heed Ctrl-C, which what is started in the background of a script ignores."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _children(pid: int) -> list[str]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return path.read_text().split() if path.exists() else ["unknown"]


def test_a_small_file_is_read_in_little_memory(folder: Path) -> None:
    shown = run(folder, "--part", "decoder", "--memory", "200MB")
    assert (shown.returncode, shown.stderr) == (0, "")
