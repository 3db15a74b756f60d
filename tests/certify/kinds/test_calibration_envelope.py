"""Every way in which pieces and parts can fail to make a convex envelope."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.calibration_envelope import ConvexEnvelope, EnvelopeParts, EnvelopePiece
from qstheory.certify.surds import Surd, of

from ..samples.calibration_envelope import DOMINATED, IRRATIONAL, JUMP, sample

ZERO, ONE, TWO = Fraction(0), Fraction(1), Fraction(2)
SHOWN = sample(*IRRATIONAL)
PROPOSITION, CERTIFICATE = SHOWN.proposition, SHOWN.certificate


def reason(proposition: ConvexEnvelope, certificate: EnvelopeParts) -> str:
    """Why it is refused."""
    decision = decide(proposition, certificate)
    assert decision.outcome is Outcome.INVALID
    return decision.reason


def with_piece(k: int, **changes: object) -> ConvexEnvelope:
    """The proposition with one piece changed."""
    pieces = list(PROPOSITION.pieces)
    pieces[k] = replace(pieces[k], **changes)
    return replace(PROPOSITION, pieces=tuple(pieces))


def test_the_chord_begins_at_two_minus_the_root_of_three():
    first, chord, last = PROPOSITION.pieces
    assert first.high == chord.low == Surd(TWO, -ONE, Fraction(3))
    assert chord.high == last.low == of(TWO)
    assert (first.square, chord.square, last.square) == (1, 0, Fraction(1, 4))
    assert decide(PROPOSITION, CERTIFICATE).outcome is Outcome.PROVES


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (lambda: replace(PROPOSITION, F=PROPOSITION.F[:1]), "two rows"),
        (lambda: with_piece(1, linear=Surd(ONE, ONE, Fraction(-1))), "negative number"),
        (lambda: replace(PROPOSITION, pieces=()), "begin with 0"),
        (lambda: replace(PROPOSITION, pieces=PROPOSITION.pieces[1:]), "begin with 0"),
        (lambda: replace(PROPOSITION, pieces=PROPOSITION.pieces[:1]), "largest excess"),
        (lambda: with_piece(2, square=-ONE), "not convex"),
        (lambda: with_piece(1, low=of(Fraction(1, 4))), "does not begin where"),
        (lambda: with_piece(2, constant=of(ONE)), "do not meet"),
        (
            lambda: replace(
                PROPOSITION,
                pieces=(
                    EnvelopePiece(of(ZERO), of(ONE), of(ZERO), of(ONE), ZERO),
                    EnvelopePiece(of(ONE), of(Fraction(4)), of(ONE), of(ZERO), ZERO),
                ),
            ),
            "slope falls",
        ),
        (lambda: with_piece(0, constant=Surd(ZERO, ONE, TWO)), "begin with 0"),
    ],
)
def test_pieces_that_do_not_make_a_convex_function(
    changed: Callable[[], ConvexEnvelope], words: str
):
    assert words in reason(changed(), CERTIFICATE)


def line(slope: Fraction, end: Fraction = Fraction(4)) -> ConvexEnvelope:
    """One affine piece from the origin to the end."""
    piece = EnvelopePiece(of(ZERO), of(end), of(ZERO), of(slope), ZERO)
    return replace(PROPOSITION, pieces=(piece,))


def test_a_function_that_is_too_high_or_too_low():
    assert "above a part" in reason(line(ONE), CERTIFICATE)
    assert "do not end" in reason(line(ONE, ONE), CERTIFICATE)
    steep = EnvelopePiece(of(ZERO), of(Fraction(4)), of(ZERO), of(TWO), ZERO)
    assert "above a part" in reason(replace(PROPOSITION, pieces=(steep,)), CERTIFICATE)
    assert "end of an affine piece" in reason(line(ZERO), CERTIFICATE)
    flat = EnvelopePiece(of(ZERO), of(Fraction(4)), of(ZERO), of(ZERO), Fraction(1, 8))
    assert "not attained" in reason(replace(PROPOSITION, pieces=(flat,)), CERTIFICATE)


def test_numbers_of_different_fields_are_no_piece():
    wrong = with_piece(1, linear=Surd(ONE, ONE, Fraction(5)))
    assert "different square roots" in reason(wrong, CERTIFICATE)


def test_parts_must_cover_the_domain():
    parts = CERTIFICATE.parts
    assert "does not begin" in reason(PROPOSITION, EnvelopeParts(parts[1:], (), None))
    assert "do not reach" in reason(PROPOSITION, EnvelopeParts(parts[:-1], (), None))


def test_parts_must_be_bounds_and_attained_where_they_say():
    first, *others = CERTIFICATE.parts
    fewer = replace(first, bounds=first.bounds[1:])
    assert "its distance does not bound" in reason(
        PROPOSITION, EnvelopeParts((fewer, *others), (), None)
    )
    elsewhere = replace(first, attained=others[0].attained)
    assert "part from 0" in reason(PROPOSITION, EnvelopeParts((elsewhere, *others), (), None))
    open_parts = tuple(replace(part, attained=None) for part in CERTIFICATE.parts)
    assert "not attained" in reason(PROPOSITION, EnvelopeParts(open_parts, (), None))


def test_the_best_prediction_has_no_excess():
    shown = sample(*DOMINATED)
    assert shown.proposition.pieces[0] == EnvelopePiece(of(ZERO), of(ONE), of(ZERO), of(ONE), ZERO)
    assert decide(shown.proposition, shown.certificate).outcome is Outcome.PROVES


def test_a_chord_over_a_jump_needs_a_bound_there():
    shown = sample(*JUMP)
    assert decide(shown.proposition, shown.certificate).outcome is Outcome.PROVES
    chord = shown.proposition.pieces[1]
    assert chord.low == of(ONE)
    assert chord.high == Surd(ONE, Fraction(2, 5), Fraction(5))
    first, gap, last = shown.certificate.parts
    assert (gap.low, gap.high, gap.attained) == (first.high, last.low, None)
    assert gap.high - gap.low == Fraction(1, 1 << 60)
    without = EnvelopeParts((replace(first, high=gap.high), last), (), None)
    assert decide(shown.proposition, without).outcome is Outcome.INVALID


def test_a_curved_piece_may_lie_on_one_below_it():
    # 1/8 e^2 is below every part: the lowest point of the difference is inside.
    low = EnvelopePiece(of(ZERO), of(Fraction(4)), of(ZERO), of(ZERO), Fraction(1, 8))
    assert "not attained" in reason(replace(PROPOSITION, pieces=(low,)), CERTIFICATE)
    # Above e^2/4 inside a part, though not at its ends.
    bent = EnvelopePiece(of(ZERO), of(Fraction(4)), of(ZERO), of(ONE), ZERO)
    assert "above a part" in reason(replace(PROPOSITION, pieces=(bent,)), CERTIFICATE)
