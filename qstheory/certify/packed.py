"""Rows of integers packed into one integer each: sum_j x_j 2^(w j).

A linear combination of rows is then a combination of a few large integers, which Python computes at
the speed of its long arithmetic. Nothing is lost as long as every digit of the result is known to
stay below 2^w: two such sums with digits |x_j - y_j| < 2^w are equal only digit by digit, since the
lowest digit in which they differ is not divisible by 2^w.

Of a stored matrix each line that is needed is packed once, so that a weighted sum of s lines of n
entries takes s products of large integers instead of s n small ones.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from struct import pack as pack_words
from struct import unpack as unpack_words

from qstheory.losses.coded import CodedMatrix, Side

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


MOST = 1 << 22
"""Most entries of a matrix whose lines are kept packed: 64 MB with two words each."""


class Lines:
    """The lines of one side, over the one denominator of all entries."""

    def __init__(self, entries: CodedMatrix, side: Side) -> None:
        """Of a matrix that has such a denominator."""
        together = entries.over_one_denominator
        assert together is not None
        self._entries, self._side, self._numerators = entries, side, together[1]
        self._length = entries.columns if side == "rows" else len(entries)
        self._magnitude = max(map(abs, self._numerators))
        self._packings: dict[int, SignedPacking] = {}
        self._packed: dict[tuple[int, int], int] = {}

    def sums(self, places: Sequence[int], weights: Sequence[int]) -> list[int]:
        """sum_k weights_k line(places_k)."""
        bound = self._magnitude * sum(map(abs, weights))
        words = bound.bit_length() // 64 + 1
        packing = self._packings.get(words)
        if packing is None:
            packing = SignedPacking(self._length, (1 << (64 * words - 1)) - 1)
            self._packings[words] = packing
        packed = [self._line(words, packing, k) for k in places]
        return packing.unpacked(combination(weights, packed), self._length)

    def _line(self, words: int, packing: SignedPacking, k: int) -> int:
        found = self._packed.get((words, k))
        if found is None:
            numerators = self._numerators
            found = packing([numerators[c] for c in self._entries.codes_of(self._side, k)])
            self._packed[words, k] = found
        return found


@lru_cache(maxsize=2)
def lines_of(entries: CodedMatrix, side: Side) -> Lines:
    """The lines of a matrix, packed once for all sums of them."""
    return Lines(entries, side)


def line_sums(
    entries: CodedMatrix, side: Side, places: Sequence[int], weights: Sequence[int]
) -> list[int]:
    """sum_k weights_k line(places_k) over the one denominator of all entries, which there is.

    >>> line_sums(CodedMatrix.of([[0, 1], [2, 3]]), "columns", [0, 1], [1, 2])
    [2, 8]
    """
    if entries.size <= MOST:
        return lines_of(entries, side).sums(places, weights)
    together = entries.over_one_denominator
    assert together is not None
    numerators = together[1]
    across = entries.lines("columns" if side == "rows" else "rows")
    return [sum(map(mul, weights, [numerators[line[k]] for k in places])) for line in across]
