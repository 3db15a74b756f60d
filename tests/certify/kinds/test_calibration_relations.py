"""Pieces of calibration functions from one side: what is refused, by hand."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.calibration import AffineVector, Optimality, PairBound
from qstheory.certify.moves import Metric, Move
from tests.certify.samples.calibration import ABOVE, ATTAINED, BELOW, BOUNDS, FREE, NOWHERE, TIED
from tests.certify.samples.sample import rows

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
SLIGHTLY = Fraction(1, 10**9)
AT_LEAST = replace(FREE, relation=">=")


def at(point: Any, **changes: Any) -> Optimality:
    """A certificate of the point with other parts."""
    return Optimality(replace(point, **changes), (), (), None)


def weights(start: tuple[Fraction, ...], slope: tuple[Fraction, ...]) -> AffineVector:
    return AffineVector(start, slope)


LINE, FREE_LINE = at(ATTAINED), at(TIED)
REFUSED: list[tuple[Any, Any]] = [
    # A little more than the truth, on either side, with unit vectors and other rows.
    (replace(BELOW, square=1 + SLIGHTLY), NOWHERE),
    (replace(AT_LEAST, square=HALF / 4 + SLIGHTLY), NOWHERE),
    (replace(AT_LEAST, metric=Metric(None, HALF / 2 - SLIGHTLY)), NOWHERE),
    (replace(AT_LEAST, metric=Metric(None, -ONE), square=-ONE), NOWHERE),
    (replace(AT_LEAST, constant=SLIGHTLY), NOWHERE),
    (replace(ABOVE, square=1 - SLIGHTLY), LINE),
    (replace(ABOVE, constant=-SLIGHTLY), LINE),
    (replace(ABOVE, linear=-SLIGHTLY), LINE),
    (replace(FREE, square=HALF / 4 - SLIGHTLY), FREE_LINE),
    (replace(FREE, metric=Metric(None, HALF / 2 + SLIGHTLY)), FREE_LINE),
    (replace(FREE, metric=Metric(None, ZERO), square=ZERO), FREE_LINE),
    # Both sides need both, and one side its own.
    (replace(ABOVE, relation="="), NOWHERE),
    (ABOVE, NOWHERE),
    (ABOVE, Optimality(None, BOUNDS, (), None)),
    # Weights that become negative, or are none; a direction that leaves the simplex.
    (replace(ABOVE, high=1 + SLIGHTLY), LINE),
    (replace(ABOVE, high=ZERO), LINE),
    (ABOVE, at(ATTAINED, distribution=weights((ONE + HALF, -HALF), (-HALF, HALF)))),
    (ABOVE, at(ATTAINED, distribution=weights((HALF, HALF + SLIGHTLY), (-HALF, HALF)))),
    (ABOVE, at(ATTAINED, distribution=weights((HALF, HALF), (-HALF, HALF + SLIGHTLY)))),
    (ABOVE, at(ATTAINED, distribution=weights((HALF, HALF), (-HALF,)))),
    (ABOVE, at(ATTAINED, distribution=weights((ONE,), (ZERO,)))),
    # The same prediction twice; an excess below e; places that do not exist.
    (ABOVE, at(ATTAINED, z=1, best=0)),
    (ABOVE, at(ATTAINED, best=0)),
    (FREE, at(TIED, best=0)),
    (ABOVE, at(ATTAINED, distribution=weights((HALF, HALF), (-HALF + SLIGHTLY, HALF - SLIGHTLY)))),
    (ABOVE, at(ATTAINED, z=2)),
    (ABOVE, at(ATTAINED, best=-1)),
    # Scores that decode to another prediction, or not as many as there are.
    (FREE, at(TIED, scores=weights((HALF + SLIGHTLY, HALF), (ZERO, ZERO)))),
    (FREE, at(TIED, scores=weights((HALF,), (ZERO,)))),
    # A third prediction is better at the distribution, and z and z* tie only with each other.
    (replace(ABOVE, F=rows((1, 1), (1, -1), (0, 0)), U=rows((1, 0), (1, 0))), LINE),
    # Rows of different lengths, of length 0, one or none at all; unit vectors with a K or D_i.
    (replace(ABOVE, U=rows((1, 1), (1, 1))), LINE),
    (replace(ABOVE, U=()), LINE),
    (replace(ABOVE, F=rows((), ()), U=rows((), ())), LINE),
    (replace(BELOW, F=()), NOWHERE),
    (replace(BELOW, F=rows((1,))), NOWHERE),
    (replace(AT_LEAST, U=rows((1,), (1,))), NOWHERE),
    (replace(AT_LEAST, U=()), NOWHERE),
    (replace(AT_LEAST, metric=Metric(rows((1, 0), (0, 1)), HALF / 2)), NOWHERE),
    (AT_LEAST, replace(NOWHERE, directions=rows((0, 0), (1, -1)))),
    (replace(BELOW, metric=Metric(None, ONE)), NOWHERE),
    # Unit vectors are bounded by their distance and nothing else.
    (AT_LEAST, Optimality(None, (PairBound(0, 1, BOUNDS[0].multipliers),), (), None)),
    (AT_LEAST, Optimality(None, (), (Move((1, 0), (1, 0)),), None)),
]


@pytest.mark.parametrize(("proposition", "certificate"), REFUSED)
def test_what_shows_nothing_is_refused(proposition: Any, certificate: Any) -> None:
    assert decide(proposition, certificate).outcome is Outcome.INVALID


def test_the_words_name_the_relation_and_both_kinds_of_scores() -> None:
    assert str(BELOW).startswith("H(e) >= e^2 for 0 <= e <= 1, F of 2 x 1")
    assert str(FREE) == "H(e) <= 1/8 e^2 for 0 <= e <= 1, unconstrained scores"


def test_equal_rows_have_no_excess_to_bound() -> None:
    level = replace(BELOW, F=rows((1,), (1,)), square=100 * ONE)
    assert decide(level, NOWHERE).outcome is Outcome.PROVES
