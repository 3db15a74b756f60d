"""Quadratics on an interval, and a calibration function that has two different pieces."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.calibration import AffineVector, nonnegative_on, require_bounds
from qstheory.certify.moves import Move, move_fault, products
from qstheory.errors import InvalidParameter
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.problem import CalibrationProblem, problem_of_form

from ..samples.calibration import BOUNDS, PIECE

MADE = products(PIECE.F, PIECE.U, None, None)
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


def bounds_fault(*given) -> str:
    try:
        require_bounds(*given)
    except InvalidParameter as error:
        return str(error)
    return ""


def test_multipliers_have_a_place_each_are_not_negative_and_belong_to_their_pair():
    flat = AffineVector((ZERO,) * 3, (ZERO,) * 3)
    negative = AffineVector((ZERO, -ONE, ZERO, ZERO), (ZERO,) * 4)
    first, second = BOUNDS
    assert not bounds_fault(PIECE, MADE, BOUNDS, ())
    assert "|Z| + 2" in bounds_fault(PIECE, MADE, (replace(first, multipliers=flat), second), ())
    assert "negative" in bounds_fault(PIECE, MADE, (replace(first, multipliers=negative),), ())
    swapped = replace(first, multipliers=second.multipliers)
    assert "violate" in bounds_fault(PIECE, MADE, (swapped,), ())
    assert "two predictions" in bounds_fault(PIECE, MADE, (replace(first, best=2),), ())


def test_a_distance_bounds_where_it_is_short_enough():
    assert not bounds_fault(PIECE, MADE, (), ())
    assert "its distance" in bounds_fault(replace(PIECE, square=1 + ONE / 9), MADE, (), ())


# H = 3/8 e^2 and D^2 = 3 for the rankings of three items: distances are not enough.
RANKINGS = problem_of_form(
    losses.make("pairwise-disagreement", m=3, undefined="drop"),
    losses.make("pairwise-disagreement", m=3, undefined="drop").closed_form("repaired"),
)


@pytest.fixture(scope="module")
def by_orbits():
    (found,) = calibration_function(RANKINGS).pieces
    return found


def test_images_of_a_pair_need_no_multipliers(by_orbits):
    given = by_orbits.certificate
    assert by_orbits.piece.square == Fraction(3, 8)
    assert 0 < len(given.bounds) < 6
    assert given.moves
    assert decide(by_orbits.piece, given).outcome is Outcome.PROVES
    alone = replace(given, moves=())
    assert "its distance" in decide(by_orbits.piece, alone).reason


def test_every_bound_is_that_of_all_pairs_without_moves(by_orbits):
    (plain,) = calibration_function(replace(RANKINGS, declared=())).pieces
    assert plain.piece == by_orbits.piece
    assert len(plain.certificate.bounds) > len(by_orbits.certificate.bounds)


def test_moves_keep_differences_of_scores_and_distances():
    F = ((ZERO, ZERO), (ONE, ZERO), (ZERO, ONE), (ONE, 2 * ONE))
    U = ((ONE, ZERO), (ZERO, ONE))
    given = products(F, U, None, None)
    swap = Move((0, 2, 1, 3), (1, 0))
    assert "differences of scores" in move_fault(given, swap)
    fewer = products(F[:3], U, None, None)
    assert not move_fault(fewer, Move((0, 2, 1), (1, 0)))
    assert "differences of scores" in move_fault(fewer, Move((0, 2, 1), (0, 1)))
    assert "permute" in move_fault(fewer, Move((0, 2, 2), (1, 0)))
    assert "permute" in move_fault(fewer, Move((0, 2, 1), (1,)))
    # The same scores by rows of other distances: the third coordinate is 0 in every U.
    longer = tuple((*row, 5 * ONE * (i == 1)) for i, row in enumerate(F[:3]))
    level = tuple((*row, ZERO) for row in U)
    assert "distance" in move_fault(products(longer, level, None, None), Move((0, 2, 1), (1, 0)))


def test_a_bad_move_is_named_and_scores_without_coordinates_are_equal():
    assert "permute" in bounds_fault(PIECE, MADE, BOUNDS, (Move((0, 0), (0, 1)),))
    flat = products(((), ()), ((), (), ()), None, None)
    assert flat.scores == [[0, 0, 0], [0, 0, 0]]
    assert flat.squared_distances == [[0, 0], [0, 0]]
