"""The law of the margin of k among n classes, beside exact volumes and drawn distributions."""

from fractions import Fraction

import numpy as np
import pytest

from qstheory import losses
from qstheory.theory.effort import DEFAULT, affordable
from qstheory.theory.margin.cells import band, band_law
from qstheory.theory.margin.findings import margin_findings
from qstheory.theory.subject import Subject

Q = Fraction


@pytest.mark.parametrize(
    "name",
    [
        *(f"multiclass:classes={n}" for n in (2, 3, 4)),
        *(f"top-k:classes={n},k={k}" for n, k in ((3, 1), (3, 2), (4, 2), (4, 3))),
    ],
)
def test_volumes_are_those_of_the_law(name: str) -> None:
    loss = losses.parse(name)
    law = band_law(loss)
    assert law is not None
    L = tuple(tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions)
    pieces = band(L)
    assert pieces[-1].high == 1 / law.rate
    for piece in pieces:
        for e in (piece.low, (piece.low + 3 * piece.high) / 4, piece.high):
            assert piece.at(e) == law.at(e)


@pytest.mark.parametrize(("n", "k"), [(9, 1), (9, 4), (30, 3)])
def test_drawn_distributions_follow_the_law(n: int, k: int) -> None:
    """40,000 draws: their share is within 4 standard errors, at most 0.01."""
    law = band_law(losses.make("top-k", classes=n, k=k))
    assert law is not None
    drawn = np.sort(np.random.default_rng(7).dirichlet(np.ones(n), 40_000), axis=1)
    gaps = drawn[:, n - k] - drawn[:, n - k - 1]
    for share in (0.3, 0.7):
        e = float(np.quantile(gaps, share))
        assert abs(float(law.at(Q(e))) - share) < 0.01


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("multiclass:classes=7", "1 - (1 - e)^6 on [0, 1]"),
        ("multiclass:classes=300", "1 - (1 - e)^299 on [0, 1]"),
        ("multiclass:classes=10000", "1 - (1 - e)^9999 on [0, 1]"),
        ("top-k:classes=1000,k=5", "1 - (1 - 5 e)^999 on [0, 1/5]"),
    ],
)
def test_the_band_in_the_dossier(name: str, words: str) -> None:
    budget = affordable(DEFAULT, {"margins": 30.0})
    found = {f.key: f for f in margin_findings(Subject(losses.parse(name), budget))}
    assert found["margin-band"].statement == f"P(gamma+ <= e) = {words}"


@pytest.mark.parametrize(
    "name",
    ["hamming:m=3", "abstain:classes=5", "top-k:classes=3,k=3", "ordinal-absolute:classes=5"],
)
def test_other_losses_have_no_law(name: str) -> None:
    assert band_law(losses.parse(name)) is None
