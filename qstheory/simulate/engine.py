"""Where work is done: worker processes of this machine by joblib, or dask.distributed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from joblib import Parallel, delayed

from qstheory.errors import InvalidParameter

Engine = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
"""Yields function(item) for all items, as they finish."""


def joblib_engine(workers: int) -> Engine:
    """Worker processes of this machine."""

    def work(function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
        yield from Parallel(n_jobs=workers, return_as="generator_unordered")(
            delayed(function)(item) for item in items
        )

    return work


def dask_engine(address: str | None, workers: int) -> Engine:
    """dask.distributed: a scheduler by its address, or a local cluster of worker processes.

    An item whose worker dies is done again elsewhere. The workers need this package and the same
    file system.
    """
    try:
        from distributed import Client, LocalCluster, as_completed
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
                futures = client.map(function, items, pure=False, retries=3)
                for _, result in as_completed(futures, with_results=True):
                    yield result
            finally:
                client.close()
        finally:
            if cluster is not None:
                cluster.close()

    return work


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
