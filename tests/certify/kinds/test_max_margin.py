"""Max-margin surrogates: failures with couplings, lines, and the margin's order."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.max_margin import (
    MarginBoundsLoss,
    MaxMarginConsistent,
    MaxMarginFailure,
    PointsOnALine,
)
from qstheory.losses.base import matrix_loss
from qstheory.work.certificates import dumps

ZERO, ONE = Fraction(0), Fraction(1)
UNIT = tuple(tuple(Fraction(i == j) for j in range(3)) for i in range(3))
CLASSES = matrix_loss([[Fraction(i != j) for j in range(3)] for i in range(3)]).reference
PREC = losses.make("prec-at-k", m=2, k=1).reference


def sevenths(*rows: tuple[int, ...]) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(Fraction(n, 7) for n in row) for row in rows)


CONSISTENT = MaxMarginConsistent(CLASSES)
FAILURE = MaxMarginFailure(
    sevenths((3, 2, 2))[0], (ZERO,) * 3, sevenths((0, 1, 2), (2, 0, 0), (1, 1, 0)), 1
)
MAJORITY = MaxMarginFailure(
    sevenths((5, 1, 1))[0], (ONE, ZERO, ZERO), sevenths((3, 1, 1), (1, 0, 0), (1, 0, 0)), 1
)
TURNED = MaxMarginConsistent(
    matrix_loss([[ZERO, ONE], [2 * ONE, ZERO]], ("a", "b"), ("b", "a")).reference
)


@pytest.mark.parametrize(
    ("proposition", "certificate", "outcome"),
    [
        (CONSISTENT, FAILURE, "refutes"),
        (CONSISTENT, replace(FAILURE, prediction=0), "invalid"),
        (CONSISTENT, replace(FAILURE, prediction=3), "invalid"),
        (CONSISTENT, replace(FAILURE, prediction=-2), "invalid"),
        (CONSISTENT, replace(FAILURE, scores=(ZERO,)), "invalid"),
        (CONSISTENT, replace(FAILURE, scores=(ONE, ZERO, ZERO)), "invalid"),
        (CONSISTENT, replace(FAILURE, coupling=UNIT), "invalid"),
        (CONSISTENT, replace(FAILURE, coupling=UNIT[:2]), "invalid"),
        # Each row has the sum that it should, and no column; and the other way round.
        (
            CONSISTENT,
            replace(FAILURE, coupling=sevenths((3, 0, 0), (2, 0, 0), (2, 0, 0))),
            "invalid",
        ),
        (
            CONSISTENT,
            replace(FAILURE, coupling=sevenths((3, 2, 2), (0, 0, 0), (0, 0, 0))),
            "invalid",
        ),
        # All sums are right, and a negative share makes the value larger than it is.
        (
            CONSISTENT,
            replace(FAILURE, coupling=sevenths((-1, 2, 2), (2, 0, 0), (2, 0, 0))),
            "invalid",
        ),
        (CONSISTENT, replace(FAILURE, distribution=(ONE, ONE, ONE)), "invalid"),
        (MaxMarginConsistent(PREC), FAILURE, "invalid"),
        (TURNED, FAILURE, "invalid"),
        # With a majority the label that is not optimal is decoded at no minimiser.
        (CONSISTENT, MAJORITY, "invalid"),
        (CONSISTENT, replace(MAJORITY, prediction=0), "invalid"),
        (CONSISTENT, replace(MAJORITY, scores=(ZERO,) * 3), "invalid"),
    ],
)
def test_a_failure_at_a_distribution(
    proposition: MaxMarginConsistent, certificate: MaxMarginFailure, outcome: str
) -> None:
    assert decide(proposition, certificate).outcome.value == outcome


LINE = MaxMarginConsistent(
    matrix_loss([[ZERO, 3 * ONE, ONE], [3 * ONE, ZERO, 2 * ONE], [ONE, 2 * ONE, ZERO]]).reference
)


@pytest.mark.parametrize(
    ("proposition", "positions", "outcome"),
    [
        (LINE, (ZERO, 3 * ONE, ONE), "proves"),
        (LINE, (3 * ONE, ZERO, 2 * ONE), "proves"),
        (LINE, (ZERO, ONE, 3 * ONE), "invalid"),
        (LINE, (ZERO, 3 * ONE), "invalid"),
        (LINE, (ZERO, ONE, ONE), "invalid"),
        (MaxMarginConsistent(CLASSES), (ZERO, ONE, 2 * ONE), "invalid"),
        (MaxMarginConsistent(PREC), (ZERO, ONE), "invalid"),
    ],
)
def test_distances_on_a_line(
    proposition: MaxMarginConsistent, positions: tuple[Fraction, ...], outcome: str
) -> None:
    assert decide(proposition, PointsOnALine(positions)).outcome.value == outcome


SKEWED = MarginBoundsLoss(
    matrix_loss([[ZERO, ONE], [2 * ONE, ZERO]]).reference, "observation-first"
)
RIGHT = replace(SKEWED, order="prediction-first")


@pytest.mark.parametrize(
    ("proposition", "outcome"),
    [(SKEWED, "refutes"), (RIGHT, "proves"), (replace(SKEWED, loss=PREC), "invalid")],
)
def test_the_order_of_the_arguments(proposition: MarginBoundsLoss, outcome: str) -> None:
    assert decide(proposition, EveryEntry()).outcome.value == outcome


def test_they_survive_the_certificate_file() -> None:
    items = [Item(CONSISTENT, FAILURE, "refutes"), Item(SKEWED, EveryEntry(), "refutes")]
    assert loads(dumps(items)) == items
