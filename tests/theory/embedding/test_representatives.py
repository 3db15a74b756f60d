"""The embedded loss against scipy's hulls, sampled distributions, and changes of the scores."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from qstheory.certify.maxima import Affine, Terms
from qstheory.errors import InvalidParameter
from qstheory.exact.integer_matrix import rank
from qstheory.losses import make
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.consistency.surrogates import hinges
from qstheory.theory.design.placement import conjugate, representatives
from qstheory.theory.embedding.representatives import embedding

from .polyhedra import corners, least_risk, polyhedral, random_surrogate

SHAPES = [(2, 4, 1), (3, 4, 1), (2, 4, 2), (3, 4, 2), (4, 3, 2), (3, 3, 3)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_the_rows_are_the_corners_of_a_convex_hull(shape: tuple[int, ...], seed: int) -> None:
    terms = random_surrogate(Random(seed), *shape)
    found = embedding(terms)
    rows = {tuple(np.round([float(x) for x in row], 6) + 0.0) for row in found.rows}
    assert rows == corners(terms)
    assert found.evidence.proves


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_bayes_risks_agree_on_drawn_distributions(shape: tuple[int, ...]) -> None:
    terms = random_surrogate(Random(7), *shape)
    rows = np.array(embedding(terms).rows, dtype=float)
    for Pi in np.random.default_rng(7).dirichlet(np.ones(shape[0]), size=25):
        assert (rows @ Pi).min() == pytest.approx(least_risk(terms, Pi), abs=1e-7)


def moved(terms: Terms, A: list[list[Fraction]], b: list[Fraction]) -> Terms:
    """S(A v + b, y)."""

    def piece(a: Affine) -> Affine:
        slope = tuple(
            sum((x * row[k] for x, row in zip(a.slope, A, strict=True)), Fraction(0))
            for k in range(len(A[0]))
        )
        return Affine(slope, a.at(tuple(b)))

    return tuple(tuple(tuple(map(piece, maximum)) for maximum in maxima) for maxima in terms)


small = st.fractions(-3, 3, max_denominator=3)


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.lists(small, min_size=6, max_size=6))
def test_affine_changes_of_the_scores_change_nothing(seed: int, drawn: list[Fraction]) -> None:
    a, b, c, d, *shift = drawn
    assume(a * d != b * c)
    terms = random_surrogate(Random(seed), 3, 3, 2)
    changed = embedding(moved(terms, [[a, b], [c, d]], shift))
    assert set(changed.rows) == set(embedding(terms).rows)


@settings(max_examples=6)
@given(st.integers(0, 10_000))
def test_scores_that_are_not_used_change_nothing(seed: int) -> None:
    terms = random_surrogate(Random(seed), 3, 3, 2)
    across = [[Fraction(x) for x in row] for row in ((1, 0, 2), (0, 1, 0))]
    wider = moved(terms, across, [Fraction(0)] * 2)
    assert set(embedding(wider).rows) == set(embedding(terms).rows)


def test_published_embeddings() -> None:
    twice = {(*(Fraction(0 if y == z else 2) for y in range(4)),) for z in range(4)}
    abstain = twice | {(Fraction(1),) * 4}
    four = make("multiclass", classes=4)
    assert set(embedding(polyhedral("crammer-singer", four).terms).rows) == abstain
    encoded = polyhedral("binary-encoded-abstain", make("abstain", classes=4)).terms
    assert set(embedding(encoded).rows) == abstain
    assert {tuple(2 * x for x in row) for row in abstain} == set(embedding(hinges(4)).rows)


def test_a_surrogate_without_a_least_value_is_refused() -> None:
    falls = ((((Affine((Fraction(1),), Fraction(0)),)),),)
    with pytest.raises(InvalidParameter, match="not bounded below"):
        embedding(falls)


def planted(random: Random) -> tuple[Loss, Terms]:
    """A drawn loss, and a surrogate that embeds it at drawn places, with a part of no use.

    The conjugate surrogate is turned in its space; a maximum that is 0 where the predictions stand
    is added to some.
    """
    rows = [[Fraction(random.randint(0, 6)) for _ in range(3)] for _ in range(4)]
    loss = matrix_loss(rows)
    found, _ = conjugate(loss)
    d = found.dimension
    while True:
        A = [[Fraction(random.randint(-2, 2)) for _ in range(d)] for _ in range(d)]
        if rank(A) == d:
            break
    turned = moved(found.terms, A, [Fraction(random.randint(-3, 3)) for _ in range(d)])
    flat = Affine((Fraction(0),) * d, Fraction(0))
    # It is 0 where that piece is at least -99, as it is where the predictions stand.
    useless = tuple(
        (
            *maxima,
            (flat, Affine(tuple(-a for a in maxima[0][0].slope), -maxima[0][0].constant - 99)),
        )
        for maxima in turned
    )
    return loss, useless if random.random() < 0.5 else turned


@pytest.mark.parametrize("seed", range(12))
def test_planted_losses_are_found(seed: int) -> None:
    loss, terms = planted(Random(seed))
    L = [tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions]
    wanted = {L[z] for z in representatives(L)}
    assert set(embedding(terms).rows) == wanted
