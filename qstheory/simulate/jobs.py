"""The jobs of a study: one for each density, size and replicate, shared by all losses.

The seed of a job depends on the study's seed and the job alone, so results do not depend on the
order or on the number of workers.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

import qstheory
from qstheory.simulate.learner import Outcome, outcome, ridge
from qstheory.simulate.quadrature import CELLS
from qstheory.simulate.subjects import Subject, make_setting
from qstheory.work.engine import Engine
from qstheory.work.store import ResultStore

FACTORS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.001)
"""lambda = factor n^(-1/2); the first is the theorem's, the best of all is reported as well."""
USED = ("simulate", "learn/solvers", "losses", "inputs")
"""The packages that results depend on."""


@dataclass(frozen=True)
class Job:
    """One sample of X and what every loss makes of it.

    Parameters
    ----------
    subjects : tuple of Subject
        The losses, all of them on the same X.
    density : str
        The law of |X| by its name, such as "p=1".
    n : int
        The size of the sample.
    replicate : int
        Which of the samples of this size and density.
    seed : int
        Of the study.
    cells : int
        Cells over which risks are summed.
    dimension : {1, 2}
        Of X.
    """

    subjects: tuple[Subject, ...]
    density: str
    n: int
    replicate: int
    seed: int
    cells: int = CELLS
    dimension: int = 1

    def key(self, version: str) -> str:
        """What results are stored under: all parameters and the code version."""
        text = json.dumps([version, asdict(self)], sort_keys=True)
        return sha256(text.encode()).hexdigest()

    def generator(self) -> np.random.Generator:
        """The random numbers of this job."""
        words = sha256(f"{self.density}|{self.n}|{self.replicate}".encode()).digest()
        spawn = tuple(int.from_bytes(words[i : i + 4], "big") for i in range(0, 16, 4))
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=spawn))


def code_version() -> str:
    """A hash of the sources that results depend on: those of other code are not taken up."""
    folder = Path(qstheory.__file__).parent
    digest = sha256()
    for package in USED:
        for path in sorted((folder / package).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def run(job: Job) -> list[dict[str, Any]]:
    """One record for each loss and lambda, from one decomposition a loss."""
    records: list[dict[str, Any]] = []
    for subject in job.subjects:
        setting = make_setting(subject, job.density, job.cells, job.dimension)
        x, y = setting.world.sample(job.n, job.generator())
        path = ridge(x, setting.world.U[y], setting.world.domain)
        for factor in FACTORS:
            lam = factor * job.n**-0.5
            reached = outcome(setting, path.at(lam).coefficients, lam)
            records.append(_record(job, subject, factor, reached))
    return records


def _record(job: Job, subject: Subject, factor: float, reached: Outcome) -> dict[str, Any]:
    return {
        "subject": subject.name,
        "density": job.density,
        "n": job.n,
        "replicate": job.replicate,
        "seed": job.seed,
        "factor": factor,
        "excess": reached.excess.value,
        "excess_error": reached.excess.error,
        "surrogate": reached.surrogate.value,
        "surrogate_error": reached.surrogate.error,
        "wrong": reached.wrong.value,
        "wrong_error": reached.wrong.error,
    }


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
