"""Where work is done: worker processes of this machine by joblib, or dask.distributed."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from joblib import Parallel, cpu_count, delayed

from qstheory.errors import InvalidParameter, WorkerLost

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
