"""Bounds on A over all decompositions: replayed, and refused when a number is changed."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.certify.kinds.least_constant import (
    EntryRange,
    LeastConstantAtLeast,
    LeastConstantAtMost,
    ScaledIsometry,
)
from qstheory.work.certificates import dumps

ZERO_ONE = losses.make("zero-one", m=2).reference
HAMMING = losses.make("hamming", m=2).reference
LEAST = Fraction(9, 16)


def centring(size: int) -> tuple[tuple[Fraction, ...], ...]:
    """I - J/size: an orthogonal projection."""
    each = Fraction(1, size)
    return tuple(tuple((i == j) - each for j in range(size)) for i in range(size))


AT_LEAST = LeastConstantAtLeast(ZERO_ONE, LEAST)
ISOMETRY = ScaledIsometry(centring(4), Fraction(1))
AT_MOST = LeastConstantAtMost(ZERO_ONE, LEAST)
MINIMAL = NamedForm("minimal", "entries")
RANGE = EntryRange(((0, 0), (0, 0)), ((0, 0), (1, 1)))
FLAT = AffineDecomposition(
    ((Fraction(-1, 2),), (Fraction(1, 2),)), ((Fraction(1),), (Fraction(-1),)), Fraction(1, 2)
)


@pytest.mark.parametrize(
    ("proposition", "certificate"),
    [
        (AT_LEAST, ISOMETRY),
        (AT_MOST, MINIMAL),
        (LeastConstantAtLeast(HAMMING, Fraction(1, 4)), RANGE),
        (LeastConstantAtMost(HAMMING, Fraction(1, 4)), NamedForm("repaired", "counts")),
        (LeastConstantAtMost(losses.make("hamming", m=1).reference, Fraction(1, 4)), FLAT),
    ],
)
def test_bounds_are_proved(proposition: Any, certificate: Any) -> None:
    assert decide(proposition, certificate).outcome is Outcome.PROVES
    assert loads(dumps([Item(proposition, certificate)])) == [Item(proposition, certificate)]


MORE = Fraction(1, 100)


@pytest.mark.parametrize(
    ("proposition", "certificate"),
    [
        (replace(AT_LEAST, value=LEAST + MORE), ISOMETRY),
        (AT_LEAST, replace(ISOMETRY, s=Fraction(2))),
        (AT_LEAST, replace(ISOMETRY, s=Fraction(0))),
        (AT_LEAST, replace(ISOMETRY, W=centring(4)[:3])),
        (AT_LEAST, replace(ISOMETRY, W=tuple(row[:3] for row in centring(4)))),
        (AT_LEAST, replace(ISOMETRY, W=((Fraction(1), *centring(4)[0][1:]), *centring(4)[1:]))),
        (replace(AT_MOST, value=LEAST - MORE), MINIMAL),
        (AT_MOST, NamedForm("printed", "entries")),
        (AT_MOST, NamedForm("minimal", "counts")),
        (LeastConstantAtMost(HAMMING, Fraction(1)), NamedForm("printed", "counts")),
        (LeastConstantAtMost(HAMMING, Fraction(1)), FLAT),
        (LeastConstantAtLeast(HAMMING, Fraction(1, 3)), RANGE),
        (LeastConstantAtLeast(HAMMING, Fraction(1, 4)), replace(RANGE, first=((0,), (0, 0)))),
        (LeastConstantAtLeast(HAMMING, Fraction(1, 4)), replace(RANGE, second=((0, 0), (2, 2)))),
    ],
)
def test_anything_else_is_invalid(proposition: Any, certificate: Any) -> None:
    assert decide(proposition, certificate).outcome is Outcome.INVALID
