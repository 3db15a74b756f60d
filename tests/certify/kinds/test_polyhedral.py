"""Every way in which a certificate about a polyhedral surrogate, or any decoder, is refused."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import decide
from qstheory.certify.kinds.polyhedral import (
    Form,
    NoDecision,
    PolyhedralConsistent,
    PolyhedralSurrogate,
    SomeDecoderConsistent,
    Unreached,
)
from qstheory.certify.maxima import Minima, Minimised

from ..samples.consistency import (
    ALWAYS_1,
    CRAMMER_SINGER,
    HALF,
    HINGE,
    HINGES,
    LATE,
    ONE,
    PROOF,
    SIGN,
    SIGNS,
    ZERO,
    line,
    swapped,
)
from ..samples.sample import MULTICLASS, ZERO_ONE

BINARY = PolyhedralConsistent(ZERO_ONE, HINGE)
TOO_LATE = PolyhedralConsistent(ZERO_ONE, LATE)
FLAT = PolyhedralSurrogate(HINGES, (Form(0, line(0, 0)),))


def with_surrogate(**changes: Any) -> PolyhedralConsistent:
    return PolyhedralConsistent(ZERO_ONE, replace(HINGE, **changes))


@pytest.mark.parametrize(
    ("proposition", "reason"),
    [
        (with_surrogate(terms=HINGES[:1]), "sum of maxima"),
        (with_surrogate(terms=((), HINGES[1])), "sum of maxima"),
        (with_surrogate(terms=(((),), HINGES[1])), "sum of maxima"),
        (with_surrogate(terms=(CRAMMER_SINGER[0], HINGES[1])), "one number of scores"),
        (with_surrogate(decoder=()), "no form"),
        (with_surrogate(decoder=(Form(2, line(1, 0)),)), "does not belong"),
        (
            with_surrogate(decoder=(Form(0, CRAMMER_SINGER[0][0][0]),)),
            "does not belong",
        ),
    ],
)
def test_what_is_no_surrogate(proposition: PolyhedralConsistent, reason: str) -> None:
    for certificate in (PROOF, ALWAYS_1):
        assert reason in decide(proposition, certificate).reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"distribution": (ONE,)}, "probabilities"),
        ({"distribution": (-ONE, 2 * ONE)}, "probabilities"),
        ({"distribution": (ONE, ONE)}, "probabilities"),
        ({"scores": (ONE, ONE)}, "length of the slopes"),
        ({"multipliers": (((ZERO,),), ((ONE, ZERO),))}, "each piece"),
        ({"multipliers": (((ZERO, ZERO),), ((2 * ONE, -ONE),))}, "negative"),
        ({"multipliers": (((ZERO, ZERO),), ((ZERO, ZERO),))}, "sum they should"),
        ({"multipliers": (((ZERO, ZERO),), ((ZERO, ONE),))}, "slopes to 0"),
        ({"scores": (ZERO,)}, "are a minimiser"),
        ({"form": 2}, "no such form"),
        ({"form": -1}, "no such form"),
        ({"form": 1}, "not decoded or it is optimal"),
        ({"scores": (2 * ONE,)}, "not decoded or it is optimal"),
    ],
)
def test_what_is_no_failure(changes: dict[str, Any], reason: str) -> None:
    assert reason in decide(TOO_LATE, replace(ALWAYS_1, **changes)).reason


def beyond(**changes: Any) -> Unreached:
    """The bound for the first form changed."""
    return replace(PROOF, bounds=((replace(PROOF.bounds[0][0], **changes),), PROOF.bounds[1]))


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        (replace(PROOF, scores=()), "no scores"),
        (replace(PROOF, minima=Minima(())), "a minimum for each vertex"),
        (replace(PROOF, scores=PROOF.scores[:1]), "a minimum for each vertex"),
        (replace(PROOF, scores=((Fraction(-2),), (ONE,))), "at the vertices of the cells"),
        (replace(PROOF, bounds=PROOF.bounds[:1]), "a bound for each form"),
        (replace(PROOF, bounds=((), PROOF.bounds[1])), "a bound for each form"),
        (beyond(multipliers=(((ZERO, ZERO),), ((HALF, ONE),))), "the sum they should"),
        (beyond(multipliers=(((ZERO,),), ((ZERO, ONE),))), "multiplier for each piece"),
        (beyond(conditions=(HALF,)), "one number >= 0 for each form"),
        (beyond(conditions=(-ONE, HALF)), "one number >= 0 for each form"),
        (beyond(conditions=(ZERO, ONE)), "do not add up to 0"),
        (beyond(conditions=(ONE, HALF)), None),
        (
            beyond(multipliers=(((ZERO, ZERO),), ((ONE, ZERO),)), conditions=(ZERO, ZERO)),
            "does not exceed the least",
        ),
    ],
)
def test_what_is_no_proof(certificate: Any, reason: str | None) -> None:
    decision = decide(BINARY, certificate)
    assert (decision.outcome.value == "proves") if reason is None else (reason in decision.reason)


def test_what_is_reached_at_a_vertex_is_no_proof() -> None:
    """From v = 3/2 on the last form is the smallest: at (0, 1) the first one reaches v = 1."""
    assert decide(TOO_LATE, PROOF).reason != ""


def test_a_decoder_with_one_prediction_is_refuted() -> None:
    proposition = PolyhedralConsistent(ZERO_ONE, FLAT)
    assert decide(proposition, replace(ALWAYS_1, form=0)).outcome.value == "refutes"


def test_the_sign_is_a_decoder() -> None:
    """The hinge of the samples is what it says: zero beyond 1, and decoded by sign."""
    assert [form.score.at((Fraction(2),)) for form in SIGN] == [2, -2]
    assert [max(piece.at((Fraction(2),)) for piece in maxima[0]) for maxima in HINGES] == [3, 0]


SOME = SomeDecoderConsistent(MULTICLASS, CRAMMER_SINGER)
NONE = NoDecision((ZERO,) * 3, (swapped(1, 2), swapped(0, 2), swapped(0, 1)))
CERTAIN = Minimised((ONE, ZERO, ZERO), swapped(1, 2).multipliers)


@pytest.mark.parametrize(
    ("proposition", "certificate", "reason"),
    [
        (replace(SOME, terms=CRAMMER_SINGER[:2]), NONE, "sum of maxima"),
        (SOME, replace(NONE, against=NONE.against[:2]), "for each prediction"),
        (SOME, replace(NONE, against=(CERTAIN, *NONE.against[1:])), "sum they should"),
        (SOME, replace(NONE, against=NONE.against[::-1]), "optimal at the distribution"),
    ],
)
def test_what_does_not_refute_all_decoders(
    proposition: SomeDecoderConsistent, certificate: NoDecision, reason: str
) -> None:
    assert reason in decide(proposition, certificate).reason


def test_the_sign_serves_two_classes() -> None:
    assert decide(SomeDecoderConsistent(ZERO_ONE, HINGES), SIGNS).outcome.value == "proves"
    unfit = SomeDecoderConsistent(ZERO_ONE, HINGES[:1])
    assert "sum of maxima" in decide(unfit, SIGNS).reason


def test_no_decoder_serves_three_classes() -> None:
    assert decide(SOME, NONE).outcome.value == "refutes"
