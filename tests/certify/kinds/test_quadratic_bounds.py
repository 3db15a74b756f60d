"""Bounds on calibration functions: what is refused, by hand."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.quadratic_bounds import (
    CalibrationAtLeast,
    CalibrationAtMost,
    Distances,
    FeasibleLine,
)
from tests.certify.samples.quadratic_bounds import LINE, SIGNS, TARGETS, ZERO_ONE
from tests.certify.samples.sample import rows

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
BELOW, ABOVE = CalibrationAtLeast(SIGNS, ONE, ONE), CalibrationAtMost(SIGNS, TARGETS, ONE, ONE, ONE)
FREE = CalibrationAtMost(None, ZERO_ONE, HALF / 2, ONE, HALF / 4)
SLIGHTLY = Fraction(1, 10**9)
REFUSED: list[tuple[Any, Any]] = [
    # A little more than the truth, on either side, with unit vectors and other rows.
    (replace(BELOW, square=1 + SLIGHTLY), Distances()),
    (replace(BELOW, scale=1 - SLIGHTLY), Distances()),
    (CalibrationAtLeast(None, ONE, HALF + SLIGHTLY), Distances()),
    (CalibrationAtLeast(SIGNS, ZERO, -ONE), Distances()),
    (replace(ABOVE, square=1 - SLIGHTLY), LINE),
    (replace(ABOVE, scale=1 + SLIGHTLY), LINE),
    (replace(FREE, square=HALF / 4 - SLIGHTLY), LINE),
    (replace(ABOVE, scale=ZERO, square=ZERO), LINE),
    # Weights that become negative, or are none; a direction that leaves the simplex.
    (replace(ABOVE, high=1 + SLIGHTLY), LINE),
    (replace(ABOVE, high=ZERO), LINE),
    (ABOVE, replace(LINE, distribution=(ONE + HALF, -HALF))),
    (ABOVE, replace(LINE, distribution=(HALF, HALF + SLIGHTLY))),
    (ABOVE, replace(LINE, direction=(-HALF, HALF + SLIGHTLY))),
    (ABOVE, replace(LINE, direction=(-HALF,))),
    (ABOVE, replace(LINE, distribution=(ONE,))),
    # No tie; the same prediction twice; an excess below e; places that do not exist.
    (ABOVE, replace(LINE, distribution=(HALF + SLIGHTLY, HALF - SLIGHTLY))),
    (ABOVE, replace(LINE, z=1, best=0)),
    (ABOVE, replace(LINE, best=0)),
    (ABOVE, replace(LINE, direction=(-HALF + SLIGHTLY, HALF - SLIGHTLY))),
    (ABOVE, replace(LINE, z=2)),
    (ABOVE, replace(LINE, best=-1)),
    # A third prediction is better at the distribution, and z and z* tie only with each other.
    (replace(ABOVE, F=rows((1, 1), (1, -1), (0, 0)), U=rows((1, 0), (1, 0))), LINE),
    # Rows of different lengths, of length 0, or none at all.
    (replace(ABOVE, U=rows((1, 1), (1, 1))), LINE),
    (replace(ABOVE, U=()), FeasibleLine(0, 1, (), ())),
    (replace(ABOVE, F=rows((), ()), U=rows((), ())), LINE),
    (replace(BELOW, F=()), Distances()),
    (replace(BELOW, F=rows((1,), (1, 2))), Distances()),
]


@pytest.mark.parametrize(("proposition", "certificate"), REFUSED)
def test_what_shows_nothing_is_refused(proposition: Any, certificate: Any) -> None:
    assert decide(proposition, certificate).outcome is Outcome.INVALID


def test_rows_that_are_one_have_no_distance() -> None:
    assert decide(CalibrationAtLeast(rows((1, 2)), ONE, ONE), Distances()).outcome is Outcome.PROVES


def test_the_words_name_both_kinds_of_scores() -> None:
    assert str(BELOW) == "H(e) >= 1 e^2, 2 rows of F, surrogate 1 |v - U_y|^2"
    assert "unconstrained scores, surrogate 1/4 |v - U_y|^2" in str(FREE)
