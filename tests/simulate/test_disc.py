"""X on the unit disc: the kernel, norms, margins, moments and risks by second computations."""

from dataclasses import replace
from math import exp, factorial, pi

import numpy as np
import pytest
from scipy.integrate import quad

from qstheory.errors import InvalidParameter
from qstheory.simulate.disc import DISC, TERMS, angular_moment
from qstheory.simulate.domain import density
from qstheory.simulate.inequalities import constants, inverse_moment, sides
from qstheory.simulate.jobs import Job, decision_risks, outcome, ridge, run, surrogate_risk
from qstheory.simulate.study import TABLE_LOSSES
from qstheory.simulate.subjects import Setting, Subject, domain_of, make_setting, make_world
from qstheory.simulate.world import kernel

LOSSES = ("hamming:m=3", "zero-one:m=2", "ndcg:m=3,R=2,discount=reciprocal")
DENSITIES = ("p=0.5", "p=1", "p=4", "margin=0.25", "atom=0.25", "log-p=1")


def points(n, law="p=1", seed=1):
    """t and x from the law."""
    random = np.random.default_rng(seed)
    t = random.choice([-1.0, 1.0], n) * density(law).quantile(random.random(n))
    return t, DISC.place(t, random)


def test_features_are_the_kernel():
    """Phi Phi^T = K on the disc up to the tail 2 / J!, at its edge as well."""
    _, x = points(60)
    angles = np.linspace(0, 2 * pi, 9)
    x = np.vstack([x, np.stack([np.cos(angles), np.sin(angles)], axis=1), np.zeros((1, 2))])
    found = DISC.features(x) @ DISC.features(x).T
    assert np.abs(found - kernel(x, x)).max() < 2 / factorial(TERMS) + 3e-15


def test_t_is_the_squared_radius():
    """|x|^2 = (1 + t) / 2; at p = 1 the law is uniform: a quarter of each quadrant's square."""
    t, x = points(40_000)
    assert np.allclose((x**2).sum(axis=1), (1 + t) / 2, atol=1e-14)
    inside = (np.abs(x) < 0.5).all(axis=1).mean()
    assert inside == pytest.approx(1 / pi, abs=0.01)
    assert x.mean(axis=0) == pytest.approx([0, 0], abs=0.01)


def test_position_is_in_the_span():
    """s from its formula in t, from the kernel's section at 0, and from its weights."""
    t, x = points(50)
    section = np.exp(-0.5 * (x**2).sum(axis=1))
    by_kernel = (exp(-0.25) - section) / (1 - exp(-0.25))
    assert np.allclose(DISC.position(t), by_kernel, atol=1e-14)
    assert np.allclose(DISC.features(x) @ DISC.position_weights(), by_kernel, atol=1e-14)
    ends = DISC.position(np.array([-1.0, 0.0, 1.0]))
    assert np.allclose(ends, [-1, 0, exp(-0.25)])
    fine = np.linspace(-1, 1, 20_001)[np.arange(20_001) != 10_000]
    least = np.abs(DISC.position(fine) / fine).min()
    assert least == pytest.approx(DISC.least_ratio, rel=1e-12)


@pytest.mark.parametrize("loss", TABLE_LOSSES)
def test_norm_by_three_methods(loss):
    """||g*|| in closed form, by its weights, and from the Gram matrix of 1 and k(., 0)."""
    world = make_world(Subject(loss), "p=1", 2)
    assert np.linalg.norm(world.weights) == pytest.approx(world.norm, rel=1e-13)
    # g*_j = alpha_j + beta_j k(., 0): fitted to values of g*, then <1, 1> = <k_0, k_0> = 1 and
    # <1, k_0> = 0 in the sum of the two spaces.
    t, x = points(30)
    basis = np.stack([np.ones(30), kernel(x, np.zeros((1, 2)))[:, 0] - 1], axis=1)
    fitted, residual, _, _ = np.linalg.lstsq(basis, world.regression(t), rcond=None)
    assert (residual < 1e-20).all()
    assert (fitted**2).sum() == pytest.approx(world.norm**2, rel=1e-9)
    assert np.allclose(DISC.features(x) @ world.weights, world.regression(t), atol=1e-13)
    # The interpolant of h = g* - constants has a smaller norm, which grows to it.
    h = basis[:, 1:] @ fitted[1:]
    centres = np.vstack([np.zeros((1, 2)), x[:12]])
    values = np.vstack([fitted[1:], h[:12]])
    squared = np.einsum("ij,ij->", np.linalg.solve(kernel(centres, centres) - 1, values), values)
    assert squared == pytest.approx((fitted[1] ** 2).sum(), rel=1e-8)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("p", [0.5, 1, 4])
def test_margin_has_the_stated_exponent(loss, p):
    """P(gamma <= eps) by integrating over x the gap of the definition, against eps^p."""
    world = make_world(Subject(loss), f"p={p}", 2)
    masses = []
    for eps in (1e-2, 1e-4):
        mass = 0.0
        for sign in (-1, 1):
            # gamma increases away from the circle: bisect the definition for the |t| of eps.
            low, high = 0.0, 1.0
            for _ in range(60):
                middle = (low + high) / 2
                gaps = np.unique(np.round(world.excess(np.array([sign * middle]))[0], 14))
                low, high = (low, middle) if gaps[1] > eps else (middle, high)
            # The density of |x| = r is 2 r p |t|^(p-1), t = 2 r^2 - 1, on either side.
            start, end = sorted([0.5**0.5, ((1 + sign * high) / 2) ** 0.5])
            mass += quad(
                lambda r: 2 * r * p * abs(2 * r * r - 1) ** (p - 1), start, end, epsabs=0, limit=200
            )[0]
        masses.append(mass)
        assert mass <= eps**p * (world.slope * DISC.least_ratio) ** -p
    assert np.log(masses[0] / masses[1]) / np.log(1e2) == pytest.approx(p, rel=1e-2)


def test_angular_moments():
    """E cos^a sin^b against an integral."""
    for a in range(7):
        for b in range(7):
            found = quad(lambda u, a=a, b=b: np.cos(u) ** a * np.sin(u) ** b, 0, 2 * pi)[0]
            assert angular_moment(a, b) == pytest.approx(found / (2 * pi), abs=1e-10)


@pytest.mark.parametrize("law", DENSITIES)
def test_moments_against_the_quantile(law):
    """E phi phi^T against midpoints in V and equal angles."""
    v = (np.arange(4000) + 0.5) / 4000
    t = density(law).quantile(v)
    known = DISC.moments(density(law))
    size = known.values.shape[0]
    total = np.zeros((size, size))
    for angle in np.arange(36) * (2 * pi / 36) + 0.1:
        for sign in (-1, 1):
            r = np.sqrt((1 + sign * t) / 2)
            phi = DISC.features(np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1))
            total += phi.T @ phi / (72 * len(v))
    assert np.allclose(known.values, total, atol=2e-4)
    assert known.errors.max() < 1e-9


@pytest.mark.parametrize(("law", "p"), [("p=1", 0.5), ("p=4", 2.0), ("margin=0.25", 2.0)])
def test_inverse_moment_against_the_quantile(law, p):
    """E gamma^-p over both sides, whole and truncated."""
    v = (np.arange(400_000) + 0.5) / 400_000
    t = density(law).quantile(v)
    direct = ((0.3 * np.abs(DISC.position(s * t))) ** -p for s in (-1, 1))
    direct = sum(direct) / 2
    found = inverse_moment(density(law), 0.3, p, domain=DISC)
    assert found.value == pytest.approx(direct.mean(), rel=3e-3)
    assert found.error < 1e-6 * found.value
    truncated = inverse_moment(density(law), 0.3, p, 0.3, DISC).value
    assert truncated == pytest.approx((direct * (t > 0.3)).mean(), rel=1e-3)


@pytest.mark.parametrize("law", DENSITIES)
def test_cells_cover_the_disc(law):
    """Masses sum to one, are kept by splits, and every point lies within reach of its cell."""
    random = np.random.default_rng(2)
    made = density(law)
    cells = DISC.cells(made, 256)
    for _ in range(4):
        assert cells.mass.sum() == pytest.approx(1, abs=1e-12)
        assert (cells.mass >= 0).all()
        angle = cells.angle + cells.spread * random.uniform(-1, 1, len(cells.angle))
        t = cells.near + (cells.far - cells.near) * random.random(len(angle))
        r = np.sqrt((1 + t) / 2)
        x = np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1)
        assert (np.linalg.norm(x - cells.points, axis=1) <= cells.radius + 1e-12).all()
        which = random.random(len(cells.mass)) < 0.5
        children = DISC.split(made, cells, which)
        assert children.mass.sum() == pytest.approx(cells.mass[which].sum(), abs=1e-12)
        reached = [made.distribution(np.abs(t)) for t in (children.near, children.far)]
        expected = (reached[1] - reached[0]) / 2 * children.spread / pi
        apart = children.near != children.far
        assert np.allclose(children.mass[apart], expected[apart], rtol=1e-6, atol=1e-12)
        cells = DISC.split(made, cells, np.ones(len(cells.mass), dtype=bool))


def fitted(loss, law, n, lam=0.05, cells=1024):
    """The setting and the weights of one fit."""
    setting = make_setting(Subject(loss), law, cells, 2)
    x, y = setting.world.sample(n, np.random.default_rng(5))
    return setting, ridge(x, setting.world.U[y], DISC).at(lam).coefficients


def test_weights_are_kernel_ridge_regression():
    """k(x, X) (K + n lambda I)^-1 targets by dense linear algebra."""
    world = make_world(Subject("hamming:m=3"), "p=1", 2)
    x, y = world.sample(40, np.random.default_rng(4))
    _, at = points(17)
    targets = world.U[y]
    dense = kernel(at, x) @ np.linalg.solve(kernel(x, x) + 40 * 1e-3 * np.eye(40), targets)
    found = DISC.features(at) @ ridge(x, targets, DISC).at(1e-3).coefficients
    assert np.allclose(found, dense, atol=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("law", DENSITIES)
def test_nothing_is_lost_by_the_optimum(loss, law):
    """d o g* has no excess risk, and g* no surrogate excess risk."""
    setting = make_setting(Subject(loss), law, 1024, 2)
    reached = outcome(setting, setting.world.weights, 0.0)
    assert 0 <= reached.excess.value <= 1e-12
    assert reached.wrong.value == 0
    assert reached.surrogate.value <= 1e-12
    assert reached.excess.error < 3e-4


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("law", ["p=0.5", "p=4", "margin=0.25", "atom=0.25"])
def test_risks_against_points_of_the_distribution(loss, law):
    """Excess, surrogate and P(X_f) beside plain averages over quantiles and angles, which the
    enclosures of split cells and of the first cells alone hold."""
    setting, weights = fitted(loss, law, 30)
    world = setting.world
    v = (np.arange(300) + 0.5) / 300
    half = world.density.quantile(v)
    t = np.repeat(np.concatenate([half, -half]), 300)
    angle = np.tile((np.arange(300) + 0.5) * (2 * pi / 300), 600)
    r = np.sqrt((1 + t) / 2)
    x = np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1)
    estimate = DISC.features(x) @ weights
    paid = world.excess(t)[np.arange(len(t)), (estimate @ world.F.T).argmin(axis=1)]
    excess, wrong = decision_risks(setting, weights)
    assert abs(excess.value - paid.mean()) <= excess.error + 3e-4
    assert excess.value == pytest.approx(paid.mean(), rel=0.05)
    assert abs(wrong.value - (paid > 1e-12).mean()) <= wrong.error + 4e-3
    gap = estimate - world.regression(t)
    found = surrogate_risk(setting, weights)
    assert found.value == pytest.approx((gap**2).sum(axis=1).mean(), rel=2e-3)
    coarse = decision_risks(Setting(world, DISC.cells(world.density, 64)), weights)[0]
    assert abs(coarse.value - excess.value) <= coarse.error + excess.error


@pytest.mark.parametrize("law", ["p=0.5", "p=1", "p=4", "log-p=1", "margin=0.25"])
@pytest.mark.parametrize("loss", LOSSES[:2])
def test_repaired_inequalities_hold_in_runs(loss, law):
    """All lambda, two sizes and two seeds; nothing but the printed forms is ever violated."""
    known = constants(make_world(Subject(loss), law, 2))
    for n, replicate in ((8, 0), (60, 1)):
        for record in run(Job((Subject(loss),), law, n, replicate, 11, 256, 2)):
            world = make_world(Subject(loss), law, 2)
            found = {s.name for s in sides(world.row_norm, record, known) if s.violated}
            assert not {name for name in found if "printed" not in name}


def test_the_dimension_is_part_of_the_key():
    """The dimension is part of the key of a job, and of what it finds."""
    line, disc = (Job((Subject("hamming:m=2"),), "p=1", 8, 0, 1, dimension=d) for d in (1, 2))
    assert line.key("v") != disc.key("v")
    assert run(line) != run(disc)


def test_other_dimensions():
    """One sentence."""
    with pytest.raises(InvalidParameter, match="1 or 2 dimensions, not 3"):
        domain_of(3)


def test_values_change_by_no_more_than_the_derivatives_and_the_norm_allow():
    """|h(x) - h(x')| <= |h'(x')| d + sqrt(3) |h| d^2 / 2; derivatives against differences."""
    random = np.random.default_rng(7)
    _, x = points(400)
    step = 1e-5
    for axis, slope in enumerate(DISC.slopes(x)):
        shift = step * np.eye(2)[axis]
        ratio = (DISC.features(x + shift) - DISC.features(x - shift)) / (2 * step)
        assert np.allclose(slope, ratio, atol=1e-8)
    # Sections k(., c) - 1 come near the bound in the second derivative.
    weights = DISC.features(x[:5]).T * random.normal(size=5)
    weights[0] = 0
    distance = 0.2 * random.random(400)
    angle = 2 * pi * random.random(400)
    moved = x + distance[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    change = np.abs((DISC.features(moved) - DISC.features(x)) @ weights)
    steep = np.sqrt(sum((slope @ weights) ** 2 for slope in DISC.slopes(x)))
    rest = 3**0.5 / 2 * np.linalg.norm(weights, axis=0) * distance[:, None] ** 2
    assert (change <= steep * distance[:, None] + rest + 1e-12).all()
    # Neither part alone is a bound.
    assert (change > rest + 1e-6).any()
    assert (change > steep * distance[:, None] + 1e-6).any()


def test_wrong_constants_are_caught():
    """A coin that is always taken wrongly by a hair: |s| is in [0.7, 1], so that the comparison and
    the Tsybakov lemma are equalities up to its spread, and 4 cannot be 3."""
    setting = make_setting(Subject("hamming:m=1"), "margin=0.9", 1024, 2)
    reached = outcome(setting, -1e-6 * setting.world.weights, 0.0)
    assert reached.wrong.value == pytest.approx(1)
    record = {
        f"{name}{suffix}": getattr(getattr(reached, name), part)
        for name in ("excess", "surrogate", "wrong")
        for suffix, part in (("", "value"), ("_error", "error"))
    }
    known = constants(setting.world)

    def violated(used):
        found = sides(setting.world.row_norm, record, used)
        return {side.name for side in found if side.violated and "printed" not in side.name}

    assert not violated(known)
    moment = replace(known.moment, value=0.7 * known.moment.value)
    assert violated(replace(known, factor=3.0)) == {"comparison"}
    assert violated(replace(known, improved=3.0)) == {"improved comparison, repaired"}
    assert "Tsybakov lemma, repaired" in violated(replace(known, moment=moment))
