"""Max-margin surrogates: failures and successes with couplings, and the margin's order."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.max_margin import (
    Cell,
    MarginBoundsLoss,
    MaxMarginConsistentAt,
    MaxMarginFailure,
    MaxMarginSuccess,
)
from qstheory.certify.kinds.max_margin_line import MaxMarginConsistent, PointsOnALine
from qstheory.losses.matrix import matrix_loss
from qstheory.work.certificates import dumps

ZERO, ONE = Fraction(0), Fraction(1)
UNIT = tuple(tuple(Fraction(i == j) for j in range(3)) for i in range(3))
CLASSES = matrix_loss([[Fraction(i != j) for j in range(3)] for i in range(3)]).reference
PREC = losses.make("prec-at-k", m=2, k=1).reference


def sevenths(*rows: tuple[int, ...]) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(Fraction(n, 7) for n in row) for row in rows)


MINORITY = MaxMarginConsistentAt(CLASSES, UNIT, sevenths((3, 2, 2))[0])
FAILURE = MaxMarginFailure((ZERO, ZERO, ZERO), sevenths((0, 1, 2), (2, 0, 0), (1, 1, 0)), 1)
MAJORITY = replace(MINORITY, distribution=sevenths((5, 1, 1))[0])
SUCCESS = MaxMarginSuccess(
    (ONE, ZERO, ZERO),
    (
        Cell(1, sevenths((0, 5, 0), (1, 0, 0), (1, 0, 0)), sevenths((3, 0, 1))[0]),
        Cell(2, sevenths((0, 0, 5), (1, 0, 0), (1, 0, 0)), sevenths((3, 1, 0))[0]),
    ),
)


LOOSE = sevenths((5, 0, 0), (0, 1, 0), (0, 0, 1))


def changed(cell: int, **changes: object) -> MaxMarginSuccess:
    cells = list(SUCCESS.cells)
    cells[cell] = replace(cells[cell], **changes)  # type: ignore[arg-type]
    return replace(SUCCESS, cells=tuple(cells))


@pytest.mark.parametrize(
    ("proposition", "certificate", "outcome"),
    [
        (MINORITY, FAILURE, "refutes"),
        (MINORITY, replace(FAILURE, prediction=0), "invalid"),
        (MINORITY, replace(FAILURE, prediction=3), "invalid"),
        (MINORITY, replace(FAILURE, weights=(ZERO,)), "invalid"),
        (MINORITY, replace(FAILURE, weights=(ONE, ZERO, ZERO)), "invalid"),
        (MINORITY, replace(FAILURE, coupling=UNIT), "invalid"),
        (MINORITY, replace(FAILURE, coupling=UNIT[:2]), "invalid"),
        (
            MINORITY,
            replace(FAILURE, coupling=sevenths((3, 0, 0), (2, 0, 0), (2, 0, 0))),
            "invalid",
        ),
        (replace(MINORITY, loss=PREC), FAILURE, "invalid"),
        (replace(MINORITY, features=UNIT[:2]), FAILURE, "invalid"),
        (replace(MINORITY, features=(*UNIT[:2], (ONE,))), FAILURE, "invalid"),
        (replace(MINORITY, distribution=(ONE, ONE, ONE)), FAILURE, "invalid"),
        (MAJORITY, SUCCESS, "proves"),
        (MAJORITY, replace(SUCCESS, cells=SUCCESS.cells[:1]), "invalid"),
        (MAJORITY, replace(SUCCESS, weights=(ONE,)), "invalid"),
        (MAJORITY, replace(SUCCESS, weights=(ZERO, ZERO, ZERO)), "invalid"),
        (MAJORITY, changed(0, coupling=UNIT), "invalid"),
        # Couplings that keep y = 0 in place bound W by no more than W(w) = 4/7.
        (MAJORITY, changed(0, coupling=LOOSE, multipliers=(ZERO, ZERO, ZERO)), "invalid"),
        (MAJORITY, changed(0, multipliers=(ONE,)), "invalid"),
        (MAJORITY, changed(0, multipliers=(ONE, ZERO, -ONE)), "invalid"),
        (MAJORITY, changed(0, multipliers=(ONE, ZERO, ZERO)), "invalid"),
        (replace(MAJORITY, distribution=(ONE, ONE, ONE)), SUCCESS, "invalid"),
    ],
)
def test_consistency_at_a_distribution(
    proposition: MaxMarginConsistentAt, certificate: object, outcome: str
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
    items = [Item(MINORITY, FAILURE, "refutes"), Item(MAJORITY, SUCCESS)]
    items += [Item(SKEWED, EveryEntry(), "refutes")]
    assert loads(dumps(items)) == items
