"""Designs: values, gradients by differences, decoders, regret bounds on drawn scores."""

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from qstheory.certify.arithmetic import inner
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses import make
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.design.designs import Design, Designs, design
from qstheory.theory.design.functions import LogLinear, Polyhedral, Quadratic, Ratio
from qstheory.theory.design.placement import conjugate, ratios, smallest

Array = Any


def drawn(seed: int, height: int, width: int) -> Loss:
    random = Random(seed)
    return matrix_loss(
        [[Fraction(random.randint(0, 6)) for _ in range(width)] for _ in range(height)]
    )


LOSSES = {
    "0-1": make("multiclass", classes=3),
    "abstain": make("abstain", classes=4),
    "ordinal": make("ordinal-absolute", classes=4),
    "hamming": make("hamming", m=2),
    "f-score": make("f-score", m=2, undefined="one"),
    "drawn": drawn(2, 4, 3),
    "equal rows": matrix_loss([[Fraction(x) for x in row] for row in ((0, 1), (1, 0), (0, 1))]),
}


@pytest.fixture(scope="module")
def designed() -> dict[str, Designs]:
    return {name: design(loss) for name, loss in LOSSES.items()}


def matrix_of(loss: Loss) -> Array:
    return np.array(
        [[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions]
    )


def every(found: dict[str, Designs]) -> Any:
    return [(name, d) for name, each in found.items() for d in each.designs]


def test_every_loss_has_its_designs(designed: dict[str, Designs]) -> None:
    for found in designed.values():
        names = {d.name for d in found.designs}
        assert {"quadratic", "quadratic-best", "polyhedral-conjugate", "log-linear"} <= names
        assert found.advice.startswith("Take ")
        assert all(e.proves for d in found.designs for e in d.evidence)
        assert all(d.dimension == d.function.dimension for d in found.designs)
        assert found.items()


def test_the_answer_on_max_margin(designed: dict[str, Designs]) -> None:
    answers = {name: found.max_margin.consistent for name, found in designed.items()}
    assert (answers["0-1"], answers["ordinal"], answers["abstain"]) == ("no", "yes", "not defined")
    for found in designed.values():
        answer = found.max_margin
        assert bool(answer.evidence) is (answer.consistent in ("yes", "no"))
        assert all(e.decision.outcome is e.supports for e in answer.evidence)


def test_ratios_save_a_score_exactly_where_no_distribution_levels_all_risks(
    designed: dict[str, Designs],
) -> None:
    dimensions = {
        name: [d.dimension for d in found.designs if d.name == "quadratic-ratio"]
        for name, found in designed.items()
    }
    # In the middle of the simplex all predictions of the 0-1 and of the Hamming loss tie, and at
    # half and half of the outer classes all of an ordinal one.
    assert dimensions["0-1"] == dimensions["hamming"] == dimensions["ordinal"] == []
    assert dimensions["f-score"] == [2]
    assert dimensions["abstain"] == [3]
    assert "quadratic-ratio" in designed["f-score"].advice


def test_the_minimiser_of_ratios_has_the_risks_of_the_loss() -> None:
    loss = LOSSES["f-score"]
    L = tuple(tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions)
    made, random = ratios(loss, L), Random(3)
    for _ in range(200):
        weights = [random.randint(0, 4) for _ in L[0]]
        weights[random.randrange(len(weights))] += 1
        p = tuple(Fraction(w, sum(weights)) for w in weights)
        a = inner(p, made.a)
        v = tuple(inner(p, column) / a for column in zip(*made.U, strict=True))
        for row, alpha, F in zip(L, made.alpha, made.F, strict=True):
            assert inner(row, p) - inner(L[0], p) == a * (alpha + inner(F, v))


def test_gradients_by_differences(designed: dict[str, Designs]) -> None:
    for _, d in every(designed):
        random = np.random.default_rng(1)
        S, n = d.function, d.function.observations
        V, y = random.normal(size=(30, d.dimension)), random.integers(n, size=30)
        gradient = S.gradient(V, y)
        for k in range(d.dimension):
            step = np.zeros(d.dimension)
            step[k] = 1e-6
            slope = (S.value(V + step, y) - S.value(V - step, y)) / 2e-6
            assert gradient[:, k] == pytest.approx(slope, abs=1e-5), d.name
        assert S.gradient(V[0], y[0]) == pytest.approx(gradient[0])
        assert S.value(V[0], y[0]) == pytest.approx(S.value(V, y)[0])
        assert S.decode(V[0]) == S.decode(V)[0]


def test_subgradients_bound_from_below(designed: dict[str, Designs]) -> None:
    for _, d in every(designed):
        random = np.random.default_rng(2)
        V, W = random.normal(size=(2, 200, d.dimension))
        y = random.integers(d.function.observations, size=200)
        # At points where S bends too.
        V[::2] = np.round(V[::2])
        bound = d.function.value(V, y) + (d.function.gradient(V, y) * (W - V)).sum(axis=1)
        assert (d.function.value(W, y) >= bound - 1e-9).all()


def surrogate_regrets(d: Design, L: Array, V: Array, P: Array) -> Array:
    """W(v) - min W in floats; min W from its definition for each kind."""
    S, n = d.function, P.shape[1]
    values = np.array([S.value(V, np.full(len(V), y)) for y in range(n)]).T
    W = (P * values).sum(axis=1)
    if isinstance(S, Quadratic):
        best = P @ S.U
        least = (P[:, :, None] * (best[:, None, :] - S.U) ** 2).sum(axis=1) @ S.weights
    elif isinstance(S, Ratio):
        least = -((P @ S.U) ** 2).sum(axis=1) / (2 * P @ S.a)
    elif isinstance(S, LogLinear):
        with np.errstate(divide="ignore", invalid="ignore"):
            least = -np.nansum(P * np.log(P), axis=1)
    else:
        assert isinstance(S, Polyhedral)
        least = (P @ L.T).min(axis=1)
    return W - least


def test_regret_bounds_on_drawn_scores(designed: dict[str, Designs]) -> None:
    for name, d in every(designed):
        L = matrix_of(LOSSES[name])
        random = np.random.default_rng(3)
        V = random.normal(size=(10_000, d.dimension))
        P = random.dirichlet(np.full(L.shape[1], 0.5), size=10_000)
        decoded = d.function.decode(V)
        risks = P @ L.T
        excess = risks[np.arange(len(P)), decoded] - risks.min(axis=1)
        x = np.maximum(surrogate_regrets(d, L, V, P), 0)
        right = d.transfer.removeprefix("excess <= ")
        if right.endswith(" sqrt(x)"):
            bound = float(right.removesuffix(" sqrt(x)")) * np.sqrt(x)
        elif right.startswith("sqrt("):
            inside = right.removeprefix("sqrt(").removesuffix(")").removesuffix("x").strip()
            bound = np.sqrt(float(Fraction(inside or 1)) * x)
        else:
            bound = float(Fraction(right.removesuffix(" x"))) * x
        assert (excess <= bound + 1e-7).all(), (name, d.name)


def test_minimisers_decode_to_optimal_predictions(designed: dict[str, Designs]) -> None:
    for name, d in every(designed):
        L = matrix_of(LOSSES[name])
        P = np.random.default_rng(4).dirichlet(np.ones(L.shape[1]), size=50)
        S = d.function
        if isinstance(S, Quadratic):
            V = P @ S.U
        elif isinstance(S, Ratio):
            V = P @ S.U / (P @ S.a)[:, None]
        elif isinstance(S, LogLinear):
            V = np.log(P[:, :-1] / P[:, -1:])
        else:
            continue
        risks = P @ L.T
        decoded = S.decode(V)
        assert risks[np.arange(50), decoded] == pytest.approx(risks.min(axis=1))


@pytest.mark.parametrize(
    ("loss", "dimension"),
    [
        (make("ordinal-absolute", classes=5), 1),
        (make("abstain", classes=4), 2),
        pytest.param(make("abstain", classes=8), 3, marks=pytest.mark.slow),
        (make("f-score", m=2, undefined="one"), 2),
    ],
)
def test_fewer_scores_than_the_conjugate(loss: Loss, dimension: int) -> None:
    full, proof = conjugate(loss)
    assert proof.proves
    found = smallest(loss, 1, full.dimension)
    assert found is not None
    assert found[0].dimension == dimension < full.dimension
    assert found[1].proves


def test_cells_that_do_not_touch_in_a_path_need_two_numbers() -> None:
    assert smallest(make("multiclass", classes=3), 1, 2) is None


@pytest.mark.parametrize("seed", range(8))
def test_conjugates_of_drawn_losses_embed_them(seed: int) -> None:
    found, proof = conjugate(drawn(seed, 5, 4))
    assert proof.proves
    assert found.dimension <= 3


def test_sizes_and_names_are_checked(designed: dict[str, Designs]) -> None:
    with pytest.raises(TooLarge, match="up to 400"):
        design(make("multiclass", classes=21))
    with pytest.raises(InvalidParameter, match="take quadratic"):
        designed["0-1"].design("cubic")
    S = designed["0-1"].design("quadratic").function
    for v, y, reason in (
        ([1.0], 0, "must have 2 numbers"),
        ([1.0, 2.0], 3, "from 0 to 2"),
        ([1.0, 2.0], 0.5, "from 0 to 2"),
        ([[1.0, 2.0]] * 3, [0, 1], "each of the 3"),
    ):
        with pytest.raises(InvalidParameter, match=reason):
            S.value(v, y)
