"""Rows packed into single integers: digits go in and come out."""

from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify.packed import SignedPacking, combination, pack, unpack, width_for


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
