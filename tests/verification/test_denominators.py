"""The observations that a loss leaves out as undefined are those that the claim names."""

from itertools import product

import pytest

from qstheory import losses


def left_out(loss, values, m):
    """The label sets or grades that are no observation of the loss."""
    return set(product(values, repeat=m)) - set(map(tuple, loss.observations))


@pytest.mark.parametrize("m", [2, 3, 4])
def test_label_sets(m):
    empty, full = (0,) * m, (1,) * m
    disagreement = losses.make("pairwise-disagreement", m=m, undefined="drop")
    assert left_out(disagreement, (0, 1), m) == {empty, full}
    assert left_out(losses.make("map", m=m, undefined="drop"), (0, 1), m) == {empty}


@pytest.mark.parametrize(
    ("low", "gain", "neutral", "without_gain"),
    [(1, "exponential", "0", ()), (0, "exponential", "0", (0,)), (1, "eru", "2", (1, 2))],
)
def test_grades(low, gain, neutral, without_gain):
    loss = losses.make(
        "ndcg",
        m=2,
        R=3,
        low=low,
        gain=gain,
        neutral=neutral,
        discount="reciprocal",
        undefined="drop",
    )
    assert left_out(loss, range(low, 4), 2) == set(product(without_gain, repeat=2))
