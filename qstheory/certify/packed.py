"""Rows of integers packed into one integer each: sum_j x_j 2^(w j).

A linear combination of rows is then a combination of a few large integers, which Python computes at
the speed of its long arithmetic. Nothing is lost as long as every digit of the result is known to
stay below 2^w: two such sums with digits |x_j - y_j| < 2^w are equal only digit by digit, since the
lowest digit in which they differ is not divisible by 2^w.
"""

from collections.abc import Sequence
from struct import pack as pack_words
from struct import unpack as unpack_words

WORDS = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""Widths in bytes that the standard library packs at once."""


def width_for(bound: int) -> int:
    """The bytes of a digit that holds every integer from 0 to the bound."""
    needed = max(1, (bound.bit_length() + 7) // 8)
    return next((w for w in WORDS if w >= needed), needed)


def pack(row: Sequence[int], width: int) -> int:
    """The row as one integer; every entry lies in 0..256^width - 1.

    >>> pack([1, 2], 1)
    513
    """
    if width in WORDS:
        return int.from_bytes(pack_words(f"<{len(row)}{WORDS[width]}", *row), "little")
    return int.from_bytes(b"".join([x.to_bytes(width, "little") for x in row]), "little")


def unpack(packed: int, count: int, width: int) -> Sequence[int]:
    """The digits of a packed row.

    >>> list(unpack(513, 2, 1))
    [1, 2]
    """
    content = packed.to_bytes(count * width, "little")
    if width in WORDS:
        return unpack_words(f"<{count}{WORDS[width]}", content)
    digits = range(0, count * width, width)
    return [int.from_bytes(content[i : i + width], "little") for i in digits]


def magnitude(rows: Sequence[Sequence[int]]) -> int:
    """The largest absolute value."""
    highest = max((max(row) for row in rows if row), default=0)
    lowest = min((min(row) for row in rows if row), default=0)
    return max(highest, -lowest)


class SignedPacking:
    """Rows of integers of any sign, |x| <= `bound`, packed to the same width."""

    def __init__(self, columns: int, bound: int) -> None:
        """For rows of that many columns, and for sums and differences up to the bound."""
        self.width = width_for(2 * bound + 1)
        self._half = 1 << (8 * self.width - 1)
        ones = ((1 << (8 * self.width * columns)) - 1) // ((1 << (8 * self.width)) - 1)
        self._offset = self._half * ones

    def __call__(self, row: Sequence[int]) -> int:
        """sum_j x_j 2^(w j)."""
        half = self._half
        return pack([x + half for x in row], self.width) - self._offset

    def unpacked(self, packed: int, count: int) -> list[int]:
        """The digits of a row, each within the bound."""
        half = self._half
        return [x - half for x in unpack(packed + self._offset, count, self.width)]


def combination(coefficients: Sequence[int], packed: Sequence[int]) -> int:
    """The combination of packed rows."""
    return sum(a * row for a, row in zip(coefficients, packed, strict=True) if a)
