"""A study: its jobs, what they show of rates and inequalities, its verdict on the rate claims."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from qstheory.simulate.engine import Engine, run_all
from qstheory.simulate.fits import Slope, slope
from qstheory.simulate.inequalities import inverse_moment, sides, usable_exponent
from qstheory.simulate.jobs import FACTORS, Job, Subject, density, job_list, make_world
from qstheory.simulate.store import ResultStore
from qstheory.simulate.world import World

FORMAT = "qstheory-simulation/1"
TABLE_LOSSES = (
    "zero-one:m=2",
    "block-zero-one:m=3",
    "hamming:m=3",
    "f-score:m=3,undefined=one",
    "prec-at-k:m=4,k=2",
    "ndcg:m=3,R=2,discount=reciprocal",
    "pairwise-disagreement:m=3,undefined=drop",
    "map:m=3,undefined=drop",
)
"""The losses of Table 1 at small sizes, studied by default."""


@dataclass(frozen=True)
class Plan:
    """What to simulate; `replicates` samples of each size and density."""

    subjects: tuple[Subject, ...] = tuple(Subject(loss) for loss in TABLE_LOSSES)
    densities: tuple[str, ...] = ("p=0.5", "p=1", "p=4")
    sizes: tuple[int, ...] = (64, 128, 256, 512, 1024)
    replicates: int = 8
    seed: int = 2026

    def jobs(self) -> list[Job]:
        """All jobs."""
        return list(job_list(self.subjects, self.densities, self.sizes, self.replicates, self.seed))

    def seconds(self) -> float:
        """A guess at the time on one core: cubic in n for the decomposition, linear in losses."""
        each = sum(2e-10 * n**3 + len(self.subjects) * 4e-5 * n + 0.05 for n in self.sizes)
        return each * self.replicates * len(self.densities)


def bound_exponent(p: float) -> float:
    """(p + 1) / (2 (p + 2)), the exponent of n in Corollary cor:improved-rates; 1/2 at infinity."""
    return 0.5 if p == float("inf") else (p + 1) / (2 * (p + 2))


def judge_rate(measured: Slope | None, bound: float) -> str:
    """`consistent` when the interval holds the bound's exponent, otherwise which way it lies.

    A risk too small to fit falls faster than any rate.
    """
    if measured is None or measured.low > bound:
        return "faster than the bound"
    return "violated" if measured.high < bound else "consistent"


def summarise(plan: Plan, records: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The record of a study: curves, slopes, violations, constants."""
    grouped: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        grouped[(record["subject"], record["density"])].append(record)
    curves = []
    for subject in plan.subjects:
        for law in plan.densities:
            problem = make_world(subject, density(law))
            curves.append(_curve(plan, subject, law, problem, grouped[(subject.name, law)]))
    return {
        "format": FORMAT,
        "plan": {
            "subjects": [s.name for s in plan.subjects],
            "densities": list(plan.densities),
            "sizes": list(plan.sizes),
            "replicates": plan.replicates,
            "seed": plan.seed,
        },
        "command": command(plan),
        "curves": curves,
    }


def command(plan: Plan) -> str:
    """The command that runs the study again."""
    words = ["qstheory simulate"]
    words += [f"--loss '{subject.loss}'" for subject in plan.subjects]
    words.append(f"--density {','.join(plan.densities)}")
    words.append(f"--n {','.join(map(str, plan.sizes))}")
    words.append(f"--replicates {plan.replicates} --seed {plan.seed}")
    return " ".join(words)


def _curve(
    plan: Plan, subject: Subject, law: str, problem: World, records: list[dict[str, Any]]
) -> dict[str, Any]:
    sizes = np.array(sorted(plan.sizes))
    place = {(r["n"], r["replicate"], r["factor"]): r for r in records}

    def table(name: str, factor: float) -> np.ndarray[Any, np.dtype[np.float64]]:
        return np.array(
            [[place[(n, k, factor)][name] for n in sizes] for k in range(plan.replicates)]
        )

    every = np.array([table("excess", factor) for factor in FACTORS])
    theory, best = table("excess", FACTORS[0]), every.min(axis=0)
    bound = bound_exponent(problem.density.exponent)
    measured = slope(sizes, theory)
    p = usable_exponent(problem)
    moment = inverse_moment(problem, p) if p is not None else None
    violations = [
        {"inequality": side.name, "left": side.left, "right": side.right, "n": record["n"],
         "replicate": record["replicate"], "seed": record["seed"], "factor": record["factor"]}
        for record in records
        for side in sides(problem, record, moment, p)
        if side.violated
    ]  # fmt: skip
    scale = problem.constant * problem.largest_component_norm / np.abs(problem.U).max()
    return {
        "subject": subject.name,
        "form": problem.form.name,
        "density": law,
        "exponent": problem.density.exponent if np.isfinite(problem.density.exponent) else None,
        "sizes": sizes.tolist(),
        "excess": theory.mean(axis=0).tolist(),
        "excess_error": table("excess_error", FACTORS[0]).mean(axis=0).tolist(),
        "excess_best": best.mean(axis=0).tolist(),
        "surrogate": table("surrogate", FACTORS[0]).mean(axis=0).tolist(),
        "bound_exponent": bound,
        "slope": _slope_data(measured),
        "slope_best": _slope_data(slope(sizes, best)),
        "slope_surrogate": _slope_data(slope(sizes, table("surrogate", FACTORS[0]))),
        "judgement": judge_rate(measured, bound),
        "A": problem.constant,
        "Q": problem.largest_component_norm / float(np.abs(problem.U).max()),
        "norm": problem.norm,
        "gamma_slope": problem.slope,
        "inverse_moment": {"p": p, "value": moment[0], "error": moment[1]} if moment else None,
        "fitted_constant": float((theory.mean(axis=0) * sizes**0.25 / scale).max()),
        "violations": violations,
    }


def _slope_data(measured: Slope | None) -> dict[str, Any] | None:
    if measured is None:
        return None
    return {"value": measured.value, "low": measured.low, "high": measured.high,
            "sizes": list(measured.sizes)}  # fmt: skip


def study(
    plan: Plan, work: Engine, store: ResultStore, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Run what is missing and summarise all of it."""
    jobs = plan.jobs()
    return summarise(plan, run_all(jobs, work, store, lambda done: progress(done, len(jobs))))
