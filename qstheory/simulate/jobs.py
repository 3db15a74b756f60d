"""The jobs of a study: one for each density, size and replicate, shared by all losses.

The seed of a job depends on the study's seed and the job alone, so results do not depend on the
order or on the number of workers.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

import qstheory.simulate as package
from qstheory.errors import InvalidParameter
from qstheory.losses.catalogue import parse
from qstheory.simulate.densities import Atom, Density, HardMargin, Logarithmic, Power
from qstheory.simulate.learner import Outcome, Spectrum, fit
from qstheory.simulate.quadrature import CELLS, Grid
from qstheory.simulate.world import World, world

FACTORS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.001)
"""lambda = factor n^(-1/2); the first is the theorem's, the best of all is reported as well."""


@dataclass(frozen=True)
class Subject:
    """A loss by its name and, optionally, the closed form to learn with."""

    loss: str
    form: str = ""

    @property
    def name(self) -> str:
        """Loss and form in one word."""
        return f"{self.loss} [{self.form}]" if self.form else self.loss


@dataclass(frozen=True)
class Job:
    """One sample of X and what every loss makes of it."""

    subjects: tuple[Subject, ...]
    density: str
    n: int
    replicate: int
    seed: int
    cells: int = CELLS

    def key(self, version: str) -> str:
        """What results are stored under: all parameters and the code version."""
        text = json.dumps([version, asdict(self)], sort_keys=True)
        return sha256(text.encode()).hexdigest()

    def generator(self) -> np.random.Generator:
        """The random numbers of this job."""
        words = sha256(f"{self.density}|{self.n}|{self.replicate}".encode()).digest()
        spawn = tuple(int.from_bytes(words[i : i + 4], "big") for i in range(0, 16, 4))
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=spawn))


def density(text: str) -> Density:
    """The density written as `p=2`, `margin=0.25`, `atom=0.25` or `log-p=1`."""
    kinds: dict[str, Callable[[float], Density]] = {
        "p": Power,
        "margin": HardMargin,
        "atom": Atom,
        "log-p": Logarithmic,
    }
    name, _, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if name not in kinds or not 0 < number < 100 or (name in ("margin", "atom") and number >= 1):
        raise InvalidParameter(
            f"{text!r} is no density; write p=NUMBER, log-p=NUMBER, margin=PART or atom=PART."
        )
    return kinds[name](number)


def code_version() -> str:
    """A hash of this package's sources: stored results of other code are not taken up."""
    folder = Path(package.__file__).parent
    digest = sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def make_world(subject: Subject, law: Density) -> World:
    """The learning problem of a subject."""
    return world(parse(subject.loss), law, subject.form or None)


def run(job: Job) -> list[dict[str, Any]]:
    """One record for each loss and lambda."""
    law = density(job.density)
    grid = Grid(law, job.cells)
    records: list[dict[str, Any]] = []
    spectrum: Spectrum | None = None
    for subject in job.subjects:
        problem = make_world(subject, law)
        x, y = problem.sample(job.n, job.generator())
        if spectrum is None:
            spectrum = Spectrum.of(x)
        lambdas = [factor * job.n**-0.5 for factor in FACTORS]
        for factor, outcome in zip(FACTORS, fit(problem, grid, spectrum, y, lambdas), strict=True):
            records.append(_record(job, subject, factor, outcome))
    return records


def _record(job: Job, subject: Subject, factor: float, outcome: Outcome) -> dict[str, Any]:
    return {
        "subject": subject.name,
        "density": job.density,
        "n": job.n,
        "replicate": job.replicate,
        "seed": job.seed,
        "factor": factor,
        "excess": outcome.excess.value,
        "excess_error": outcome.excess.error,
        "surrogate": outcome.surrogate.value,
        "surrogate_error": outcome.surrogate.error,
        "wrong": outcome.wrong.value,
        "wrong_error": outcome.wrong.error,
    }


def job_list(
    subjects: tuple[Subject, ...],
    densities: tuple[str, ...],
    sizes: tuple[int, ...],
    replicates: int,
    seed: int,
) -> Iterator[Job]:
    """Every job, the large ones first so that workers end together."""
    for n in sorted(sizes, reverse=True):
        for law in densities:
            for replicate in range(replicates):
                yield Job(subjects, law, n, replicate, seed)
