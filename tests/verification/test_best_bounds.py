"""Bounds on A over all decompositions as claims state them: replayed, and refused when changed."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.work.certificates import dumps
from verification.sharp2020._best import a_star, entry_range, from_above, isometry

ZERO_ONE = losses.make("zero-one", m=2)
HAMMING = losses.make("hamming", m=2)
ONE_LABEL = losses.make("hamming", m=1)
LEAST, QUARTER = Fraction(9, 16), Fraction(1, 4)


def centring(size: int) -> tuple[tuple[Fraction, ...], ...]:
    """I - J/size: an orthogonal projection."""
    each = Fraction(1, size)
    return tuple(tuple((i == j) - each for j in range(size)) for i in range(size))


AT_LEAST, AT_MOST = (a_star(ZERO_ONE, relation, LEAST) for relation in (">=", "<="))
ISOMETRY = isometry(centring(4), Fraction(1))
MINIMAL = from_above(NamedForm("minimal", "entries"))
COLUMN = entry_range(((0, 0), (0, 0)), ((1, 1), (0, 0)))
ROW = entry_range(((0, 0), (0, 0)), ((0, 0), (1, 1)))
APART = entry_range(((0, 0), (0, 0)), ((1, 0), (0, 1)))
FLAT = from_above(
    AffineDecomposition(
        ((Fraction(-1, 4),), (Fraction(1, 4),)), ((Fraction(2),), (Fraction(-2),)), Fraction(1, 2)
    )
)


@pytest.mark.parametrize(
    ("proposition", "certificate"),
    [
        (AT_LEAST, ISOMETRY),
        (AT_MOST, MINIMAL),
        (a_star(HAMMING, ">=", QUARTER), ROW),
        (a_star(HAMMING, ">=", QUARTER), COLUMN),
        (a_star(HAMMING, ">=", QUARTER), APART),
        (a_star(HAMMING, ">=", 0), entry_range(((0, 0), (0, 0)), ((0, 0), (0, 0)))),
        (a_star(HAMMING, "<=", QUARTER), from_above(NamedForm("repaired", "counts"))),
        (a_star(ONE_LABEL, "<=", QUARTER), FLAT),
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
        (AT_LEAST, isometry(centring(4), Fraction(2))),
        (AT_LEAST, isometry(centring(4), Fraction(0))),
        (AT_LEAST, isometry(centring(4)[:3], Fraction(1))),
        (AT_LEAST, isometry(tuple(row[:3] for row in centring(4)), Fraction(1))),
        (AT_LEAST, isometry(((Fraction(1), *centring(4)[0][1:]), *centring(4)[1:]), Fraction(1))),
        (replace(AT_MOST, value=LEAST - MORE), MINIMAL),
        (AT_MOST, from_above(NamedForm("printed", "entries"))),
        (AT_MOST, from_above(NamedForm("minimal", "counts"))),
        (a_star(HAMMING, "<=", 1), from_above(NamedForm("printed", "counts"))),
        (a_star(HAMMING, "<=", 1), FLAT),
        *((a_star(HAMMING, ">=", Fraction(1, 3)), ends) for ends in (ROW, COLUMN, APART)),
        (a_star(HAMMING, ">=", QUARTER), entry_range(((0,), (0, 0)), ((0, 0), (1, 1)))),
        (a_star(HAMMING, ">=", QUARTER), entry_range(((0, 0), (0, 0)), ((0, 0), (2, 2)))),
    ],
)
def test_anything_else_is_invalid(proposition: Any, certificate: Any) -> None:
    assert decide(proposition, certificate).outcome is Outcome.INVALID
