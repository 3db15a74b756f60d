"""Decompositions that are compared in blocks, and minors that do not fit."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide, limits
from qstheory.certify.kinds.declared_ranks import polynomial_part
from qstheory.certify.kinds.decomposition import AffineDecomposition, DecompositionHolds, EveryEntry
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost
from qstheory.errors import InvalidParameter
from qstheory.losses.base import matrix_loss
from qstheory.losses.catalogue import parse
from qstheory.losses.spaces import Classes

ONE, TWO = Fraction(1), Fraction(2)
LOSS = matrix_loss([[ONE], [TWO], [ONE]])
BITS = ((0, 0), (0, 1), (1, 0), (1, 1))
HAMMING = parse("hamming:m=2").reference
MINOR = Minor(BITS[:3], BITS[:3], 7)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_fault_is_named_in_every_block(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BLOCK", size)
    at_most = RankAtMost(LOSS.reference, "loss", 1)
    column = [(ONE,), (TWO,), (ONE,)]
    given = AffineDecomposition(tuple(column), ((ONE,),), Fraction(0))
    assert decide(at_most, given).outcome is Outcome.PROVES
    for place in range(3):
        wrong = tuple((5 * x,) if i == place else (x,) for i, (x,) in enumerate(column))
        at = f"at '{place}', '0'"
        explicit = AffineDecomposition(wrong, ((ONE,),), Fraction(0))
        assert at in decide(at_most, explicit).reason
        assert at in decide(DecompositionHolds(LOSS.reference, explicit), EveryEntry()).reason


@pytest.mark.parametrize(
    ("view", "minor", "reason"),
    [
        ("loss", replace(MINOR, predictions=BITS[:2]), "r rows and r columns"),
        ("loss", replace(MINOR, observations=BITS[:2]), "not square"),
        ("loss", replace(MINOR, predictions=(BITS[0],) * 3), "repeated"),
        ("loss", replace(MINOR, modulus=1), "modulus must exceed 1"),
        ("loss", replace(MINOR, base=BITS[0]), "does not fit"),
        ("prediction-differences", MINOR, "does not fit"),
        ("prediction-differences", replace(MINOR, base=(2, 2)), "does not fit"),
        ("observation-differences", replace(MINOR, base=BITS[0]), "zero modulo"),
    ],
)
def test_minors_that_show_nothing(view: Any, minor: Minor, reason: str) -> None:
    assert reason in decide(RankAtLeast(HAMMING, view, 3), minor).reason


def test_a_polynomial_on_fewer_classes_than_coefficients() -> None:
    few = replace(parse("ordinal-squared:classes=4"), predictions=Classes(2))
    with pytest.raises(InvalidParameter, match="fewer classes than coefficients"):
        polynomial_part(few)
