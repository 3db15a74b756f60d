"""Running jobs over joblib or dask.distributed, storing each as it finishes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from joblib import Parallel, delayed

from qstheory.errors import InvalidParameter
from qstheory.simulate.jobs import Job, code_version, run
from qstheory.simulate.store import ResultStore

Finished = tuple[Job, list[dict[str, Any]]]
Engine = Callable[[Sequence[Job]], Iterator[Finished]]


def _run(job: Job) -> Finished:
    return job, run(job)


def joblib_engine(workers: int) -> Engine:
    """Worker processes of this machine."""

    def work(jobs: Sequence[Job]) -> Iterator[Finished]:
        yield from Parallel(n_jobs=workers, return_as="generator_unordered")(
            delayed(_run)(job) for job in jobs
        )

    return work


def dask_engine(address: str | None, workers: int) -> Engine:
    """dask.distributed: a scheduler by its address, or a local cluster of worker processes.

    A job whose worker dies is run again elsewhere.
    """
    try:
        from distributed import Client, LocalCluster, as_completed
    except ImportError:
        raise InvalidParameter(
            "The engine dask needs the extra `dask`: pip install 'qstheory[dask]'."
        ) from None

    def work(jobs: Sequence[Job]) -> Iterator[Finished]:
        cluster = None if address else LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None
        )  # fmt: skip
        try:
            client = Client(address or cluster)
            try:
                futures = client.map(_run, jobs, pure=False, retries=3)
                for _, result in as_completed(futures, with_results=True):
                    yield result
            finally:
                client.close()
        finally:
            if cluster is not None:
                cluster.close()

    return work


def engine(name: str, workers: int) -> Engine:
    """`joblib`, `dask`, or the address of a dask scheduler such as tcp://127.0.0.1:8786."""
    if name == "joblib":
        return joblib_engine(workers)
    if name == "dask":
        return dask_engine(None, workers)
    if name.startswith(("tcp://", "tls://")):
        return dask_engine(name, workers)
    raise InvalidParameter(f"{name!r} is no engine; use joblib, dask or a scheduler's tcp address.")


def run_all(
    jobs: Sequence[Job], work: Engine, store: ResultStore, progress: Callable[[int], None]
) -> list[dict[str, Any]]:
    """The records of all jobs in their order: stored ones are taken up, the rest is run."""
    version = code_version()
    keys = [job.key(version) for job in jobs]
    found = store.get(keys)
    progress(len(found))
    missing = [job for job, key in zip(jobs, keys, strict=True) if key not in found]
    if missing:
        for job, records in work(missing):
            key = job.key(version)
            store.put(key, records)
            found[key] = records
            progress(len(found))
    return [record for key in keys for record in found[key]]
