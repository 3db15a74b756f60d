"""Quadratics on an interval, and a calibration function that has two different pieces."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.calibration import AffineVector, bounds_fault, nonnegative_on
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.problem import CalibrationProblem

from ..samples.calibration import BOUNDS, PIECE

ONE, ZERO = Fraction(1), Fraction(0)


@pytest.mark.parametrize(
    ("coefficients", "expected"),
    [
        ((1, -4, 4), True),
        ((1, -5, 5), False),
        ((0, 1, -1), True),
        ((-1, 1, 0), False),
        ((1, -2, 0), False),
        ((4, -4, 1), True),
        ((0, 0, 1), True),
    ],
)
def test_nonnegative_on_the_unit_interval(coefficients, expected):
    assert nonnegative_on(tuple(map(Fraction, coefficients)), ZERO, ONE) is expected


def test_no_piece_reaches_into_the_next():
    F = ((ONE, ZERO), (ZERO, ONE), (Fraction(1, 4), Fraction(1, 4)))
    U = ((ZERO, ONE), (ONE, ZERO))
    pieces = calibration_function(CalibrationProblem(F, U)).pieces
    quadratics = {(p.piece.constant, p.piece.linear, p.piece.square) for p in pieces}
    assert len(quadratics) == 2
    for certified in pieces:
        assert decide(certified.piece, certified.certificate).outcome is Outcome.PROVES
    first = next(p for p in pieces if p.piece.square == Fraction(8, 5))
    stretched = replace(first.piece, high=ONE)
    assert decide(stretched, first.certificate).outcome is Outcome.INVALID


def test_multipliers_have_a_place_each_are_not_negative_and_stand_in_the_order_of_pairs():
    flat = AffineVector((ZERO,) * 3, (ZERO,) * 3)
    negative = AffineVector((ZERO, -ONE, ZERO, ZERO), (ZERO,) * 4)
    assert not bounds_fault(PIECE, BOUNDS, None)
    assert "|Z| + 2" in bounds_fault(PIECE, (flat, BOUNDS[1]), None)
    assert "negative" in bounds_fault(PIECE, (negative, BOUNDS[1]), None)
    assert "violate" in bounds_fault(PIECE, BOUNDS[::-1], None)
