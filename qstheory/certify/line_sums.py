"""Weighted sums of the lines of a stored matrix: sum_k w_k line_k, at many weights.

Each line that is needed is packed into one integer once, so that a sum of s lines of n entries
takes s products of large integers instead of s n small ones.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from qstheory.certify.packed import SignedPacking, combination
from qstheory.losses.coded import CodedMatrix, Side

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
