"""The lower envelope of the pairs' functions: no crossing is lost, however flat the pieces."""

from fractions import Fraction

import pytest

from qstheory import analyze
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.calibration.envelope import _roots

ONE, TINY = Fraction(1), Fraction(1, 10**9)


@pytest.mark.parametrize(("low", "high"), [(ONE, 1 + TINY), (ONE / 2, 2 * ONE)])
def test_a_crossing_of_nearly_the_same_curvature_is_not_lost(low: Fraction, high: Fraction) -> None:
    """1 - e + c e^2 with a tiny c has one root a little above 1: the signs at its ends tell."""
    c = Fraction(1, 2 * (10**18 + 1))
    ((below, above),) = _roots(ONE, -ONE, c, low, high)
    assert low < below < above < high
    assert 1 - below + c * below**2 > 0 > 1 - above + c * above**2
    assert (above - below) * 2**30 <= high - low


@pytest.mark.parametrize("scale", [ONE, TINY])
def test_pieces_that_cross_just_after_a_kink_are_proved(scale: Fraction) -> None:
    rows = [[ONE, 0 * ONE], [ONE, 2 * ONE], [TINY, 1 + TINY]]
    found = analyze(matrix_loss([[scale * x for x in row] for row in rows]))
    lost = [f.key for f in found.findings if f.status in ("undecided", "not attempted")]
    assert found.finding("calibration-function").value
    assert not lost
