"""The store: nothing is lost by kills, damage, other versions or two runs at once."""

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from qstheory.errors import UnreadableInput
from qstheory.work.engine import ResultStore

WORDS = ("--loss", "hamming:m=2", "--p", "1", "--n", "16,32,64", "--replicates", "40")


def start(folder, store, *words, output="out", **options):
    """The command running in the background."""
    return subprocess.Popen(
        [sys.executable, "-m", "qstheory", "simulate", *WORDS, "--jobs", "1",
         "--store", str(store), "--output", str(folder / output), *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def stored(path):
    """How many results a store holds, 0 while it is being made."""
    try:
        return sqlite3.connect(path).execute("SELECT count(*) FROM results").fetchone()[0]
    except sqlite3.Error:
        return 0


def record(folder):
    """The record that a run wrote."""
    return json.loads((folder / "simulation.json").read_text())


def test_rows_come_back_and_stay(tmp_path):
    """What was put is found again by another object; the first writer wins."""
    ResultStore(tmp_path / "r.sqlite").put("a", [{"x": 1.5}])
    again = ResultStore(tmp_path / "r.sqlite")
    again.put("a", [{"x": 2.5}])
    assert again.get(["a", "b"]) == {"a": [{"x": 1.5}]}


def test_kill_and_resume(tmp_path):
    """A SIGKILL in the middle keeps what was finished; the next run gives the same as one run."""
    store = tmp_path / "killed.sqlite"
    running = start(tmp_path, store)
    while stored(store) < 5 and running.poll() is None:
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    kept = stored(store)
    assert 5 <= kept <= 120
    resumed = start(tmp_path, store, output="resumed")
    said = resumed.communicate()[1]
    assert resumed.returncode == 0, said
    assert f"120 jobs, {120 - kept} to run" in said
    once = start(tmp_path, tmp_path / "once.sqlite", output="once")
    assert once.wait() == 0
    assert record(tmp_path / "resumed") == record(tmp_path / "once")


def test_two_runs_at_once(tmp_path):
    """Both finish, with the same record, on one store."""
    store = tmp_path / "shared.sqlite"
    both = [start(tmp_path, store, output=name) for name in "ab"]
    assert [run.wait() for run in both] == [0, 0], [run.communicate() for run in both]
    assert record(tmp_path / "a") == record(tmp_path / "b")
    assert stored(store) == 120


def limit_files():
    """No file may grow beyond 40 kB: what a full disk does."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))


def test_no_space_left(tmp_path):
    """One sentence and exit code 2; what was stored before is still there."""
    store = tmp_path / "full.sqlite"
    ResultStore(store).put("before", [{"x": 1}])
    running = start(tmp_path, store, preexec_fn=limit_files)
    said = running.communicate()[1]
    assert running.returncode == 2
    assert "cannot be used as a store" in said
    assert "Traceback" not in said
    assert ResultStore(store).get(["before"]) == {"before": [{"x": 1}]}


def test_a_file_that_is_no_store(tmp_path):
    """It is named and left as it is."""
    path = tmp_path / "notes.sqlite"
    path.write_text("my notes" * 100)
    with pytest.raises(UnreadableInput, match="cannot be used as a store"):
        ResultStore(path)
    assert path.read_text() == "my notes" * 100


def test_a_damaged_row(tmp_path):
    """It is not taken for a result."""
    store = ResultStore(tmp_path / "r.sqlite")
    with sqlite3.connect(store.path) as connection:
        connection.execute("INSERT INTO results VALUES ('a', '[{')")
    with pytest.raises(UnreadableInput, match="damaged row"):
        store.get(["a"])


def test_another_format(tmp_path):
    """A store of another version is refused and keeps its rows."""
    store = ResultStore(tmp_path / "r.sqlite")
    store.put("a", [{"x": 1}])
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE about SET value = 'qstheory-simulation/99'")
    with pytest.raises(UnreadableInput, match=r"qstheory-simulation/99.*name another file"):
        ResultStore(store.path)
    assert stored(store.path) == 1


def test_a_folder_that_cannot_be_made(tmp_path):
    """A file in the place of the folder."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UnreadableInput, match="cannot be made"):
        ResultStore(tmp_path / "file" / "deep" / "r.sqlite")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_write_permission(tmp_path):
    """One sentence."""
    tmp_path.chmod(0o500)
    with pytest.raises(UnreadableInput, match="cannot be used as a store"):
        ResultStore(tmp_path / "r.sqlite")


def test_the_database_of_something_else_is_left_as_it_is(tmp_path):
    """No table is added to it and its journal mode stays."""
    path = tmp_path / "mine.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (text TEXT)")
        connection.execute("INSERT INTO notes VALUES ('mine')")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(UnreadableInput, match="something else"):
        ResultStore(path)
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mine.sqlite"]


def test_a_store_that_may_only_be_read_is_read(tmp_path):
    """Its results are taken up; only storing more is refused."""
    path = tmp_path / "read" / "r.sqlite"
    ResultStore(path).put("a", [{"x": 1}])
    script = (
        "import os, sys; from pathlib import Path\n"
        "from qstheory.work.engine import ResultStore\n"
        "from qstheory.errors import UnreadableInput\n"
        "os.setuid(65534)\n"
        "store = ResultStore(Path(sys.argv[1])); assert store.get(['a']) == {'a': [{'x': 1}]}\n"
        "try: store.put('b', [])\n"
        "except UnreadableInput as error: print(error)\n"
    )
    if os.geteuid() != 0:
        script = script.replace("os.setuid(65534)\n", "")
    path.chmod(0o444)
    path.parent.chmod(0o555)
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid() and not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o111)
    said = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    path.parent.chmod(0o755)
    assert said.returncode == 0, said.stderr
    assert "readonly" in said.stdout
