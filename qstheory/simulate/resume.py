"""Running the jobs that a store has no results of, storing each as it finishes."""

from collections.abc import Callable, Sequence
from typing import Any

from qstheory.simulate.jobs import Job, code_version, run
from qstheory.work.engine import Engine
from qstheory.work.store import ResultStore


def _run(job: Job) -> tuple[Job, list[dict[str, Any]]]:
    return job, run(job)


def run_all(
    jobs: Sequence[Job],
    work: Engine,
    store: ResultStore,
    progress: Callable[[int], None],
    *,
    fresh: bool = False,
) -> list[dict[str, Any]]:
    """The records of all jobs in their order: stored ones are taken up unless `fresh`, the rest is
    run."""
    version = code_version()
    keys = [job.key(version) for job in jobs]
    found = {} if fresh else store.get(keys)
    progress(len(found))
    missing = [job for job, key in zip(jobs, keys, strict=True) if key not in found]
    if missing:
        for job, records in work(_run, missing):
            key = job.key(version)
            store.put(key, records)
            found[key] = records
            progress(len(found))
    return [record for key in keys for record in found[key]]
