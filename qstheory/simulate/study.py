"""A study: its jobs, and what they show of rates, inequalities and constants."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from shlex import quote
from time import perf_counter
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau

from qstheory.inputs.read import Options
from qstheory.simulate.domain import density
from qstheory.simulate.inequalities import (
    LEFT_OUT,
    Curve,
    Judgement,
    Moment,
    Ordering,
    OrderingRow,
    PlanRecord,
    Slope,
    StudyRecord,
    Violation,
    constants,
    profile,
    sides,
    slope,
)
from qstheory.simulate.jobs import FACTORS, Job, code_version, run, run_all
from qstheory.simulate.subjects import Subject, make_world
from qstheory.simulate.world import World
from qstheory.work.engine import Engine, ResultStore
from qstheory.work.files import copied, to_data


def ordering(curves: Iterable[Curve]) -> tuple[Ordering, ...]:
    """For each common path and density the subjects at the largest n, and Kendall's tau between
    A Q, the bound's constant, and the mean excess risk; None when one of them is constant."""
    grouped: dict[tuple[str, str], list[Curve]] = defaultdict(list)
    for curve in curves:
        if curve.path:
            grouped[(curve.path, curve.density)].append(curve)
    made = []
    for (path, law), found in grouped.items():
        rows = tuple(
            OrderingRow(c.subject, c.loss, c.form, c.A, c.Q, c.A * c.Q, c.excess[-1]) for c in found
        )
        tau = _tau([row.constant for row in rows], [row.excess for row in rows])
        made.append(Ordering(path, law, found[0].sizes[-1], rows, tau))
    return tuple(made)


def _tau(left: list[float], right: list[float]) -> float | None:
    if len(set(left)) < 2 or len(set(right)) < 2:
        return None
    return float(kendalltau(left, right).statistic)


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
COMPARED = tuple(
    Subject(loss, form, "hamming:m=3")
    for loss, form in (
        ("hamming:m=3", ""),
        ("hamming:m=3", "identity"),
        ("zero-one:m=3", ""),
        ("f-score:m=3,undefined=one", ""),
        ("f-score:m=3,undefined=one", "identity"),
    )
)
"""Losses with different A on one distribution, and one loss with two decompositions."""


@dataclass(frozen=True)
class Plan:
    """What to simulate; `replicates` samples of each size and density.

    Parameters
    ----------
    subjects : tuple of Subject
        The losses.
    densities : tuple of str
        Laws of |X|, such as "p=1" or "margin=0.25".
    sizes : tuple of int
        The sizes n of samples.
    replicates : int
        Samples for each size and density.
    seed : int
        Of all random numbers.
    dimension : {1, 2}
        Of X: an interval or a disc.
    """

    subjects: tuple[Subject, ...] = (*map(Subject, TABLE_LOSSES), *COMPARED)
    densities: tuple[str, ...] = ("p=0.5", "p=1", "p=4", "margin=0.25", "atom=0.25", "log-p=1")
    sizes: tuple[int, ...] = (64, 128, 256, 512, 1024)
    replicates: int = 20
    seed: int = 2026
    dimension: Literal[1, 2] = 1

    def jobs(self) -> list[Job]:
        """All jobs, the large ones first so that workers end together."""
        return [
            self._job(law, n, replicate)
            for n in sorted(self.sizes, reverse=True)
            for law in self.densities
            for replicate in range(self.replicates)
        ]

    def _job(self, law: str, n: int, replicate: int) -> Job:
        return Job(self.subjects, law, n, replicate, self.seed, dimension=self.dimension)

    def unfinished(self, store: ResultStore) -> int:
        """How many jobs the store has no results of."""
        version = code_version()
        keys = [job.key(version) for job in self.jobs()]
        return len(keys) - len(store.get(keys))

    def seconds(self) -> float:
        """About how long all jobs take on one core, from timing the smallest and largest size.

        A job costs a constant and a part proportional to n; the first one of a process prepares
        what all share.
        """
        low, high = min(self.sizes), max(self.sizes)
        preparing = self._timed(low, 1)
        cheap, dear = self._timed(low, 3), self._timed(high, 1)
        rate = max(dear - cheap, 0.0) / (high - low)
        each = sum(cheap + rate * (n - low) for n in self.sizes)
        return len(self.densities) * (self.replicates * each + preparing)

    def _timed(self, n: int, times: int) -> float:
        start = perf_counter()
        for replicate in range(times):
            run(self._job(self.densities[0], n, replicate))
        return (perf_counter() - start) / times


LARGE = Plan(
    densities=("p=0.5", "p=1", "p=2", "p=4", "margin=0.25", "atom=0.25", "log-p=1"),
    sizes=(64, 128, 256, 512, 1024, 2048, 4096, 8192),
    replicates=200,
)
"""Every loss of Table 1 to n = 8192."""
PLANE = Plan((Subject("hamming:m=2"),), ("p=1", "p=4"), replicates=3, dimension=2)
"""One loss with X on a disc, in the report: a fit costs some twenty of those on the interval."""


WHICH = ("n", "replicate", "seed", "factor")
"""What tells one run from the others."""
NOT_JUDGED: Judgement = "not judged"
"""On another loss's boundary the exponent of the noise condition is not known."""


def bound_exponent(p: float) -> float:
    """(p + 1) / (2 (p + 2)), the exponent of n in Corollary A.12; 1/2 at infinity."""
    return 0.5 if p == float("inf") else (p + 1) / (2 * (p + 2))


def judge_rate(measured: Slope | None, bound: float) -> Judgement:
    """`consistent` when the interval holds the bound's exponent, otherwise which way it lies."""
    if measured is None:
        return "not fitted"
    if measured.low > bound:
        return "faster than the bound"
    return "violated" if measured.high < bound else "consistent"


def summarise(plan: Plan, records: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The record of a study: curves, slopes, violations, constants."""
    grouped: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        grouped[(record["subject"], record["density"])].append(record)
    curves = tuple(
        _curve(
            plan,
            make_world(subject, law, plan.dimension),
            subject,
            law,
            grouped[(subject.name, law)],
        )
        for subject in plan.subjects
        for law in plan.densities
    )
    made = StudyRecord(
        copied(
            PlanRecord,
            plan,
            subjects=tuple(subject.name for subject in plan.subjects),
            factors=FACTORS,
            left_out_below=LEFT_OUT * min(plan.sizes),
        ),
        command(plan),
        curves,
        ordering(curves),
        # The profiles are those of the densities on [-1, 1].
        tuple(profile(density(law)) for law in plan.densities if plan.dimension == 1),
    )
    data: dict[str, Any] = to_data(made)
    return data


def command(plan: Plan) -> str:
    """The command that runs the study again; without --loss it is the default list."""
    words = ["qstheory simulate"]
    if plan.subjects != Plan().subjects:
        words += [f"--loss {quote(_as_given(s))}" for s in plan.subjects if not s.path]
        words += dict.fromkeys(word for s in plan.subjects for word in _as_read(s.reading))
    words.append(f"--density {','.join(plan.densities)}")
    words.append(f"--n {','.join(map(str, plan.sizes))}")
    words.append(f"--replicates {plan.replicates} --seed {plan.seed}")
    words += [f"--dimension {plan.dimension}"] if plan.dimension != Plan().dimension else []
    return " ".join(words)


def _as_given(subject: Subject) -> str:
    return f"{subject.loss}[{subject.form}]" if subject.form else subject.loss


def _as_read(reading: Options) -> list[str]:
    """The options that say how a file is read, where that was said."""
    answers = {True: "yes", False: "no"}
    words = [
        f"--{name} {answers[value]}"
        for name, value in (("header", reading.header), ("labels", reading.labels))
        if value is not None
    ]
    words += ["--rationalise"] * reading.rationalise
    return words + ([f"--array {quote(reading.array)}"] if reading.array is not None else [])


@dataclass(frozen=True)
class _Tables:
    """The records of one curve as arrays, replicates x sizes."""

    place: dict[tuple[int, int, float], dict[str, Any]]
    sizes: tuple[int, ...]
    replicates: int

    def table(self, name: str, factor: float = FACTORS[0]) -> NDArray[np.float64]:
        return np.array(
            [[self.place[(n, k, factor)][name] for n in self.sizes] for k in range(self.replicates)]
        )

    def best(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The least excess risk over lambda in each run, and its error."""
        every = np.array([self.table("excess", factor) for factor in FACTORS])
        errors = np.array([self.table("excess_error", factor) for factor in FACTORS])
        chosen = every.argmin(axis=0)[None]
        return (np.take_along_axis(every, chosen, 0)[0], np.take_along_axis(errors, chosen, 0)[0])


def _curve(
    plan: Plan, problem: World, subject: Subject, law: str, records: list[dict[str, Any]]
) -> Curve:
    place = {(r["n"], r["replicate"], r["factor"]): r for r in records}
    tables = _Tables(place, tuple(sorted(plan.sizes)), plan.replicates)
    sizes = np.array(tables.sizes)
    theory, errors = tables.table("excess"), tables.table("excess_error")
    best, best_errors = tables.best()
    surrogate, surrogate_errors = tables.table("surrogate"), tables.table("surrogate_error")
    exponent = problem.density.exponent
    bound = bound_exponent(exponent)
    measured = slope(sizes, theory, errors)
    known = constants(problem)
    violations = tuple(
        Violation(side.name, side.left, side.right, *(record[name] for name in WHICH))
        for record in records
        for side in sides(problem.row_norm, record, known)
        if side.violated
    )
    means = theory.mean(axis=0)
    moment = known.moment
    return Curve(
        subject.name,
        subject.loss,
        subject.path or None,
        problem.decomposition.name,
        law,
        exponent if np.isfinite(exponent) else None,
        tables.sizes,
        tuple(means.tolist()),
        tuple(errors.mean(axis=0).tolist()),
        tuple(theory.std(axis=0).tolist()),
        tuple(best.mean(axis=0).tolist()),
        tuple(surrogate.mean(axis=0).tolist()),
        bound,
        measured,
        slope(sizes, best, best_errors),
        slope(sizes, surrogate, surrogate_errors),
        judge_rate(measured, bound) if problem.own else NOT_JUDGED,
        problem.constant,
        problem.regularity,
        problem.norm,
        problem.slope if problem.own else None,
        None if known.p is None or moment is None else Moment(known.p, moment.value, moment.error),
        float((means * sizes**0.25).max() / problem.scale),
        _improved_constant(problem, known.p, sizes, means),
        violations,
    )


def _improved_constant(
    problem: World, p: float | None, sizes: NDArray[np.int_], means: NDArray[np.float64]
) -> float | None:
    """The least C with excess <= C gamma_p^(1/(p+2)) (A^2 Q^2 kappa^2 n^(-1/2))^((p+1)/(p+2))."""
    moment = constants(problem).moment
    if p is None or moment is None:
        return None
    rate = (problem.scale**2 * sizes**-0.5) ** ((p + 1) / (p + 2))
    return float((means / rate).max() / moment.value ** (1 / p / (p + 2)))


def study(
    plan: Plan,
    work: Engine,
    store: ResultStore,
    progress: Callable[[int, int], None],
    *,
    fresh: bool = False,
) -> dict[str, Any]:
    """Run what is missing, everything when `fresh`, and summarise all of it."""
    jobs = plan.jobs()

    def watch(done: int) -> None:
        progress(done, len(jobs))

    return summarise(plan, run_all(jobs, work, store, watch, fresh=fresh))
