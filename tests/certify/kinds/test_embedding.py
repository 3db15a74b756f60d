"""Every way in which certificates about embedded losses and their links are refused."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.embedding import (
    Apart,
    EmbeddedPoint,
    Near,
    Pull,
    RegretConstant,
    Served,
)
from qstheory.certify.kinds.polyhedral import SomeDecoderConsistent
from qstheory.certify.maxima import CommonPiece, Minima
from qstheory.losses.base import matrix_loss
from qstheory.losses.catalogue import parse

from ..samples.embedding import (
    APART,
    BEST,
    BOUNDED,
    CERTAIN_0,
    CERTAIN_1,
    CONSTANT,
    EMBEDS,
    EVEN,
    HALF,
    LEFT,
    MINIMA,
    ONE,
    PULLS,
    REFINED,
    RIGHT,
    SEPARATED,
    SEPARATION,
    TERMS,
    TREE,
    ZERO,
)
from ..samples.sample import ABSTAIN, ZERO_ONE, rows

MIDDLE = EmbeddedPoint(2, (ZERO,))
"""At 0 both observations have the loss 1/2, which is abstaining."""


def minima(*changed: Any) -> Minima:
    return Minima(tuple(changed))


@pytest.mark.parametrize(
    ("proposition", "certificate", "reason"),
    [
        (replace(EMBEDS, terms=TERMS[:1]), MINIMA, "sum of maxima"),
        (replace(EMBEDS, points=()), MINIMA, "no scores"),
        (replace(EMBEDS, points=(replace(LEFT, scores=(ONE, ONE)),)), MINIMA, "no scores"),
        (
            replace(EMBEDS, points=(LEFT, replace(RIGHT, prediction=2))),
            MINIMA,
            "no such prediction",
        ),
        (replace(EMBEDS, points=(LEFT, replace(RIGHT, scores=(ZERO,)))), MINIMA, "losses of"),
        (EMBEDS, minima(CERTAIN_1, EVEN), "minimum for each vertex"),
        (EMBEDS, minima(CERTAIN_0, EVEN, CERTAIN_1), "in order"),
        (
            EMBEDS,
            minima(CERTAIN_1, replace(EVEN, multipliers=(((HALF, ZERO),),) * 2), CERTAIN_0),
            "bound the least risk",
        ),
        (EMBEDS, minima(CERTAIN_1, CommonPiece(2), CERTAIN_0), "with such a piece"),
        (EMBEDS, minima(CERTAIN_1, CommonPiece(-1), CERTAIN_0), "with such a piece"),
        (EMBEDS, minima(CommonPiece(1), EVEN, CERTAIN_0), "slopes to 0"),
        (EMBEDS, minima(CERTAIN_1, CommonPiece(0), CERTAIN_0), "bound the least risk"),
        (replace(EMBEDS, loss=ABSTAIN, points=(LEFT, MIDDLE, RIGHT)), MINIMA, "left out"),
        (replace(EMBEDS, points=(LEFT, LEFT, RIGHT)), MINIMA, "left out"),
    ],
)
def test_what_embeds_no_loss(proposition: Any, certificate: Any, reason: str) -> None:
    assert reason in decide(proposition, certificate).reason


def test_pieces_of_the_same_index_serve_as_multipliers() -> None:
    common = minima(CommonPiece(0), CommonPiece(1), CommonPiece(0))
    assert decide(EMBEDS, common).outcome.value == "proves"


def test_a_prediction_without_a_point_may_be_better() -> None:
    cheap = replace(EMBEDS, loss=parse("abstain:classes=2,cost=1/3").reference)
    assert "smaller risk at a vertex" in decide(cheap, MINIMA).reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"scores": ()}, "no scores"),
        ({"link": (0,)}, "prediction for each"),
        ({"link": (0, 2)}, "prediction for each"),
        ({"link": (1, 0)}, "not optimal on the whole cell"),
        ({"minima": Minima(())}, "minimum for each vertex"),
    ],
)
def test_what_does_not_refine(changes: dict[str, Any], reason: str) -> None:
    proposition = SomeDecoderConsistent(ZERO_ONE, TERMS)
    assert reason in decide(proposition, replace(REFINED, **changes)).reason
    assert "sum of maxima" in decide(replace(proposition, terms=TERMS[:1]), REFINED).reason


@pytest.mark.parametrize(
    ("constant", "changes", "reason"),
    [
        (2, {"scores": ((ONE, ONE),)}, "no scores"),
        (2, {"link": (1, 0)}, "not optimal on the whole cell"),
        (-2, {}, "negative"),
        (2, {"tree": replace(TREE, prediction=2)}, "no such prediction"),
        (2, {"tree": replace(TREE, branches=())}, "branch for each vertex"),
        (2, {"tree": replace(TREE, branches=(BOUNDED,))}, "weights of the vertices"),
        (Fraction(3, 2), {}, "below 1 / C"),
        (3, {}, "less excess risk"),
        (2, {"worst": (HALF,)}, "less excess risk"),
        (2, {"worst": (ONE, ONE)}, "attain the constant"),
        (2, {"against": (CERTAIN_1,)}, "attain the constant"),
        (2, {"against": (CERTAIN_0, CERTAIN_1)}, "less excess risk"),
        (2, {"against": (replace(CERTAIN_1, distribution=(ONE, ONE)), CERTAIN_0)}, "are none"),
        (2, {"against": (replace(CERTAIN_1, distribution=(ONE, ZERO)), CERTAIN_0)}, "sum they"),
    ],
)
def test_what_is_no_least_constant(constant: Any, changes: dict[str, Any], reason: str) -> None:
    proposition = RegretConstant(ZERO_ONE, TERMS, Fraction(constant))
    assert reason in decide(proposition, replace(BEST, **changes)).reason


def test_the_bound_needs_its_multipliers() -> None:
    tilted = replace(BOUNDED, multipliers=(((ZERO, HALF),), ((HALF, ZERO),)))
    tree = replace(TREE, branches=(replace(TREE.branches[0], branches=(tilted,)),))  # type: ignore[arg-type]
    assert "slopes to 0" in decide(CONSTANT, replace(BEST, tree=tree)).reason
    assert "sum of maxima" in decide(replace(CONSTANT, terms=TERMS[:1]), BEST).reason


def test_a_prediction_that_always_serves_needs_no_bound() -> None:
    proposition = RegretConstant(matrix_loss(rows((0, 0), (1, 1))).reference, TERMS, ZERO)
    always = replace(BEST, link=(0, 0), tree=Served(0, ()), against=())
    assert decide(proposition, always).outcome.value == "proves"
    attained = replace(BEST, link=(0, 0), tree=Served(0, ()))
    larger = decide(replace(proposition, constant=ONE), attained)
    assert "less excess risk" in larger.reason


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
