"""A minor of L and a level vector bound the paper's affine dimension from below."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    LevelVector,
    UnloweredMinor,
)
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.weights import ListedWeights

PREC = losses.make("prec-at-k", m=2, k=1).reference
MINOR = Minor(((1, 0), (0, 1)), ((1, 0), (0, 1)), 7)
LEVEL = LevelVector("observations", ListedWeights((((1, 1), Fraction(1)), ((0, 0), Fraction(-1)))))
GIVEN = UnloweredMinor(MINOR, LEVEL)


def test_no_single_minor_shows_it_but_the_pair_does() -> None:
    assert decide(AffineDimensionAtLeast(PREC, 2), GIVEN).outcome is Outcome.PROVES


@pytest.mark.parametrize(
    ("r", "certificate"),
    [
        (3, GIVEN),
        (2, replace(GIVEN, minor=replace(MINOR, modulus=1))),
        (
            2,
            replace(
                GIVEN, level=LevelVector("observations", ListedWeights((((1, 0), Fraction(1)),)))
            ),
        ),
    ],
)
def test_anything_else_is_invalid(r: int, certificate: Any) -> None:
    assert decide(AffineDimensionAtLeast(PREC, r), certificate).outcome is Outcome.INVALID
