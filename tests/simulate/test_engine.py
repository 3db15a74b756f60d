"""The same numbers for every engine, order and number of workers, and when a worker dies."""

import os
import signal

import numpy as np
import pytest

from qstheory.simulate.inequalities import fitted_sizes, slope
from qstheory.simulate.jobs import Job, run, run_all
from qstheory.simulate.study import Plan, bound_exponent, judge_rate, study
from qstheory.simulate.subjects import Subject
from qstheory.work.engine import ResultStore, engine

SUBJECTS = (Subject("hamming:m=2"), Subject("zero-one:m=2"))


def jobs(replicates=3):
    """A few small jobs."""
    return Plan(SUBJECTS, ("p=1", "atom=0.25"), (16, 32), replicates).jobs()


def records(tmp_path, name, workers, some, file):
    """What an engine makes of them, in an empty store."""
    return run_all(some, engine(name, workers), ResultStore(tmp_path / file), lambda done: None)


def test_order_and_workers_do_not_matter(tmp_path):
    """One worker, two workers, and the jobs the other way round."""
    one = records(tmp_path, "joblib", 1, jobs(), "one")
    assert records(tmp_path, "joblib", 2, jobs(), "two") == one
    backwards = records(tmp_path, "joblib", 1, jobs()[::-1], "back")
    assert sorted(map(str, backwards)) == sorted(map(str, one))


def test_losses_share_x_and_are_not_changed_by_company():
    """A loss alone has the same records as beside another one."""
    together = run(Job(SUBJECTS, "p=1", 32, 0, 7))
    alone = run(Job(SUBJECTS[1:], "p=1", 32, 0, 7))
    assert [r for r in together if r["subject"] == SUBJECTS[1].name] == alone


def test_seeds_are_of_the_job():
    """Another replicate, size, density or study draws other numbers; the same job the same."""
    base = Job(SUBJECTS, "p=1", 32, 0, 7)
    draws = [
        job.generator().random()
        for job in (
            base,
            Job(SUBJECTS, "p=1", 32, 1, 7),
            Job(SUBJECTS, "p=1", 64, 0, 7),
            Job(SUBJECTS, "p=2", 32, 0, 7),
            Job(SUBJECTS, "p=1", 32, 0, 8),
        )
    ]
    assert len(set(draws)) == 5
    assert base.generator().random() == draws[0]
    assert base.key("a") != base.key("b")


def test_the_second_run_does_what_is_missing(tmp_path):
    """Jobs that are stored are not run again."""
    store = ResultStore(tmp_path / "r.sqlite")
    seen = []

    def watched(function, some):
        seen.append(len(some))
        yield from engine("joblib", 1)(function, some)

    first = run_all(jobs(2), watched, store, lambda done: None)
    again = run_all(jobs(3), watched, store, lambda done: None)
    run_all(jobs(3), watched, store, lambda done: None)
    assert seen == [8, 4]
    assert [r for r in again if r["replicate"] < 2] == first


def test_a_study_writes_down_its_plan(tmp_path):
    """The record has the parameters to run it again, and one curve for each loss and density."""
    plan = Plan((Subject("hamming:m=2"),), ("p=1",), (8, 16, 32, 64), 3)
    record = study(plan, engine("joblib", 1), ResultStore(tmp_path / "r"), lambda a, b: None)
    assert record["command"] == (
        "qstheory simulate --loss hamming:m=2 --density p=1 --n 8,16,32,64"
        " --replicates 3 --seed 2026"
    )
    (curve,) = record["curves"]
    assert len(curve["excess"]) == 4
    assert not [v for v in curve["violations"] if "printed" not in v["inequality"]]


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker(tmp_path):
    """Two worker processes, one killed in the middle: the same numbers as one process."""
    distributed = pytest.importorskip("distributed")
    some = jobs(30)
    one = records(tmp_path, "joblib", 1, some, "one")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        victim = next(iter(client.run(os.getpid).values()))
        killed = []

        def progress(done):
            if done >= 10 and not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(done)

        store = ResultStore(tmp_path / "dask")
        found = run_all(some, engine(cluster.scheduler_address, 2), store, progress)
    assert killed
    assert killed[0] < len(some)
    assert found == one


SIZES = np.array([64, 128, 256, 512, 1024, 2048])


def planted(exponent, seed, replicates=60):
    """Noisy risks of the order n^-exponent, faster at the sizes that are left out."""
    noise = np.random.default_rng(seed).gamma(2, 0.5, (replicates, len(SIZES)))
    early = np.where(SIZES < 256, (256 / SIZES) ** 0.8, 1)
    return SIZES**-exponent * early * noise


@pytest.mark.parametrize("exponent", [0.25, 1 / 3, 0.5, 1.0])
def test_planted_slopes_are_recovered(exponent):
    """The interval holds the truth nearly always, and is short."""
    found = [slope(SIZES, planted(exponent, seed), np.zeros((60, 6))) for seed in range(20)]
    assert all(fit.sizes == (256, 512, 1024, 2048) for fit in found)
    assert sum(fit.low <= exponent <= fit.high for fit in found) >= 16
    assert all(fit.high - fit.low < 0.4 for fit in found)


def test_noise_below_the_quadrature_error_is_not_fitted():
    """A size counts when its mean is twice its error; with fewer than two there is no slope."""
    risks = planted(0.5, 0)
    errors = np.where(SIZES > 600, risks, 0)
    assert slope(SIZES, risks, errors).sizes == (256, 512)
    assert slope(SIZES, risks, risks) is None
    assert slope(SIZES, 0 * risks, 0 * risks) is None
    assert not fitted_sizes(SIZES, np.ones(6), np.ones(6)).any()


def test_one_replicate_has_the_slope_as_its_interval():
    """No spread can be seen in one replicate."""
    fit = slope(SIZES, SIZES[None, :] ** -0.5, np.zeros((1, 6)))
    assert fit.low == fit.value == fit.high == pytest.approx(0.5)


def test_judgements():
    """By where the interval lies; what is not fitted is not judged."""
    errors = np.zeros((60, 6))
    assert judge_rate(None, 0.3) == "not fitted"
    assert judge_rate(slope(SIZES, planted(0.4, 1), errors), 0.4) == "consistent"
    assert judge_rate(slope(SIZES, planted(1.0, 1), errors), 0.4) == "faster than the bound"
    assert judge_rate(slope(SIZES, planted(0.1, 1), errors), 0.4) == "violated"


def test_exponents_of_the_bound():
    """1/4 with no condition, 1/3 at p = 1, 1/2 with a hard margin."""
    assert [bound_exponent(p) for p in (0.0, 1.0, float("inf"))] == [0.25, 1 / 3, 0.5]
