"""Certified calibration functions and constants beside the same problems given to cvxpy.

Contenders get the same matrices; the certified answer includes its exact certificates. No time is
asserted.
"""

import time
from typing import Any

import cvxpy
import numpy as np
import pytest

from qstheory import losses
from qstheory.certify import Outcome
from qstheory.theory.best_constants.bounds import gamma_2_interval
from qstheory.theory.best_constants.problem import ConstantProblem, problem_of
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.findings import chosen_problem
from qstheory.theory.calibration.orbits import prospect
from qstheory.theory.calibration.problem import CalibrationProblem, problem_of_form
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject

SAMPLES = 12
"""Excesses at which the float contender solves every pair's program: it has no pieces."""


@pytest.fixture(scope="module")
def hamming() -> CalibrationProblem:
    """Three labels, 8 x 8."""
    loss = losses.make("hamming", m=3)
    return problem_of_form(loss, loss.closed_form("repaired"))


@pytest.fixture(scope="module")
def zero_one() -> ConstantProblem:
    """Sixteen labels."""
    return problem_of(losses.make("zero-one", m=4), "scalar")


def sampled_by_cvxpy(problem: CalibrationProblem) -> list[float]:
    """H at a few excesses, by a parametrised program for each pair."""
    F, U = np.array(problem.F, dtype=float), np.array(problem.U, dtype=float)
    e = cvxpy.Parameter(nonneg=True)
    programs = []
    for z, best in problem.pairs:
        weights, v = cvxpy.Variable(len(U), nonneg=True), cvxpy.Variable(F.shape[1])
        constraints = [
            cvxpy.sum(weights) == 1,
            (F - F[z]) @ v >= 0,
            (F[z] - F[best]) @ U.T @ weights >= e,
        ]
        objective = cvxpy.Minimize(cvxpy.sum_squares(v - U.T @ weights))
        programs.append(cvxpy.Problem(objective, constraints))
    values = []
    for i in range(1, SAMPLES + 1):
        e.value = i / SAMPLES * 0.999
        values.append(min(float(program.solve("CLARABEL")) for program in programs))
    return values


def gamma_2_by_cvxpy(problem: ConstantProblem) -> float:
    """The semidefinite program as it stands."""
    rows, columns = problem.matrix.shape
    block = cvxpy.Variable((rows + columns, rows + columns), PSD=True)
    t, c = cvxpy.Variable(), cvxpy.Variable()
    fit = block[:rows, rows:] + c * np.ones((rows, columns)) == problem.matrix
    program = cvxpy.Problem(cvxpy.Minimize(t), [fit, cvxpy.diag(block) <= t])
    return float(program.solve("CLARABEL") * problem.scale)


@pytest.mark.benchmark(group="H of Hamming loss, m = 3")
def test_sampled_calibration_function(benchmark: Any, hamming: CalibrationProblem) -> None:
    values = benchmark.pedantic(sampled_by_cvxpy, (hamming,), rounds=1)
    expected = [3 * (i / SAMPLES * 0.999) ** 2 for i in range(1, SAMPLES + 1)]
    assert values == pytest.approx(expected, abs=1e-5)


@pytest.mark.benchmark(group="H of Hamming loss, m = 3")
def test_certified_calibration_function(benchmark: Any, hamming: CalibrationProblem) -> None:
    H = benchmark.pedantic(calibration_function, (hamming,), rounds=1)
    assert all(piece.decision.outcome is Outcome.PROVES for piece in H.pieces)


@pytest.mark.benchmark(group="gamma_2 of the 0-1 loss, 16 x 16")
def test_float_gamma_2(benchmark: Any, zero_one: ConstantProblem) -> None:
    value = benchmark.pedantic(gamma_2_by_cvxpy, (zero_one,), rounds=1)
    assert value == pytest.approx(15 / 16, abs=1e-5)


@pytest.mark.benchmark(group="gamma_2 of the 0-1 loss, 16 x 16")
def test_certified_gamma_2(benchmark: Any, zero_one: ConstantProblem) -> None:
    interval, _ = benchmark.pedantic(gamma_2_interval, (zero_one,), rounds=1)
    low, high = interval.ends
    assert interval.lower.proves
    assert interval.upper.proves
    assert high - low < 1e-6


@pytest.mark.benchmark(group="time of H beside what is foreseen")
@pytest.mark.parametrize(
    "spec",
    [
        "map:m=4,undefined=drop",
        "f-score:m=5,undefined=zero",
        "set-formula:m=4,entry=(a+b-2*i)/(a+b),undefined=zero",
    ],
)
def test_foreseen_seconds(benchmark: Any, spec: str) -> None:
    """The ratio of the seconds that are said to those that are taken."""
    problem = chosen_problem(Subject(losses.parse(spec), DEFAULT))[1]
    said = prospect(problem).seconds(problem)
    start = time.process_time()
    benchmark.pedantic(calibration_function, (problem,), rounds=1)
    benchmark.extra_info["said / taken"] = said / (time.process_time() - start)
