"""Rows packed into single integers: digits go in and come out, and weighted sums of lines."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify import packed
from qstheory.certify.packed import SignedPacking, combination, pack, unpack, width_for
from qstheory.losses.coded import CodedMatrix, Side


@given(st.integers(0, 2**200), st.data())
def test_digits_are_those_packed(bound: int, data: st.DataObject) -> None:
    row = data.draw(st.lists(st.integers(0, bound), max_size=6))
    width = width_for(bound)
    packed = pack(row, width)
    assert packed == sum(x << (8 * width * j) for j, x in enumerate(row))
    assert list(unpack(packed, len(row), width)) == row


@given(st.integers(1, 2**70), st.data())
def test_signed_rows_are_sums_of_signed_digits(bound: int, data: st.DataObject) -> None:
    row = data.draw(st.lists(st.integers(-bound, bound), max_size=6))
    packing = SignedPacking(len(row), bound)
    assert packing(row) == sum(x * 2 ** (8 * packing.width * j) for j, x in enumerate(row))


def test_a_combination_of_rows() -> None:
    packing = SignedPacking(2, 100)
    assert combination([2, 0, -3], [packing([1, 4]), packing([9, 9]), packing([-5, 6])]) == packing(
        [17, -10]
    )


@pytest.mark.parametrize("most", [0, 1 << 22], ids=["apart", "packed"])
@pytest.mark.parametrize("side", ["rows", "columns"])
@pytest.mark.parametrize("size", [1, 10**6, 10**30], ids=str)
def test_sums_are_those_of_fractions(
    most: int, side: Side, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "MOST", most)
    random = Random(size)
    rows = [
        [Fraction(random.randint(-size, size), random.randint(1, 6)) for _ in range(7)]
        for _ in range(5)
    ]
    entries = CodedMatrix.of(rows)
    together = entries.over_one_denominator
    assert together is not None
    lines = rows if side == "rows" else list(map(list, zip(*rows, strict=True)))
    for count in (1, 2, 5):
        places = random.sample(range(5), count)
        weights = [random.choice([-1, 1]) * random.randint(0, size) for _ in places]
        found = packed.line_sums(entries, side, places, weights)
        chosen = zip(*(lines[k] for k in places), strict=True)
        expected = [sum(w * x for w, x in zip(weights, line, strict=True)) for line in chosen]
        assert [Fraction(x, together[0]) for x in found] == expected
