"""The least H(e)/e^2 in closed form against a grid, and where it is attained."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from qstheory.certify.algebra.surds import Surd, compare, of
from qstheory.certify.kinds.calibration_envelope import coefficients, value
from qstheory.errors import Undecided
from qstheory.theory.calibration.convex_envelope import convexified
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.problem import CalibrationProblem
from qstheory.theory.calibration.text import least_ratio

STEPS = 60
ONE = Fraction(1)


def drawn(seed: int) -> CalibrationFunction:
    """H of random rows."""
    random = Random(seed)
    F, U = (
        tuple(tuple(Fraction(random.randint(-3, 3)) for _ in range(2)) for _ in range(3))
        for _ in range(2)
    )
    return calibration_function(CalibrationProblem(F, U))


@pytest.mark.parametrize("seed", range(10))
def test_no_excess_has_a_smaller_ratio_and_the_places_have_it(seed: int) -> None:
    H = drawn(seed)
    least = least_ratio(H)
    end = H.largest_excess
    seen = [(k * end / STEPS, H.value(k * end / STEPS)) for k in range(1, STEPS + 1)]
    assert all(height is None or height >= least.value * e * e for e, height in seen)
    for low, high in least.places:
        for e in (low, (low + high) / 2, high):
            assert H.value(e) == least.value * e * e
            # The largest multiple of e^2 below H is also the largest one below H**.
            assert envelope(H, e) == of(least.value * e * e)


def envelope(H: CalibrationFunction, e: Fraction) -> Surd:
    """H**(e)."""
    pieces = convexified(H).proposition.pieces
    piece = next(p for p in pieces if compare(p.low, of(e)) <= 0 <= compare(p.high, of(e)))
    return value(coefficients(piece), of(e))


def bent(gaps: tuple[tuple[Fraction, Fraction], ...]) -> CalibrationFunction:
    """4 - 4 e + 2 e^2 on [1, 3]: the ratio is 2 at 1, 1 at 2 and 10/9 at 3."""
    H = calibration_function(CalibrationProblem(((ONE,), (-ONE,)), ((ONE,), (-ONE,))))
    piece = replace(
        H.pieces[0].piece, low=ONE, high=3 * ONE, constant=4 * ONE, linear=-4 * ONE, square=2 * ONE
    )
    return replace(H, pieces=(replace(H.pieces[0], piece=piece),), gaps=gaps)


def test_the_ratio_may_be_least_inside_a_piece() -> None:
    least = least_ratio(bent(()))
    assert least.value == 1
    assert least.places == ((2, 2),)


def test_a_least_ratio_in_a_gap_is_left_open() -> None:
    with pytest.raises(Undecided):
        least_ratio(bent(((Fraction(19, 10), Fraction(21, 10)),)))
