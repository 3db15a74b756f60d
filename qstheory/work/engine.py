"""Where jobs are done, by joblib or dask.distributed, and where finished ones are kept.

The store is an SQLite file: safe against a kill at any moment and two runs at once.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from joblib import Parallel, cpu_count, delayed

from qstheory.errors import InvalidParameter, UnreadableInput, WorkerLost

Engine = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
"""Yields function(item) for all items, as they finish."""
PATIENCE = 60.0
"""Seconds to wait for a dask cluster without workers: a batch system restarts them in less."""
PAUSE = 0.02
"""Seconds between two looks at a dask cluster: short beside the shortest job."""


def processors() -> int:
    """How many processors this process may use: affinity and container limits count."""
    return int(cpu_count())


def joblib_engine(workers: int) -> Engine:
    """Worker processes of this machine; raises WorkerLost when one of them is killed."""

    def work(function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
        from joblib.externals.loky.process_executor import BrokenProcessPool

        try:
            yield from Parallel(n_jobs=workers, return_as="generator_unordered")(
                delayed(function)(item) for item in items
            )
        except BrokenProcessPool:
            raise WorkerLost(
                "A worker process was killed, perhaps for want of memory: what was finished is"
                " kept, and the same command with fewer --jobs goes on from there."
            ) from None

    return work


def dask_engine(address: str | None, workers: int, patience: float = PATIENCE) -> Engine:
    """dask.distributed: a scheduler by its address, or a local cluster of worker processes.

    An item whose worker dies is done again elsewhere, three times; raises WorkerLost when that does
    not help, when the scheduler goes, or when there is no worker for `patience` seconds. The
    workers need this package and the same file system.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InvalidParameter(
            "The engine dask needs the extra `dask`: pip install 'qstheory[dask]'."
        ) from None

    def work(function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
        cluster = None if address else LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None
        )  # fmt: skip
        try:
            try:
                client = Client(address or cluster)
            except (OSError, ValueError):
                raise InvalidParameter(f"No dask scheduler answers at {address}.") from None
            try:
                yield from _watched(client, client.map(function, items, pure=False, retries=3),
                                    patience)  # fmt: skip
            finally:
                client.close(timeout=PATIENCE)
        finally:
            if cluster is not None:
                cluster.close()

    return work


def _watched(client: Any, futures: Sequence[Any], patience: float) -> Iterator[Any]:
    """The results as they come, for as long as the scheduler answers and has workers."""
    from distributed import KilledWorker

    waiting, last = list(futures), time.monotonic()
    while waiting:
        finished = [future for future in waiting if future.done()]
        waiting = [future for future in waiting if not future.done()]
        for future in finished:
            if future.status == "lost":  # With its worker, since it was seen done: it is redone.
                waiting.append(future)
                continue
            if future.status == "cancelled":
                raise WorkerLost(
                    "The dask scheduler stopped: what was finished is kept, and the same command"
                    " with a running scheduler goes on from there."
                )
            try:
                yield future.result()
            except KilledWorker:
                raise WorkerLost(
                    "A job lost its dask worker four times: what was finished is kept; give the"
                    " workers more memory and run the same command again."
                ) from None
        if finished or client.scheduler_info(n_workers=-1)["workers"]:
            last = time.monotonic()
        elif time.monotonic() - last > patience:
            raise WorkerLost(
                f"The dask scheduler has had no worker for {patience:g} seconds: what was finished"
                " is kept; start workers and run the same command again."
            )
        time.sleep(0 if finished else PAUSE)


def engine(name: str, workers: int) -> Engine:
    """`joblib`, `dask`, or the address of a dask scheduler such as tcp://127.0.0.1:8786.

    Raises InvalidParameter for anything else, and for less than one worker.
    """
    if workers < 1:
        raise InvalidParameter(f"There must be at least 1 worker (--jobs), not {workers}.")
    if name == "joblib":
        return joblib_engine(workers)
    if name == "dask":
        return dask_engine(None, workers)
    if name.startswith(("tcp://", "tls://")):
        return dask_engine(name, workers)
    raise InvalidParameter(f"{name!r} is no engine; use joblib, dask or a scheduler's tcp address.")


FORMAT = "qstheory-simulation/1"
TABLES = frozenset({"about", "results"})


class ResultStore:
    """One row for each finished job, under its key.

    A file that exists is looked at before anything is written to it, and one that is not a store is
    left byte for byte as it is. A store that may only be read is read.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the file; raises UnreadableInput when it is none of ours."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size:
                self._recognise()
                return
        except OSError as error:
            raise UnreadableInput(f"{path} cannot be made: {error.strerror}.") from None
        with self._connection() as connection, connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT)"
            )
            connection.execute(
                "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, records TEXT NOT NULL)"
            )
            connection.execute("INSERT OR IGNORE INTO about VALUES ('format', ?)", (FORMAT,))
        self._recognise()

    def _recognise(self) -> None:
        """Raise UnreadableInput unless the file is a store of this format."""
        with self._connection("rw") as connection:
            tables = {
                name for (name,) in connection.execute("SELECT name FROM sqlite_schema") if name
            }
            row = (
                connection.execute("SELECT value FROM about WHERE name = 'format'").fetchone()
                if tables >= TABLES
                else None
            )
        if row is None:
            raise UnreadableInput(
                f"{self.path} cannot be used as a store (it is the database of something else);"
                " it was left as it is: name another file."
            )
        if row[0] != FORMAT:
            raise UnreadableInput(
                f"{self.path} holds results in the format {row[0]!r}, not {FORMAT!r}; name another"
                " file."
            )

    @contextmanager
    def _connection(self, mode: str = "rwc") -> Iterator[sqlite3.Connection]:
        path = Path(os.path.realpath(self.path))
        if path.exists() and not os.access(path, os.W_OK):
            # Nobody else writes there either, and SQLite would want a lock file beside it.
            mode = "ro&immutable=1"
        address = f"file:{quote(str(path))}?mode={mode}"
        try:
            with closing(sqlite3.connect(address, timeout=60, uri=True)) as connection:
                yield connection
        except sqlite3.DatabaseError as error:
            raise UnreadableInput(
                f"{self.path} cannot be used as a store ({error}); what it holds was left as it is."
            ) from None

    def get(self, keys: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
        """The records of those keys that are stored."""
        found: dict[str, list[dict[str, Any]]] = {}
        with self._connection("rw") as connection:
            for key in keys:
                row = connection.execute(
                    "SELECT records FROM results WHERE key = ?", (key,)
                ).fetchone()
                if row is not None:
                    found[key] = self._records(row[0])
        return found

    def _records(self, text: str) -> list[dict[str, Any]]:
        try:
            return list(json.loads(text))
        except (TypeError, ValueError, RecursionError):
            raise UnreadableInput(
                f"{self.path} has a damaged row; name another file, this one was left as it is."
            ) from None

    def put(self, key: str, records: list[dict[str, Any]]) -> None:
        """Store the records of a finished job; a second writer changes nothing."""
        text = json.dumps(records)
        with self._connection("rw") as connection, connection:
            connection.execute("INSERT OR IGNORE INTO results VALUES (?, ?)", (key, text))
