"""Entries of small losses are evaluated once, those of large ones are not kept."""

from qstheory.certify.limits import REMEMBERED, entry_of, submatrix
from qstheory.losses.base import Loss
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
