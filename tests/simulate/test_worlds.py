"""The distributions: margins, norms and risks against independent computations."""

import numpy as np
import pytest

from qstheory.errors import InvalidParameter
from qstheory.simulate.domain import INTERVAL, STEEPEST, TERMS, density
from qstheory.simulate.inequalities import inverse_moment
from qstheory.simulate.study import TABLE_LOSSES
from qstheory.simulate.subjects import Subject, make_world
from qstheory.simulate.world import kernel
from qstheory.theory.margin import laws

DENSITIES = ("p=0.5", "p=1", "p=4", "margin=0.25", "atom=0.25", "log-p=1")


@pytest.mark.parametrize("law", DENSITIES)
def test_quantile_inverts_distribution(law):
    """Q(V) <= t exactly when V <= P(|X| <= t)."""
    made = density(law)
    v = np.linspace(0.01, 0.99, 99)
    reached = made.distribution(made.quantile(v))
    assert (reached >= v - 1e-9).all()
    if not law.startswith("atom"):
        assert np.allclose(reached, v, atol=1e-9)


@pytest.mark.parametrize("law", DENSITIES)
def test_cells_carry_the_whole_mass(law):
    """Masses of the cells sum to one and none is negative."""
    cells = INTERVAL.cells(density(law), 64)
    assert (cells.mass >= 0).all()
    assert cells.mass.sum() == pytest.approx(1, abs=1e-14)


@pytest.mark.parametrize("loss", TABLE_LOSSES)
@pytest.mark.parametrize("p", [0.5, 1, 4])
def test_margin_has_the_stated_exponent(loss, p):
    """log P(gamma <= eps) / log eps tends to p, with gamma from the definition and not the path."""
    world = make_world(Subject(loss), f"p={p}")
    masses = []
    for eps in (1e-2, 1e-4):
        # gamma is increasing in |x|: bisect the definition for the x where it reaches eps.
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            gaps = np.unique(np.round(world.excess(np.array([middle]))[0], 14))
            low, high = (low, middle) if gaps[1] > eps else (middle, high)
        masses.append(high**p)
    assert np.log(masses[0] / masses[1]) / np.log(1e2) == pytest.approx(p, rel=1e-2)


@pytest.mark.parametrize("loss", TABLE_LOSSES)
def test_margin_is_the_gap_to_the_second_best(loss):
    """gamma from the exact path against the matrix, and F U^T + c against L."""
    world = make_world(Subject(loss), "p=1")
    x = np.array([-1.0, -0.4, -0.01, 0.02, 0.3, 1.0])
    rows = np.unique(world.matrix, axis=0)
    risks = np.sort(world.conditional(x) @ rows.T, axis=1)
    assert np.allclose(risks[:, 1] - risks[:, 0], world.gamma(x), atol=1e-12)
    remainder = world.matrix - world.F @ world.U.T
    assert np.allclose(remainder, remainder[0, 0], atol=1e-12)
    assert (world.conditional(x) > 0).all()
    assert np.allclose(world.conditional(x).sum(axis=1), 1)


def test_features_are_the_kernel():
    """Phi Phi^T = K on [-1, 1], to rounding."""
    x = np.linspace(-1, 1, 41)
    assert np.allclose(INTERVAL.features(x) @ INTERVAL.features(x).T, kernel(x, x), atol=1e-14)
    assert TERMS == 26


def test_position_is_in_the_span():
    """s from its weights, its formula and its definition by the kernel."""
    x = np.linspace(-1, 1, 41)
    pair = kernel(x, np.array([1.0, -1.0]))
    definition = (pair[:, 0] - pair[:, 1]) / (1 - np.exp(-2))
    assert np.allclose(INTERVAL.position(x), definition, atol=1e-15)
    assert np.allclose(INTERVAL.features(x) @ INTERVAL.position_weights(), definition, atol=1e-15)
    assert np.allclose(INTERVAL.position(np.array([1e-7])) / 1e-7, STEEPEST)


@pytest.mark.parametrize("loss", TABLE_LOSSES)
def test_norm_by_three_methods(loss):
    """||g*|| in closed form, by its weights, and as the limit of interpolation c^T K c."""
    world = make_world(Subject(loss), "p=1")
    assert np.linalg.norm(world.weights) == pytest.approx(world.norm, rel=1e-13)
    # Interpolation approaches the norm from below: at once for the odd part, which is orthogonal to
    # the constants, and very slowly for the constants, which the Gaussian RKHS only just excludes.
    x = np.linspace(-1, 1, 10)
    values = world.regression(x)
    odd = (values - world.regression(-x)) / 2
    squared = np.einsum("ij,ij->", np.linalg.solve(kernel(x, x), odd), odd)
    constants = ((world.centre @ world.U) ** 2).sum()
    assert squared + constants == pytest.approx(world.norm**2, rel=1e-6)
    whole = np.einsum("ij,ij->", np.linalg.solve(kernel(x, x), values), values)
    assert squared < whole <= world.norm**2 * (1 + 1e-6)


@pytest.mark.parametrize("law", DENSITIES)
def test_moments_against_the_quantile(law):
    """E phi phi^T by parts against a fine midpoint rule in V."""
    v = (np.arange(200_000) + 0.5) / 200_000
    x = density(law).quantile(v)
    phi, mirrored = INTERVAL.features(x)[:, :6], INTERVAL.features(-x)[:, :6]
    by_midpoints = (phi.T @ phi + mirrored.T @ mirrored) / (2 * len(v))
    known = INTERVAL.moments(density(law))
    assert np.allclose(known.values[:6, :6], by_midpoints, atol=1e-5)
    assert known.errors.max() < 1e-9


@pytest.mark.parametrize(("law", "p"), [("p=1", 0.5), ("p=4", 2.0), ("margin=0.25", 2.0)])
def test_inverse_moment_against_the_quantile(law, p):
    """E gamma^-p by parts against a midpoint rule, and truncated ones grow to it."""
    v = (np.arange(400_000) + 0.5) / 400_000
    direct = (0.3 * INTERVAL.position(density(law).quantile(v))) ** -p
    found = inverse_moment(density(law), 0.3, p)
    assert found.value == pytest.approx(direct.mean(), rel=3e-3)
    assert found.error < 1e-6 * found.value
    truncated = inverse_moment(density(law), 0.3, p, 0.3).value
    kept = density(law).quantile(v) > 0.3
    assert truncated == pytest.approx((direct * kept).mean(), rel=1e-3)


def test_logarithm_separates_little_o_from_integrability():
    """P(gamma <= eps) / eps^p falls to 0 while E gamma^-p 1(gamma > eps) grows without bound."""
    law = density("log-p=1")
    ratios = [float(law.distribution(np.array([t]))[0]) / t for t in (1e-2, 1e-8, 1e-32)]
    assert ratios[0] > 3 * ratios[1] > 9 * ratios[2]
    grown = [inverse_moment(law, 1.0, 1.0, t).value for t in (1e-2, 1e-8, 1e-32)]
    assert grown[1] > grown[0] + 0.7
    assert grown[2] > grown[1] + 0.7


@pytest.mark.parametrize("text", ["p=0", "p=-1", "q=1", "margin=1", "atom=2", "p=", "p=nan"])
def test_densities_that_are_none(text):
    """One sentence that says what to write."""
    with pytest.raises(InvalidParameter, match="is no density; write"):
        density(text)


@pytest.mark.parametrize("text", ["p=0.5", "p=3", "margin=0.25", "atom=0.25", "log-p=2"])
def test_a_density_is_its_exact_law(text: str) -> None:
    made = density(text)
    tail = made.law.tail()
    for t in (0.3, 0.5, 0.9, 1.0):
        assert abs(float(tail.subs(laws.t, t)) - float(made.distribution(np.array([t]))[0])) < 1e-12
