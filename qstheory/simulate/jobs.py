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
from numpy.typing import NDArray

import qstheory
from qstheory.learn.kernels import Kernel
from qstheory.learn.solvers import PrimalSolver, RidgePath
from qstheory.simulate.domain import CELLS, INTERVAL, Domain, Enclosed, kernel_distance
from qstheory.simulate.subjects import Setting, Subject, make_setting
from qstheory.work.engine import Engine, ResultStore

Array = NDArray[np.float64]
NOTHING = 1e-12
"""Excess risks below this are rounding."""
SHARE, FLOOR = 0.1, 1e-5
"""Cells are split until the error of the excess risk is below this share of it, or this number."""
MOST = 1 << 13
"""Most cells that are looked at after a split."""


def ridge(x: Array, targets: Array, domain: Domain = INTERVAL) -> RidgePath:
    """Kernel ridge regression on the sample for every lambda: the weights are the coefficients.

    The kernel is the inner product of the domain's features, so that the fit is linear in them.
    """
    return PrimalSolver().path(Kernel("linear"), domain.features(x), targets)


@dataclass(frozen=True)
class Outcome:
    """What one fit reaches: excess risk, surrogate excess risk and P(X_f).

    Parameters
    ----------
    lam : float
        lambda, of (K + n lambda I) C = U.
    excess : Enclosed
        E[L(d(g(X)), Y)] less its least value.
    surrogate : Enclosed
        E |g(X) - g*(X)|^2.
    wrong : Enclosed
        The probability of a prediction that is not optimal.
    """

    lam: float
    excess: Enclosed
    surrogate: Enclosed
    wrong: Enclosed


def outcome(setting: Setting, weights: Array, lam: float) -> Outcome:
    """The risks of x -> argmin_z F_z . ghat(x), where ghat has these weights."""
    excess, wrong = decision_risks(setting, weights)
    return Outcome(lam, excess, surrogate_risk(setting, weights), wrong)


def surrogate_risk(setting: Setting, weights: Array) -> Enclosed:
    """R(ghat) - R(g*) = E |ghat - g*|^2, a quadratic form in the weights' difference."""
    gap = weights - setting.world.weights
    known = setting.world.domain.moments(setting.world.density)
    value = np.einsum("ij,ik,kj->", gap, known.values, gap)
    error = np.einsum("ij,ik,kj->", np.abs(gap), known.errors, np.abs(gap))
    return Enclosed(max(float(value), 0.0), float(error) + 1e-15)


@dataclass(frozen=True, eq=False)
class _Judged:
    """Each cell's excess risk, P(X_f) and how far they can be off, as if its mass were 1."""

    mass: Array
    paid: Array
    error: Array
    wrong: NDArray[np.bool_]
    unsure: NDArray[np.bool_]

    def kept(self, which: NDArray[np.bool_]) -> "_Judged":
        return _Judged(
            self.mass[which],
            self.paid[which],
            self.error[which],
            self.wrong[which],
            self.unsure[which],
        )

    def totals(self) -> Array:
        parts = (self.paid, self.error, self.wrong, self.unsure)
        return np.array([float(part @ self.mass) for part in parts])


def decision_risks(setting: Setting, weights: Array) -> tuple[Enclosed, Enclosed]:
    """Excess risk and P(X_f), cell by cell; in rounds, each splitting the cells whose error counts,
    as often as the domain has it."""
    settled, count = np.zeros(4), 0
    for left in range(setting.world.domain.rounds, -1, -1):
        judged = _judge(setting, weights)
        totals = settled + judged.totals()
        goal = max(SHARE * totals[0], FLOOR)
        if left == 0 or totals[1] <= goal:
            break
        open_cells = judged.mass * judged.error > goal / (count + len(judged.mass)) / 2
        if 2 * open_cells.sum() > MOST:
            break
        settled = settled + judged.kept(~open_cells).totals()
        count += int((~open_cells).sum())
        setting = setting.split(open_cells)
    excess, error, wrong, unsure = map(float, totals)
    return Enclosed(excess, error), Enclosed(wrong, unsure)


def _judge(setting: Setting, weights: Array) -> _Judged:
    """|(F_z - F_z') . (g(x) - g(x'))| <= |(F_z - F_z') . g|_k d(x, x') with the kernel's metric d,
    so a prediction with a larger gap of the scores in the middle is chosen nowhere in the cell.
    With derivatives, |h(x) - h(x')| <= |h'(x')| |x - x'| + sqrt(3) |h|_k |x - x'|^2 / 2 as well:
    the fourth derivative of exp(-u^2 / 2) at 0 is 3."""
    F = setting.world.F
    scores = setting.features @ (weights @ F.T)
    rows = np.arange(len(scores))
    chosen = scores.argmin(axis=1)
    # The constant feature cancels in differences of values.
    images = (weights[1:] @ F.T).T
    norms = np.linalg.norm(images[:, None, :] - images[None, :, :], axis=2)
    reach = kernel_distance(setting.cells.radius)[:, None] * norms[chosen]
    if setting.slopes:
        radius = setting.cells.radius[:, None]
        turns = [slope @ (weights @ F.T) for slope in setting.slopes]
        steep = np.sqrt(sum((turn - turn[rows, chosen][:, None]) ** 2 for turn in turns))
        reach = np.minimum(reach, steep * radius + 3**0.5 / 2 * norms[chosen] * radius**2)
    rivals = scores - scores[rows, chosen][:, None] <= reach
    paid = setting.middle[rows, chosen]
    lowest = np.where(rivals, setting.lowest, np.inf).min(axis=1)
    highest = np.where(rivals, setting.highest, -np.inf).max(axis=1)
    error = np.maximum(highest - paid, paid - lowest)
    unsure = (lowest <= NOTHING) & (highest > NOTHING)
    return _Judged(setting.cells.mass, paid, error, paid > NOTHING, unsure)


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
