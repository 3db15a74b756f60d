"""Consistency by refinement, against the search over scores that knows nothing of embeddings."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from qstheory.certify.arithmetic import inner
from qstheory.errors import InvalidParameter
from qstheory.losses import make
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.consistency.polyhedral import some_decoder
from qstheory.theory.embedding.analysis import analyse, refinement
from qstheory.theory.embedding.families import parse
from qstheory.theory.embedding.representatives import embedding

from .polyhedra import least_risk, random_surrogate, values


@pytest.mark.parametrize("seed", range(20))
def test_both_decisions_agree(seed: int) -> None:
    random = Random(seed)
    terms = random_surrogate(random, 3, 3, 1 + seed % 2, size=3)
    found = embedding(terms)
    rows = [list(row) for row in found.rows]
    kind = seed % 3
    if kind == 0:  # Coarser, if it can be: one prediction is taken from the loss.
        rows = rows[:-1] or rows
    elif kind == 1:  # Another loss altogether.
        rows = [[Fraction(random.randint(0, 3)) for _ in range(3)] for _ in range(2)]
    loss = matrix_loss(rows)
    mine = refinement(loss, found)
    other = some_decoder(loss, terms, (Fraction(0),) * found.dimension)
    assert mine.evidence.decision.reason == ""
    assert mine.consistent == other.proves


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
