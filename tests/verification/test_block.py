"""The claims about block 0-1 against its definition."""

import numpy as np
import pytest

from qstheory.claims import cases
from verification.sharp2020.block import count, members, set_partitions, sylvester

from .multilabel_oracles import constant, least_factorisation
from .ranking_oracles import ranks


def loss(blocks):
    """1(different blocks) for the block of each label set."""
    return np.array([[float(a != b) for b in blocks] for a in blocks])


@pytest.mark.parametrize(("size", "bell"), [(1, 1), (2, 2), (3, 5), (4, 15)])
def test_all_partitions_are_listed(size, bell):
    partitions = set_partitions(size)
    assert len(set(partitions)) == len(partitions) == bell


@pytest.mark.parametrize("blocks", set_partitions(4))
def test_dimension_and_members(blocks):
    b = len(set(blocks))
    assert ranks(loss(blocks)) == (b - 1, b - 1)
    (case,) = cases(m=(2,), blocks=(blocks,))
    assert len(members(case)) == count(2, blocks) == b
    assert sorted(y for block in members(case) for y in block) == [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize("b", range(1, 9))
def test_codes(b):
    d = 1 << (b - 1).bit_length()
    h = np.array(sylvester(d)[:b]).reshape(b, d - 1)
    assert np.allclose(-h @ h.T / d + 1 - 1 / d, loss(range(b)))
    if b > 1:
        assert constant(-h / d, h) == pytest.approx(1 - 1 / d)


@pytest.mark.parametrize("b", [2, 3, 4])
def test_the_least_constant_is_between_the_bounds(b):
    found = least_factorisation(loss(range(b)))
    assert 0.5 - 1e-5 <= found <= 1 - 1 / (1 << (b - 1).bit_length()) + 1e-5
    assert found == pytest.approx(1 - 1 / b, abs=1e-5)
