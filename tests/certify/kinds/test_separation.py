"""What is no largest separation."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.embedding import Apart, Near, Pull, Served
from qstheory.certify.maxima import Minima
from tests.certify.samples.embedding import (
    APART,
    BEST,
    BOUNDED,
    CONSTANT,
    HALF,
    ONE,
    PULLS,
    REFINED,
    SEPARATED,
    SEPARATION,
    TERMS,
    ZERO,
)

LEFT, RIGHT = Near(0, (ONE,)), Near(2, (-ONE,))


def leaf(*pulls: Pull) -> Served:
    return Served(0, (Served(1, (Apart(pulls),)),))


def test_hinge_is_separated_by_one():
    assert decide(SEPARATION, SEPARATED).outcome is Outcome.PROVES
    # At a vertex both certain observations have minimisers one apart from 0.
    assert "smaller distance" in decide(replace(SEPARATION, distance=2 * ONE), SEPARATED).reason
    assert "farther" in decide(replace(SEPARATION, distance=HALF), SEPARATED).reason
    assert "negative" in decide(replace(SEPARATION, distance=-ONE), SEPARATED).reason
    assert "sum of maxima" in decide(replace(SEPARATION, terms=TERMS[:1]), SEPARATED).reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"refined": replace(REFINED, scores=())}, "no scores"),
        ({"refined": replace(REFINED, minima=Minima(()))}, "minimum for each vertex"),
        ({"refined": replace(REFINED, link=(1, 0))}, "not optimal on the whole cell"),
        ({"tree": replace(APART, prediction=2)}, "no such prediction"),
        ({"tree": Served(0, (Served(1, (BOUNDED,)),))}, "no pulls"),
        ({"tree": leaf()}, "smaller distance"),
        ({"tree": leaf(PULLS[0])}, "do not cancel"),
        ({"tree": leaf(replace(PULLS[0], vertex=1), PULLS[1])}, "no vertex of the branch"),
        ({"tree": leaf(replace(PULLS[0], vertex=9), PULLS[1])}, "no vertex of the branch"),
        ({"tree": leaf(replace(PULLS[0], weight=HALF), PULLS[1])}, "sum they should"),
        ({"near": (LEFT,)}, "minimiser for each prediction"),
        ({"closest": (ZERO, ZERO)}, "minimiser for each prediction"),
        ({"near": (replace(LEFT, vertex=9), RIGHT)}, "at no vertex"),
        ({"near": (replace(LEFT, scores=()), RIGHT)}, "at no vertex"),
        ({"near": (RIGHT, LEFT)}, "optimal where it should err"),
        ({"near": (replace(LEFT, scores=(-ONE,)), RIGHT)}, "do not minimise"),
        ({"closest": (Fraction(1, 3),)}, "farther"),
    ],
)
def test_what_is_no_separation(changes: dict[str, Any], reason: str) -> None:
    assert reason in decide(SEPARATION, replace(SEPARATED, **changes)).reason


def test_pulls_bound_no_regret():
    assert "no bound" in decide(CONSTANT, replace(BEST, tree=leaf(*PULLS))).reason
