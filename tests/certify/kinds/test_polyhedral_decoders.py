"""Every way in which a certificate about all decoders is refused."""

from dataclasses import replace

import pytest

from qstheory.certify import decide
from qstheory.certify.kinds.polyhedral import NoDecision, SomeDecoderConsistent
from qstheory.certify.maxima import Minimised

from ..samples.consistency import CRAMMER_SINGER, HINGES, ONE, SIGNS, ZERO, swapped
from ..samples.sample import MULTICLASS, ZERO_ONE

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
