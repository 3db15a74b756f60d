"""Risks of the learner: against dense linear algebra, refined grids and planted errors."""

from dataclasses import replace

import numpy as np
import pytest

from qstheory.simulate.domain import INTERVAL
from qstheory.simulate.inequalities import constants, sides
from qstheory.simulate.jobs import decision_risks, outcome, ridge, surrogate_risk
from qstheory.simulate.study import TABLE_LOSSES
from qstheory.simulate.subjects import Subject, make_setting
from qstheory.simulate.world import kernel

DENSITIES = ("p=0.5", "p=4", "margin=0.25", "atom=0.25", "log-p=1")


def fitted(subject, law, n, cells, lam=0.05):
    """The setting and the weights of one fit."""
    setting = make_setting(Subject(subject), law, cells)
    x, y = setting.world.sample(n, np.random.default_rng(5))
    return setting, ridge(x, setting.world.U[y]).at(lam).coefficients


@pytest.mark.parametrize("n", [3, 20, 90])
@pytest.mark.parametrize("lam", [1e-3, 0.1])
def test_weights_are_kernel_ridge_regression(n, lam):
    """k(x, X) (K + n lambda I)^-1 targets by dense linear algebra."""
    setting = make_setting(Subject("hamming:m=3"), "p=1", 64)
    x, y = setting.world.sample(n, np.random.default_rng(n))
    targets = setting.world.U[y]
    points = np.linspace(-1, 1, 17)
    dense = kernel(points, x) @ np.linalg.solve(kernel(x, x) + n * lam * np.eye(n), targets)
    found = INTERVAL.features(points) @ ridge(x, targets).at(lam).coefficients
    assert np.allclose(found, dense, atol=1e-9)


@pytest.mark.parametrize("loss", TABLE_LOSSES)
@pytest.mark.parametrize("law", DENSITIES)
def test_nothing_is_lost_by_the_optimum(loss, law):
    """d o g* has no excess risk, and g* no surrogate excess risk."""
    setting = make_setting(Subject(loss), law, 128)
    reached = outcome(setting, setting.world.weights, 0.0)
    assert 0 <= reached.excess.value <= 1e-12
    assert reached.wrong.value == 0
    assert reached.surrogate.value <= 1e-12
    assert reached.excess.error < 1e-3


@pytest.mark.parametrize("loss", TABLE_LOSSES)
@pytest.mark.parametrize("law", DENSITIES)
def test_coarse_enclosures_hold_the_refined_value(loss, law):
    """|coarse - fine| <= error of the coarse + error of the fine, and nothing is negative."""
    for n in (10, 60):
        setting, weights = fitted(loss, law, n, 40)
        fine = make_setting(Subject(loss), law, 1500)
        for coarse, refined in zip(
            decision_risks(setting, weights), decision_risks(fine, weights), strict=True
        ):
            assert abs(coarse.value - refined.value) <= coarse.error + refined.error + 1e-12
            assert refined.error <= coarse.error + 1e-12
            assert refined.value >= 0


@pytest.mark.parametrize("law", DENSITIES)
def test_risks_against_points_of_the_distribution(law):
    """Excess, surrogate and P(X_f) beside plain averages over a fine set of quantiles."""
    setting, weights = fitted("hamming:m=3", law, 12, 1500, lam=0.2)
    v = (np.arange(100_000) + 0.5) / 100_000
    half = setting.world.density.quantile(v)
    x = np.concatenate([half, -half])
    estimate = INTERVAL.features(x) @ weights
    paid = setting.world.excess(x)[np.arange(len(x)), (estimate @ setting.world.F.T).argmin(axis=1)]
    excess, wrong = decision_risks(setting, weights)
    assert excess.value == pytest.approx(paid.mean(), abs=excess.error + 1e-4)
    assert wrong.value == pytest.approx((paid > 1e-12).mean(), abs=wrong.error + 1e-3)
    gap = estimate - setting.world.regression(x)
    found = surrogate_risk(setting, weights)
    assert found.value == pytest.approx((gap**2).sum(axis=1).mean(), rel=1e-3)


def coin(law="margin=0.9"):
    """A problem with two labels and a predictor that is wrong by a hair everywhere: the
    inequalities are equalities up to the spread of gamma."""
    setting = make_setting(Subject("hamming:m=1"), law, 4000)
    reached = outcome(setting, -1e-6 * setting.world.weights, 0.0)
    record = {
        f"{name}{suffix}": getattr(getattr(reached, name), part)
        for name in ("excess", "surrogate", "wrong")
        for suffix, part in (("", "value"), ("_error", "error"))
    }
    return setting.world, record


def violated(world, record, known):
    """The names of the violated inequalities."""
    return {side.name for side in sides(world.row_norm, record, known) if side.violated}


def test_repaired_inequalities_hold_where_they_are_tight():
    """The coin violates nothing repaired, with every constant known."""
    world, record = coin()
    assert record["wrong"] == pytest.approx(1)
    assert not {name for name in violated(world, record, constants(world)) if "printed" not in name}


@pytest.mark.parametrize(
    ("planted", "caught"),
    [({"factor": 3.8}, "comparison"), ({"improved": 3.8}, "improved comparison, repaired")],
)
def test_a_wrong_constant_is_caught(planted, caught):
    """3.8 in the place of 4 is beyond the quadrature error."""
    world, record = coin()
    assert caught in violated(world, record, replace(constants(world), **planted))


def test_a_wrong_moment_is_caught():
    """M_p a tenth too small breaks the Tsybakov lemma on the coin."""
    world, record = coin()
    known = constants(world)
    wrong = replace(known, moment=replace(known.moment, value=0.9 * known.moment.value))
    assert "Tsybakov lemma, repaired" in violated(world, record, wrong)


def test_the_printed_tsybakov_lemma_fails():
    """With gamma_p for its p-th power it fails at p = 2 on the coin, as the ledger says."""
    world, record = coin()
    assert "Tsybakov lemma, printed" in violated(world, record, constants(world))


@pytest.mark.parametrize("law", ["p=0.5", "p=4", "log-p=1", "margin=0.25"])
@pytest.mark.parametrize("loss", TABLE_LOSSES)
def test_repaired_inequalities_hold_on_fits(loss, law):
    """Small samples and small lambda, where the decisions are bad."""
    for n, lam in ((2, 0.5), (8, 1e-3), (50, 0.1)):
        setting, weights = fitted(loss, law, n, 500, lam)
        reached = outcome(setting, weights, lam)
        record = {
            "excess": reached.excess.value,
            "excess_error": reached.excess.error,
            "surrogate": reached.surrogate.value,
            "surrogate_error": reached.surrogate.error,
            "wrong": reached.wrong.value,
            "wrong_error": reached.wrong.error,
        }
        found = violated(setting.world, record, constants(setting.world))
        assert not {name for name in found if "printed" not in name}
