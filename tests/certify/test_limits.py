"""Entries of small losses are evaluated once, those of large ones are not kept."""

from fractions import Fraction

import pytest

from qstheory.certify import Outcome, decide, limits
from qstheory.certify.kinds.best_constants import BestConstant, RowFactors
from qstheory.certify.limits import REMEMBERED, entry_of, submatrix
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.catalogue import parse


def size(loss: Loss) -> int:
    return loss.predictions.size * loss.observations.size


def test_small_losses_are_remembered_and_large_ones_are_not() -> None:
    small, large = parse("map:m=3,undefined=drop"), parse("map:m=8,undefined=drop")
    assert size(small) <= REMEMBERED < size(large)
    assert entry_of(small) is entry_of(parse("map:m=3,undefined=drop"))
    assert entry_of(large) is large.entry
    for loss in (small, large):
        z, y = next(iter(loss.predictions)), next(iter(loss.observations))
        assert submatrix(loss, (z,), (y,)) == [[loss.entry(z, y)]] == [[entry_of(loss)(z, y)]]


def test_a_replay_that_multiplies_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Factors of many columns, which a file of modest size may have, are not multiplied out."""
    one, zero = Fraction(1), Fraction(0)
    given = RowFactors(((one,) * 9,), ((one / 9,) * 9,), (zero,))
    proposition = BestConstant(matrix_loss([[one]]).reference, "gamma-2", "scalar", "<=", one)
    monkeypatch.setattr(limits, "PRODUCT_LIMIT", 8)
    assert "multiplies more than 8 pairs" in decide(proposition, given).reason
    monkeypatch.undo()
    assert decide(proposition, given).outcome is Outcome.PROVES
