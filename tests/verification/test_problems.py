"""The problems that statements are tried on, against numpy; and the linear programs behind them."""

import random
import re
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.kinds.finite_instances import Evaluated
from qstheory.claims.evidence import WHOLE
from qstheory.claims.ledger import load_ledger
from verification.sharp2020._max_margin import fails_at
from verification.sharp2020._problems import distribution, drawn, in_words, problem
from verification.sharp2020.self_losses import unit

NAMES = (*drawn("random", 40), *drawn("clear", 20), "coin 1/2", "hamming 3 1/3", "scaled 4 1/2")


def floats(rows) -> np.ndarray:
    return np.array([[float(x) for x in row] for row in rows])


@pytest.mark.parametrize("name", NAMES)
def test_the_quantities_of_a_problem_by_numpy(name: str) -> None:
    given = problem(name)
    exact = Evaluated(given, STANDARD_LIBRARY)
    F, U = floats(given.decomposition.F), floats(given.decomposition.U)
    L = F @ U.T + float(given.decomposition.c)
    for x in given.inputs:
        Pi, g = floats([x.conditional])[0], floats([x.scores])[0]
        risks = L @ Pi
        assert (F @ g)[x.prediction] == pytest.approx((F @ g).min())
        assert float(exact.excess(x)) == pytest.approx(risks[x.prediction] - risks.min())
        assert float(exact.surrogate_excess(x)) == pytest.approx(((g - U.T @ Pi) ** 2).sum())
        assert float(exact.margin(x)) == pytest.approx(np.sort(risks)[1] - risks.min())


def test_many_random_problems_are_wrong_somewhere_and_nearly_tight() -> None:
    ratios = []
    for name in drawn("random", 60):
        given = Evaluated(problem(name), STANDARD_LIBRARY)
        widest = max(
            float(sum((a - b) ** 2 for a, b in zip(f, h, strict=True)))
            for f in given.F
            for h in given.F
        )
        ratios += [
            float(given.excess(x)) ** 2 / (widest * float(given.surrogate_excess(x)))
            for x in given.inputs
            if given.excess(x)
        ]
    assert len(ratios) >= 30
    assert max(ratios) > 0.99


def smallest_surrogate_risk(L: np.ndarray, Phi: np.ndarray, Pi: np.ndarray, z: int | None) -> float:
    """min W over all weights, or over those that decode to z, by HiGHS."""
    n, width = Phi.shape
    rows, right = [], []
    for y in range(n):
        for k in range(n):
            rows.append([*(Phi[k] - Phi[y]), *(-1.0 * (np.arange(n) == y))])
            right.append(-L[k, y])
    if z is not None:
        for k in range(n):
            rows.append([*(Phi[k] - Phi[z]), *np.zeros(n)])
            right.append(0.0)
    bounds = [(None, None)] * (width + n)
    found = linprog([*np.zeros(width), *Pi], A_ub=rows, b_ub=right, bounds=bounds)
    return float(found.fun)


@pytest.mark.parametrize("seed", range(12))
def test_max_margin_certificates_agree_with_a_linear_program(seed: int) -> None:
    source = random.Random(seed)
    names = (
        "hamming:m=2",
        "zero-one:m=2",
        "f-score:m=2,undefined=one",
        "ordinal-squared:classes=4",
    )
    loss, Pi = losses.parse(source.choice(names)), distribution(source, 4, 0)
    evidence, features = fails_at(loss, Pi, WHOLE), unit(4)
    outcomes = [decide(evidence.proposition, c).outcome.value for c in evidence.certificates]
    L = floats([[loss.entry(z, y) for y in loss.observations] for z in loss.predictions])
    p = floats([Pi])[0]
    best = smallest_surrogate_risk(L, floats(features), p, None)
    risks = L @ p
    wrong = [
        z
        for z in range(4)
        if risks[z] > risks.min() + 1e-9
        and smallest_surrogate_risk(L, floats(features), p, z) < best + 1e-9
    ]
    assert outcomes == (["refutes"] if wrong else [])


def test_an_independent_draw_has_the_probabilities_asked_for() -> None:
    Pi = distribution(random.Random(3), 5)
    assert sum(Pi) == 1
    assert min(Pi) > Fraction(0)


COINS = ("coin 1/17", "coin 0", "overshoot 1/2", "scaled 4 1/2", "stretched 4 1/3", "hamming 1 1/3")


@pytest.mark.parametrize("name", COINS)
def test_the_words_say_what_the_problem_is(name: str) -> None:
    """The probability that the words name is that of the problem, from its inputs."""
    said = Fraction(re.search(r"P\(1\) = (\S+)", in_words(name))[1])
    assert said == problem(name).inputs[0].conditional[1]


def test_no_case_shows_the_name_of_a_problem() -> None:
    known = load_ledger().claims.values()
    cases = {case for claim in known for reading in claim.readings for case in reading.cases}
    assert any("problem" in case for case in cases)
    for case in cases:
        assert "problem = " not in str(case)
        for kind in ("coin", "scaled", "dyadic", "overshoot", "random", "clear", "sure"):
            assert not re.search(rf"\b{kind} -?\d", str(case)), case
