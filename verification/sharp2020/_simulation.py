"""What the simulated learner measured of the claims on rates: `reports/simulation/simulation.json`,
written by `qstheory simulate` and `qstheory report`; without it a small study is run.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from qstheory.claims import Measurement, Reading

RECORD = Path(__file__).resolve().parents[2] / "reports" / "simulation" / "simulation.json"
PRECISION = 1e-9
"""Inequalities that hold are reported as a ratio of at most 1, up to rounding."""


def record() -> dict[str, Any]:
    """The record of the study, or of a small one."""
    if RECORD.is_file():
        return dict(json.loads(RECORD.read_text(encoding="utf-8")))
    return small_record()


@cache
def small_record() -> dict[str, Any]:
    """Two losses, two densities and few samples: seconds."""
    from qstheory.simulate.study import Plan, study
    from qstheory.simulate.subjects import Subject
    from qstheory.work.engine import ResultStore, engine

    subjects = Subject("hamming:m=2"), Subject("f-score:m=2,undefined=one")
    plan = Plan(subjects, ("p=0.5", "p=4"), (16, 64, 128, 256), 8)
    with TemporaryDirectory() as folder:
        store = ResultStore(Path(folder) / "results.sqlite")
        return study(plan, engine("joblib", 1), store, lambda done, total: None)


def own_curves() -> Iterator[dict[str, Any]]:
    """The curves whose exponent of the noise condition is known."""
    return (curve for curve in record()["curves"] if not curve["path"])


def fall(exponent: Callable[[dict[str, Any]], float]) -> Callable[[], Iterator[Measurement]]:
    """The excess risk falls at least as fast as a bound: its exponent is at most the slope's."""

    def measure() -> Iterator[Measurement]:
        from qstheory.simulate.inequalities import Slope
        from qstheory.simulate.study import judge_rate

        for curve in own_curves():
            if curve["slope"] is not None:
                slope, bound = Slope(**curve["slope"]), exponent(curve)
                yield Measurement(
                    f"{curve['subject']}, {curve['density']}: exponent of n, at most the slope",
                    bound,
                    0.0,
                    slope.high,
                    f"{judge_rate(slope, bound)}: slope {slope.value:.2f} in [{slope.low:.2f},"
                    f" {slope.high:.2f}] over n = {', '.join(map(str, slope.sizes))}",
                )

    return measure


def inequality(name: str) -> Callable[[], Iterator[Measurement]]:
    """Its left side is at most its right side in every run, beyond the quadrature error."""

    def measure() -> Iterator[Measurement]:
        for curve in own_curves():
            found = [v for v in curve["violations"] if v["inequality"] == name]
            worst = max((v["left"] / v["right"] for v in found), default=1.0)
            where = next((v for v in found if v["left"] / v["right"] == worst), None)
            how = "held in every run"
            if where is not None:
                how = (
                    f"{len(found)} runs; worst at n = {where['n']}, replicate"
                    f" {where['replicate']}, seed {where['seed']}, lambda ="
                    f" {where['factor']:g} n^(-1/2): {where['left']:.4g} > {where['right']:.4g}"
                )
            yield Measurement(
                f"{curve['subject']}, {curve['density']}: left / right, at most 1",
                worst,
                0.0,
                1 + PRECISION,
                how,
            )

    return measure


RATES = Reading(
    "the exponent, in simulation",
    measure=fall(lambda curve: float(curve["bound_exponent"])),
    reads=(RECORD,),
)
BASE_RATE = Reading(
    "the exponent 1/4, in simulation", measure=fall(lambda curve: 0.25), reads=(RECORD,)
)


def simulated(name: str) -> Reading:
    """The reading of an inequality in the simulated runs."""
    return Reading("in every simulated run", measure=inequality(name), reads=(RECORD,))
