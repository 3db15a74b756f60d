"""Regret bounds and separations on draws and grids, and consistency by refinement."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from qstheory.certify.arithmetic import inner
from qstheory.certify.maxima import Terms
from qstheory.errors import InvalidParameter
from qstheory.losses import make
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.embedding.analysis import analyse
from qstheory.theory.embedding.families import parse
from qstheory.theory.embedding.regret import RegretBound, decoder_constant, regret_bound, separation
from qstheory.theory.embedding.representatives import Embedding, embedding, losses_at, refinement
from tests.certify.truths.consistency import kinks, served

from .polyhedra import least_risk, matrix_of, polyhedral, random_surrogate, values

Array = Any
DRAWN = 10_000


def bound_for(found: Embedding, loss: Loss) -> RegretBound:
    link = refinement(loss, found).link
    assert link is not None
    return regret_bound(loss, found, link)


def several(seed: int, *shape: int) -> Embedding:
    """The first embedding of random surrogates with more than one prediction."""
    random = Random(seed)
    while True:
        found = embedding(random_surrogate(random, *shape, size=3))
        if len(found.rows) > 1:
            return found


def surrogate_values(terms: Terms, V: Array) -> Array:
    """S(v, y), a row for each row of V."""
    columns = []
    for maxima in terms:
        total = np.zeros(len(V))
        for maximum in maxima:
            A = np.array([[float(a) for a in piece.slope] for piece in maximum])
            b = np.array([float(piece.constant) for piece in maximum])
            total += (V @ A.T + b).max(axis=1)
        columns.append(total)
    return np.array(columns).T


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", [(2, 4, 1), (3, 3, 2), (3, 4, 2)], ids=str)
def test_the_bound_on_drawn_distributions_and_scores(shape: tuple[int, ...], seed: int) -> None:
    found = several(seed, *shape)
    bound = bound_for(found, found.loss)
    assert bound.evidence.proves
    drawn = np.random.default_rng(seed)
    V = drawn.normal(scale=2, size=(DRAWN, shape[2]))
    # Half of the scores are near the worst ones.
    V[::2] = np.array(bound.worst, dtype=float) + V[::2] / 20
    P = drawn.dirichlet(np.full(shape[0], 0.4), size=DRAWN)
    P[::3] = np.eye(shape[0])[drawn.integers(shape[0], size=len(P[::3]))]
    S = surrogate_values(found.terms, V)
    rows = np.array(bound.regrets.L, dtype=float)
    # The link, in floats from its definition.
    worst = []
    for z in range(len(rows)):
        errors = bound.regrets.errors[z]
        at = np.array([found.vertices[j].distribution for j in errors], dtype=float)
        at = at.reshape(-1, shape[0])
        least = np.array([float(found.vertices[j].least) for j in errors])
        excess = np.array([float(bound.regrets.excess[j][z]) for j in errors])
        worst.append(((S @ at.T - least) / excess).min(axis=1, initial=np.inf))
    decoded = np.array(worst).argmax(axis=0)
    risks = P @ rows.T
    regret = risks[np.arange(DRAWN), decoded] - risks.min(axis=1)
    surrogate_regret = (P * S).sum(axis=1) - (P @ np.array(found.rows, dtype=float).T).min(axis=1)
    assert (regret <= float(bound.constant) * surrogate_regret + 1e-9).all()


@pytest.mark.parametrize("seed", range(3))
def test_the_bound_is_attained_whatever_the_link(seed: int) -> None:
    found = several(seed, 3, 3, 2)
    bound = bound_for(found, found.loss)
    values = losses_at(found.terms, bound.worst)
    least: list[Any] = []
    for z in range(len(found.rows)):
        ratios: list[Any] = []
        for vertex in found.vertices:
            risks = [inner(row, vertex.distribution) for row in found.rows]
            excess, regret = risks[z] - min(risks), inner(values, vertex.distribution) - min(risks)
            if excess:
                ratios.append(excess / regret if regret else float("inf"))
        least.append(max(ratios))
    assert min(least) == bound.constant > 0
    assert least[bound.decode(bound.worst)] == bound.constant


KNOWN = [
    ("crammer-singer-abstain", make("abstain", classes=3), Fraction(1)),
    ("one-vs-all-abstain", make("abstain", classes=3), Fraction(1, 2)),
    ("binary-encoded-abstain", make("abstain", classes=4), Fraction(1)),
]


@pytest.mark.parametrize(("surrogate", "loss", "constant"), KNOWN)
def test_known_constants(surrogate: str, loss: Loss, constant: Fraction) -> None:
    """Ramaswamy, Tewari and Agarwal 2018, Theorems 4 to 6, at their thresholds."""
    model = polyhedral(surrogate, loss)
    found = embedding(model.terms, tuple(map(str, loss.observations)))
    assert bound_for(found, loss).constant == constant
    assert decoder_constant(loss, found, model.decoder) == constant


def test_a_decoder_that_fails_has_no_constant() -> None:
    loss = make("abstain", classes=3)
    model = polyhedral("one-vs-all-abstain", loss)
    found = embedding(model.terms)
    assert decoder_constant(loss, found, model.decoder[:-1]) is None


def intervals(terms: Terms, p: Fraction) -> tuple[Fraction, Fraction]:
    """The minimisers of W for one score: where the one-sided slopes have different signs."""
    kinks = set()
    for maxima in terms:
        for maximum in maxima:
            for a, b in product(maximum, repeat=2):
                if a.slope != b.slope:
                    kinks.add((b.constant - a.constant) / (a.slope[0] - b.slope[0]))
    far = sorted(kinks)
    tried = [far[0] - 1000, *far, far[-1] + 1000]
    risks = [inner(losses_at(terms, (v,)), (p, 1 - p)) for v in tried]
    best = [v for v, risk in zip(tried, risks, strict=True) if risk == min(risks)]
    return min(best), max(best)


@pytest.mark.parametrize("seed", range(6))
def test_the_separation_of_one_score_on_grids(seed: int) -> None:
    found = several(seed, 2, 4, 1)
    loss = found.loss
    L = matrix_of(loss)
    refined = refinement(loss, found).link
    assert refined is not None
    exact = separation(loss, found, refined)
    assert exact.evidence is not None
    assert exact.evidence.proves
    grid = {vertex.distribution[0] for vertex in found.vertices}
    grid |= {Fraction(i, 40) for i in range(41)}
    errors: list[list[tuple[Fraction, Fraction]]] = [[] for _ in L]
    for p in grid:
        risks = [inner(tuple(row), (p, 1 - p)) for row in L]
        place = intervals(found.terms, p)
        for z, risk in enumerate(risks):
            if risk > min(risks):
                errors[z].append(place)

    def apart(v: Fraction) -> Fraction:
        return max(min(max(a - v, v - b, Fraction(0)) for a, b in places) for places in errors)

    assert exact.value is not None
    assert apart(exact.closest[0]) == exact.value
    low, high = min(v[0] for v in found.scores) - 1, max(v[0] for v in found.scores) + 1
    steps = [low + (high - low) * Fraction(i, 200) for i in range(201)]
    assert min(map(apart, steps)) >= exact.value


def test_known_separations() -> None:
    for name, loss, value in (
        ("hinge", make("multiclass", classes=2), Fraction(1)),
        ("binary-encoded:bits=2", make("abstain", classes=4), Fraction(1, 2)),
        ("crammer-singer:classes=3", make("abstain", classes=3), Fraction(1, 4)),
        ("one-vs-all-hinge:classes=3", make("abstain", classes=3), Fraction(1)),
    ):
        found = embedding(parse(name).terms)
        link = refinement(loss, found).link
        assert link is not None
        exact = separation(loss, found, link)
        assert exact.value == value
        assert exact.evidence is not None
        assert exact.evidence.proves


def test_a_prediction_that_is_always_optimal() -> None:
    found = embedding(parse("hinge").terms)
    loss = matrix_loss([[Fraction(0), Fraction(0)], [Fraction(1), Fraction(2)]])
    assert separation(loss, found, (0,) * len(found.scores)).value is None
    assert bound_for(found, loss).constant == 0
    assert bound_for(found, loss).decode((Fraction(3),)) == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_link_is_found_where_one_prediction_serves_at_every_score(seed: int) -> None:
    """With one score all kinks and points between them are looked at, in floats."""
    random = Random(seed)
    terms = random_surrogate(random, 3, 3, 1, size=3)
    found = embedding(terms)
    rows = [list(row) for row in found.rows]
    kind = seed % 3
    if kind == 0:  # Coarser, if it can be: one prediction is taken from the loss.
        rows = rows[:-1] or rows
    elif kind == 1:  # Another loss altogether.
        rows = [[Fraction(random.randint(0, 3)) for _ in range(3)] for _ in range(2)]
    loss = matrix_loss(rows)
    mine = refinement(loss, found)
    assert mine.evidence.decision.reason == ""
    L = np.array([[float(x) for x in row] for row in rows])
    assert mine.consistent == all(served(L, terms, v) for v in kinks(terms))


@pytest.mark.parametrize("seed", range(12))
def test_conflicts_are_what_they_say(seed: int) -> None:
    random = Random(100 + seed)
    terms = random_surrogate(random, 3, 3, 2, size=3)
    loss = matrix_loss([[Fraction(random.randint(0, 3)) for _ in range(3)] for _ in range(3)])
    found = refinement(loss, embedding(terms))
    if found.conflict is None:
        assert found.link is not None
        return
    v = np.array(found.conflict.scores, dtype=float)
    common = set(range(3))
    for Pi, optimal in zip(found.conflict.distributions, found.conflict.optimal, strict=True):
        risks = [
            inner(tuple(loss.entry(z, y) for y in loss.observations), Pi) for z in loss.predictions
        ]
        assert tuple(z for z, risk in enumerate(risks) if risk == min(risks)) == optimal
        p = np.array(Pi, dtype=float)
        assert p @ values(terms, v) == pytest.approx(least_risk(terms, p), abs=1e-8)
        common &= set(optimal)
    assert not common


def test_observations_must_be_those_of_the_surrogate() -> None:
    form = parse("hinge")
    with pytest.raises(InvalidParameter, match="the observations -1, 1"):
        refinement(make("multiclass", classes=2), embedding(form.terms, form.observations))


def test_an_object_is_analysed_as_its_name() -> None:
    assert analyse(parse("hinge")).embedding.rows == analyse("hinge").embedding.rows
    large = analyse("weston-watkins:classes=3")
    assert large.target is None
    assert [item.expect for item in large.items()] == ["proves"]
