"""H** against the hull of a grid; no crossing of the pairs' functions is lost."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import analyze
from qstheory.certify import Outcome
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.calibration_envelope import EnvelopePiece
from qstheory.certify.rules import invalid
from qstheory.certify.surds import Surd, of
from qstheory.errors import Undecided
from qstheory.losses.base import matrix_loss
from qstheory.theory.calibration.convex_envelope import (
    Arc,
    arcs,
    convex_envelope,
    convexified,
    surd,
)
from qstheory.theory.calibration.envelope import CalibrationFunction, _roots, calibration_function
from qstheory.theory.calibration.findings import chosen_problem
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject
from qstheory.work.certificates import dumps

STEPS = 200
ZERO, ONE = Fraction(0), Fraction(1)
Point = tuple[float, float]


def turn(a: Point, b: Point, c: Point) -> float:
    """Positive when the way from a by b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def lower_hull(shown: Sequence[Arc]) -> list[Point]:
    """The corners of the lower hull of points on the arcs."""
    points = sorted(
        (float(e), float(arc.value(e)))
        for arc in shown
        for k in range(STEPS + 1)
        for e in (arc.low + (arc.high - arc.low) * Fraction(k, STEPS),)
    )
    hull: list[Point] = []
    for p in points:
        while len(hull) > 1 and turn(hull[-2], hull[-1], p) <= 0:
            hull.pop()
        hull.append(p)
    return hull


def agree(pieces: Sequence[EnvelopePiece], shown: Sequence[Arc]) -> None:
    """The pieces beside the hull, at eleven places of each."""
    hull = lower_hull(shown)
    top = max(height for _, height in hull)
    for piece in pieces:
        low, high = float(piece.low), float(piece.high)
        for k in range(11):
            e = low + (high - low) * k / 10
            height = float(piece.constant) + float(piece.linear) * e + float(piece.square) * e * e
            sides = [(p, q) for p, q in pairwise(hull) if p[0] - 1e-9 <= e <= q[0] + 1e-9]
            (a, f), (b, g) = max(sides, key=lambda side: side[1][0] - side[0][0])
            assert height == pytest.approx(f + (g - f) * (e - a) / (b - a), abs=1e-3 * top + 1e-9)


def of_matrix(rows: Sequence[Sequence[int]]) -> CalibrationFunction:
    """H of the quadratic surrogate of a matrix."""
    loss = matrix_loss([[Fraction(x) for x in row] for row in rows])
    return calibration_function(chosen_problem(Subject(loss, DEFAULT))[1])


@pytest.mark.parametrize("seed", range(12))
def test_random_matrices(seed: int) -> None:
    random = Random(seed)
    rows, columns = random.choice(((3, 2), (3, 3), (4, 3), (3, 4)))
    largest = random.choice((2, 9))
    H = of_matrix([[random.randint(0, largest) for _ in range(columns)] for _ in range(rows)])
    found = convexified(H)
    assert found.decision.outcome is Outcome.PROVES, found.decision.reason
    agree(found.proposition.pieces, arcs(H))


PART = st.tuples(*[st.integers(0, 4)] * 4)


@settings(max_examples=60)
@given(st.lists(PART, min_size=1, max_size=5))
def test_arcs_that_rise_bend_and_jump(parts: list[tuple[int, int, int, int]]) -> None:
    shown, low, height = [], ZERO, ZERO
    for width, jump, slope, bend in parts:
        start, square = height + jump, Fraction(bend, 2)
        linear = slope - 2 * square * low
        constant = start - linear * low - square * low * low
        arc = Arc(low, low + width + 1, constant, linear, square)
        shown.append(arc)
        low, height = arc.high, arc.value(arc.high)
    pieces = convex_envelope([Arc(ZERO, ZERO, ZERO, ZERO, ZERO), *shown])
    assert pieces[0].low == of(ZERO)
    assert pieces[-1].high == of(low)
    assert all(before.high == after.low for before, after in pairwise(pieces))
    if height:
        agree(pieces, [Arc(ZERO, ZERO, ZERO, ZERO, ZERO), *shown])


def test_a_convex_function_is_its_own_envelope() -> None:
    shown = [Arc(ZERO, ONE, ZERO, ZERO, ONE), Arc(ONE, 2 * ONE, -ONE, 2 * ONE, ZERO)]
    pieces = convex_envelope(shown)
    assert [(p.low, p.high, p.square) for p in pieces] == [
        (of(ZERO), of(ONE), 1),
        (of(ONE), of(2 * ONE), 0),
    ]


def test_a_common_tangent_of_two_arcs_touches_at_roots() -> None:
    # e^2 and 2 (e - 2)^2 + 1/2 have a common tangent of slope s = 2 e1 = 4 (e2 - 2).
    shown = [
        Arc(ZERO, 3 * ONE / 2, ZERO, ZERO, ONE),
        Arc(3 * ONE / 2, 3 * ONE, Fraction(17, 2), -8 * ONE, 2 * ONE),
    ]
    first, chord, last = convex_envelope(shown)
    assert first.high == chord.low
    assert chord.high == last.low
    assert chord.low.radicand == chord.high.radicand == chord.linear.radicand != 0
    assert float(chord.linear) == pytest.approx(2 * float(chord.low))
    assert float(chord.linear) == pytest.approx(4 * (float(chord.high) - 2))


def test_roots_are_reduced() -> None:
    assert surd(ONE, ONE, Fraction(9, 4)) == of(Fraction(5, 2))
    assert surd(ZERO, ONE, Fraction(12)) == Surd(ZERO, Fraction(2), Fraction(3))


def test_the_certificate_is_written_and_read() -> None:
    found = convexified(of_matrix(((0, 2, 5), (3, 0, 1), (2, 2, 0))))
    item = Item(found.proposition, found.certificate)
    assert loads(dumps([item])) == [item]


def test_an_open_piece_leaves_the_envelope_open() -> None:
    H = of_matrix(((0, 1), (1, 0)))
    first = replace(H.pieces[0], decision=invalid("not replayed"))
    with pytest.raises(Undecided, match="not proved"):
        convexified(replace(H, pieces=(first, *H.pieces[1:])))


TINY = Fraction(1, 10**9)


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
