"""Dyadic families: a tail within the condition and a moment that diverges."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, loads
from qstheory.certify.kinds.margin_families import (
    BigImpliesLittle,
    DyadicTails,
    NoiseBoundsMoment,
    degree,
    shifted,
    times,
)

ONE = Fraction(1)
HARMONIC = DyadicTails((ONE,), (ONE, ONE), ONE / 2)
CONSTANT = DyadicTails((ONE,), (ONE,), ONE / 2)
LITTLE = NoiseBoundsMoment("o", 1, 1)


@pytest.mark.parametrize("p", [1, 2, 5])
def test_little_o_does_not_bound_the_moment(p: int) -> None:
    assert decide(NoiseBoundsMoment("o", p, p), HARMONIC).outcome.value == "refutes"
    assert decide(NoiseBoundsMoment("o", p, p + 1), HARMONIC).outcome.value == "refutes"
    assert decide(NoiseBoundsMoment("O", p, p), CONSTANT).outcome.value == "refutes"


def test_the_moments_of_the_truncated_family_grow_like_a_harmonic_sum() -> None:
    terms = [Fraction(1, k + 1) - Fraction(1, 2 * (k + 2)) for k in range(64)]
    assert all(term >= HARMONIC.delta / (k + 1) for k, term in enumerate(terms))
    assert sum(terms) >= Fraction(1, 2) * (1 + Fraction(6, 2))


@pytest.mark.parametrize(
    ("proposition", "tails"),
    [
        (replace(LITTLE, p=0), HARMONIC),
        (LITTLE, replace(HARMONIC, numerator=())),
        (LITTLE, replace(HARMONIC, denominator=())),
        (LITTLE, replace(HARMONIC, delta=Fraction(0))),
        (LITTLE, replace(HARMONIC, numerator=(2 * ONE,))),
        (LITTLE, replace(HARMONIC, denominator=(ONE, -ONE))),
        (LITTLE, CONSTANT),
        (LITTLE, replace(HARMONIC, delta=ONE)),
        # a(1) = 3 a(0) would give the first input a negative probability.
        (LITTLE, DyadicTails((ONE, 8 * ONE), (ONE, ONE, ONE), ONE / 2)),
        (LITTLE, DyadicTails((ONE,), (ONE, 2 * ONE, ONE), ONE / 2)),
        (replace(LITTLE, q=0), HARMONIC),
    ],
)
def test_what_shows_nothing(proposition: NoiseBoundsMoment, tails: DyadicTails) -> None:
    assert decide(proposition, tails).outcome.value == "invalid"


def test_big_o_is_weaker_than_little_o() -> None:
    for p in (1, 2, 5):
        assert decide(BigImpliesLittle(p), CONSTANT).outcome.value == "refutes"
        assert decide(BigImpliesLittle(p), HARMONIC).outcome.value == "invalid"
    assert decide(BigImpliesLittle(0), CONSTANT).outcome.value == "invalid"


def test_polynomials() -> None:
    square = (ONE, 2 * ONE, ONE)
    assert times((ONE, ONE), (ONE, ONE)) == square
    assert shifted(square)[:3] == (4 * ONE, 4 * ONE, ONE)
    assert degree((Fraction(0),)) == -1


def test_a_family_survives_the_certificate_file() -> None:
    assert loads(dumps([Item(LITTLE, HARMONIC, "refutes")])) == [Item(LITTLE, HARMONIC, "refutes")]
