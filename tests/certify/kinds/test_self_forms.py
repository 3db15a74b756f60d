"""SELF decompositions: entries, bad entries, and vectors outside the space."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, loads
from qstheory.certify.kinds.decomposition import BadEntry, EveryEntry
from qstheory.certify.kinds.self_forms import OutsideSpace, SelfDecomposition

ZERO, ONE = Fraction(0), Fraction(1)
UNIT = ((ONE, ZERO), (ZERO, ONE))
LOSS = losses.make("hamming", m=1).reference
CANONICAL = SelfDecomposition(LOSS, 2, UNIT, ((ZERO, ONE), (ONE, ZERO)), UNIT)
WRONG = replace(CANONICAL, V=((ZERO, ONE), (ONE, ONE)))


def test_the_canonical_form_is_proved_and_survives_a_file() -> None:
    assert decide(CANONICAL, EveryEntry()).outcome.value == "proves"
    item = Item(CANONICAL, EveryEntry())
    assert loads(dumps([item])) == [item]


@pytest.mark.parametrize(
    ("proposition", "certificate", "outcome"),
    [
        (WRONG, EveryEntry(), "invalid"),
        (WRONG, BadEntry((1,), (1,)), "refutes"),
        (WRONG, BadEntry((0,), (1,)), "invalid"),
        (WRONG, BadEntry((2,), (1,)), "invalid"),
        (WRONG, BadEntry((0,), (2,)), "invalid"),
        (replace(CANONICAL, phi=UNIT[:1]), EveryEntry(), "invalid"),
        (replace(CANONICAL, psi=UNIT[:1]), BadEntry((0,), (0,)), "invalid"),
        (replace(CANONICAL, psi=((ONE,), (ZERO, ONE))), EveryEntry(), "invalid"),
        (replace(CANONICAL, psi=((ONE,), (ZERO, ONE))), OutsideSpace("psi", 0), "refutes"),
        (replace(CANONICAL, V=((ZERO,), (ONE, ZERO))), OutsideSpace("V", 0), "refutes"),
        (CANONICAL, OutsideSpace("phi", 0), "invalid"),
        (CANONICAL, OutsideSpace("phi", 2), "invalid"),
    ],
)
def test_everything_else(proposition: SelfDecomposition, certificate: object, outcome: str) -> None:
    assert decide(proposition, certificate).outcome.value == outcome
