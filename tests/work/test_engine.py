"""Engines refuse names they do not know, and tell in a sentence when their workers are lost."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from qstheory.errors import InvalidParameter, WorkerLost
from qstheory.work.engine import _watched, dask_engine, engine, processors


@pytest.mark.parametrize("name", ["spark", "dask2", "http://localhost", ""])
def test_no_such_engine(name):
    """One sentence."""
    with pytest.raises(InvalidParameter, match="is no engine"):
        engine(name, 1)


def double_or_die(x):
    """Twice x; 3 is deadly."""
    if x == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * x


def slowly(x):
    """Twice x, after a while."""
    time.sleep(0.3)
    return 2 * x


def test_a_killed_worker_is_a_sentence():
    """What was finished before has been yielded."""
    with pytest.raises(WorkerLost, match="was killed"):
        list(engine("joblib", 2)(double_or_die, [3, 3]))
    assert sorted(engine("joblib", 2)(double_or_die, [1, 2])) == [2, 4]


def test_the_command_has_an_exit_code_of_its_own(tmp_path, monkeypatch, capsys):
    """4, and one line."""
    from qstheory import cli
    from qstheory.cli import experiments

    def lost(arguments):
        raise WorkerLost("A worker process was killed.")

    commands = [replace(command, run=lost) for command in experiments.COMMANDS]
    monkeypatch.setattr(experiments, "COMMANDS", commands)
    assert cli.main(["simulate", "--output", str(tmp_path)]) == 4
    assert capsys.readouterr().err == "qstheory: A worker process was killed.\n"


def test_affinity_counts():
    """One processor allowed: one worker."""
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("this system has no processor affinity")
    code = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "from qstheory.work.engine import processors; print(processors())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "1\n"
    assert 1 <= processors() <= len(os.sched_getaffinity(0))


@pytest.mark.slow
def test_a_cluster_without_workers_and_without_scheduler():
    """All workers gone: the stated time, then a sentence. The scheduler gone: a sentence."""
    distributed = pytest.importorskip("distributed")

    def scheduler():
        process = subprocess.Popen(
            [sys.executable, "-c",
             "from distributed import LocalCluster; import time\n"
             "c = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)\n"
             "print(c.scheduler_address, flush=True); time.sleep(60)"],
            stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    process, address = scheduler()
    results = dask_engine(address, 1)(slowly, range(50))
    assert next(results) % 2 == 0
    os.killpg(process.pid, signal.SIGKILL)
    with pytest.raises(WorkerLost, match="stopped"):
        list(results)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster,
        pytest.raises(WorkerLost, match="no worker for 1 seconds"),
    ):
        list(dask_engine(cluster.scheduler_address, 1, patience=1)(slowly, [1]))


class LostOnce:
    """A result of dask that was done and went with its worker, and is computed again."""

    def __init__(self):
        self.looks = 0

    @property
    def status(self):
        """Lost at the first look."""
        self.looks += 1
        return "lost" if self.looks == 1 else "finished"

    def done(self):
        """Seen as done both times."""
        return True

    def result(self):
        """What is computed."""
        return 7


def test_a_result_that_is_lost_when_it_is_looked_at_is_waited_for():
    """A worker that dies between two looks does not end the work of the others."""
    pytest.importorskip("distributed")
    assert list(_watched(None, [LostOnce()], 1.0)) == [7]
