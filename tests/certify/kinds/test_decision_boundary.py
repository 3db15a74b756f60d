"""Distances to the decision boundary in three metrics."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, loads
from qstheory.certify.kinds.decision_boundary import BoundaryDistance, BoundaryPoint, Metric

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
CORNER = BoundaryDistance((ONE, ZERO, ZERO), "sum", ONE)
MIDDLE = BoundaryPoint((HALF, HALF, ZERO))


@pytest.mark.parametrize(
    ("metric", "squared"), [("sum", ONE), ("euclidean", HALF), ("drawn", ONE / 4)]
)
def test_the_distance_of_a_corner(metric: Metric, squared: Fraction) -> None:
    claim = replace(CORNER, metric=metric, squared=squared)
    assert decide(claim, MIDDLE).outcome.value == "proves"
    assert decide(replace(claim, squared=squared * 2), MIDDLE).outcome.value == "refutes"
    assert decide(replace(claim, squared=squared / 2), MIDDLE).outcome.value == "refutes"


@pytest.mark.parametrize(
    ("claim", "point"),
    [
        (CORNER, BoundaryPoint((HALF, HALF))),
        (CORNER, BoundaryPoint((ONE, HALF, -HALF))),
        (replace(CORNER, distribution=(ONE, ONE, ZERO)), MIDDLE),
        (CORNER, BoundaryPoint((ONE, ZERO, ZERO))),
        # A point of the boundary that is not the nearest one proves nothing.
        (replace(CORNER, squared=Fraction(16, 9)), BoundaryPoint((ONE / 3, ONE / 3, ONE / 3))),
        (replace(CORNER, squared=Fraction(3, 2)), BoundaryPoint((ONE / 3, ONE / 3, ONE / 3))),
    ],
)
def test_what_shows_nothing(claim: BoundaryDistance, point: BoundaryPoint) -> None:
    assert decide(claim, point).outcome.value == "invalid"


def test_a_distance_survives_the_certificate_file() -> None:
    assert loads(dumps([Item(CORNER, MIDDLE)])) == [Item(CORNER, MIDDLE)]
