"""qstheory analyze: formats, certificates that replay, and bad input in one sentence."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from qstheory import losses
from qstheory.cli import main
from qstheory.theory import dossier
from qstheory.theory.dossier import Dossier
from qstheory.theory.effort import DEFAULT
from qstheory.theory.findings import Finding
from qstheory.theory.timed import can_fork
from tests import command

UNLIMITED = ("--time", "none")
"""What is compared is not to depend on how fast a machine is."""


def test_a_built_in_loss_has_a_dossier_whose_certificates_replay(qstheory, tmp_path: Path) -> None:
    shown = qstheory(
        "analyze", "hamming", "--m", "4", *UNLIMITED, "--certificates", "certificates.json"
    )
    assert shown.returncode == 0
    assert "4 numbers to estimate" in shown.stdout
    replayed = qstheory("check", "certificates.json")
    assert replayed.returncode == 0
    assert "0 not" in replayed.stdout


def test_json_goes_to_standard_output_alone(qstheory) -> None:
    shown = qstheory(
        "analyze", "f-score", "--m", "2", "--undefined", "one", "--format", "json", *UNLIMITED
    )
    findings = {f["key"]: f for f in json.loads(shown.stdout)["findings"]}
    assert findings["affine-dimension"]["value"] == 3
    assert findings["equal-risk"]["status"] == "refuted"


def test_a_file_is_read_exactly(qstheory, tmp_path: Path) -> None:
    (tmp_path / "loss.csv").write_text("z,a,b\np,0,0.1\nq,1/3,0\n")
    shown = qstheory("analyze", "loss.csv", "--format", "md", "--output", "out/dossier.md")
    assert shown.returncode == 0
    written = (tmp_path / "out" / "dossier.md").read_text()
    assert written.startswith("# loss.csv\n")
    assert "rank L = 2" in written


def test_a_hierarchy_is_read_from_its_edges(qstheory, tmp_path: Path) -> None:
    (tmp_path / "edges.csv").write_text("parent,child\nr,a\na,b\na,c\nr,d\n")
    shown = qstheory("analyze", "--tree", "edges.csv", "--format", "json")
    record = json.loads(shown.stdout)
    assert shown.returncode == 0
    assert record["title"] == "edges.csv"
    assert {f["key"]: f for f in record["findings"]}["loss"]["value"] == 3


@pytest.mark.parametrize("format_name", ["text", "json", "md", "latex"])
def test_every_format_is_deterministic(qstheory, format_name: str) -> None:
    first, second = (
        qstheory("analyze", "multiclass", "--classes", "3", "--format", format_name, *UNLIMITED)
        for _ in range(2)
    )
    assert first.returncode == 0
    assert first.stdout == second.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("analyze", "f-score", "--m", "3"), "choose undefined=drop, zero or one"),
        (("analyze", "hamming"), "hamming needs m"),
        (("analyze", "hamming", "--m", "0"), "m must be an integer from 1"),
        (("analyze", "hamming", "--m", "3", "--k", "2"), "hamming has no parameter 'k'"),
        (("analyze", "no-such-loss"), "There is no loss 'no-such-loss'"),
        (("analyze", "humming"), "There is no loss 'humming'; did you mean 'hamming'?"),
        (("analyze",), "Name a loss or a file, or give --tree FILE."),
        (("analyze", "--tree", "ragged.csv"), "Row 2 has 1 cells; an edge has two"),
        (("analyze", "hamming", "--tree", "x.csv"), "--tree gives the whole loss; leave out loss"),
        (("analyze", "missing.csv"), "missing.csv cannot be read"),
        (("analyze", "ragged.csv"), "ragged.csv"),
        (("analyze", "nan.csv"), "nan.csv"),
        (("analyze", "pickled.npy"), "pickled.npy"),
        (("analyze", "empty.csv"), "empty.csv"),
        (
            ("analyze", "ragged.csv", "--m", "3"),
            "'m' is a parameter of a built-in loss, which 'ragged.csv' is not",
        ),
        (("analyze", "hamming", "--m", "1", "--time", "0"), "'0' is not a positive time such as"),
        (("analyze", "hamming", "--m", "1", "--time", "soon"), "'soon' is not a positive time"),
        (("analyze", "hamming", "--m", "1", "--memory", "-1"), "is not a positive size such as"),
        (("analyze", "hamming", "--m", "1", "--memory", "1B"), "--memory must be at least 16MB"),
        (("analyze", "hamming", "--m", "1", "--limit", "margins"), "not of the form PART=TIME"),
        (("analyze", "hamming", "--m", "1", "--limit", "all=3s"), "'all' is no part of a dossier"),
        (("analyze", "hamming", "--m", "1", "--part", "some"), "'some' is no part of a dossier"),
        (("analyze", "hamming", "--m", "1", "--array", "L"), "'array' is about reading a file"),
        (("analyze", "hamming", "--m", "1", "--header", "no"), "'header' is about reading a file"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(qstheory, tmp_path, words, sentence) -> None:
    (tmp_path / "ragged.csv").write_text("0,1\n1\n")
    (tmp_path / "nan.csv").write_text("0,1\n1,nan\n")
    (tmp_path / "empty.csv").write_text("")
    np.save(tmp_path / "pickled.npy", np.array([[{}]], dtype=object), allow_pickle=True)
    before = sorted(tmp_path.iterdir())
    shown = qstheory(*words, "--output", "dossier.txt")
    assert shown.returncode == 2
    assert sentence in shown.stderr
    assert "Traceback" not in shown.stderr
    assert shown.stderr.strip().count("\n") == 0
    assert sorted(tmp_path.iterdir()) == before


def test_an_output_that_cannot_be_written_is_one_sentence(qstheory, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shown = qstheory("analyze", "hamming", "--m", "1", "--output", "file/dossier.txt")
    assert shown.returncode == 2
    assert "cannot be written" in shown.stderr


def test_an_output_of_few_characters_is_written_all_the_same(qstheory, monkeypatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    shown = qstheory("analyze", "hamming", "--m", "1", "--format", "md")
    assert shown.returncode == 0
    assert shown.stdout.isascii()


@pytest.mark.parametrize(
    "entries", ["0,1e300\n1e-300,0\n", "0,1e-200\n1e-200,0\n", "0,1e-390\n1,0\n"]
)
def test_numbers_beyond_floating_point_have_a_dossier(qstheory, tmp_path, entries: str) -> None:
    (tmp_path / "far.csv").write_text(entries)
    shown = qstheory("analyze", "far.csv", "--full")
    assert shown.returncode in (0, 3), shown.stderr
    assert "rank L = 2" in shown.stdout


def test_in_a_short_time_there_is_an_answer(qstheory, tmp_path: Path) -> None:
    rows = np.random.default_rng(0).integers(0, 1000, (60, 60))
    np.save(tmp_path / "large.npy", rows)
    limited = ("--time", "2s", "--limit", "dimensions=60s", "--format", "json")
    shown = qstheory("analyze", "large.npy", *limited)
    assert shown.returncode in {0, 3}
    findings = {f["key"]: f for f in json.loads(shown.stdout)["findings"]}
    assert findings["loss"]["value"] == 60
    assert findings["affine-dimension"]["value"] == 59


def test_one_part_and_too_little_memory(qstheory, tmp_path: Path) -> None:
    shown = qstheory("analyze", "hamming", "--m", "2", "--part", "decoder")
    assert "Decoder" in shown.stdout
    assert "Dimensions" not in shown.stdout
    np.save(tmp_path / "large.npy", np.zeros((3000, 3000), dtype=np.int64))
    refused = qstheory("analyze", "large.npy", "--memory", "20MB")
    assert refused.returncode == 2
    assert "raise --memory" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("finding", "code"),
    [
        (Finding("margins", "k", "a question", reason="no method answers it"), 3),
        (Finding("margins", "k", "a question", limit="9 entries, limit 4"), 0),
        (Finding("margins", "k", "an answer"), 0),
    ],
)
def test_exit_code_3_is_for_what_stays_undecided(
    monkeypatch, capsys, tmp_path: Path, finding: Finding, code: int
) -> None:
    """With and without certificates; what exceeds a limit is no failure."""
    loss = losses.make("hamming", m=1)

    def analysed(*_: object, **__: object) -> Dossier:
        return Dossier(loss, True, DEFAULT, (finding,))

    monkeypatch.setattr(dossier, "analyze_loss", analysed)
    certificates = ["--certificates", str(tmp_path / "c.json")]
    for words in (["--format", "json"], ["--full"], [*certificates, "--full"]):
        assert main(["analyze", "hamming", "--m", "1", "--no-store", *words]) == code
    assert finding.statement in capsys.readouterr().out


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
