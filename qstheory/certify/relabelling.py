"""Products of signs of label sets under the relabellings S_m, and Young symmetrizers of them.

A product prod e_y over a few different sets y of labels {0..m-1}, of which e_y^2 = 1, is the tuple
of its sets in order, a set being the bits of an integer. A relabelling moves its sets.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations, product

Product = tuple[int, ...]
Combination = Mapping[Product, int]
Move = tuple[int, ...]
"""For each of the 2^m sets its image."""


def multiplied(first: Product, second: Product) -> Product:
    """The product of two, in which squares are 1: the sets that are in one of them.

    >>> multiplied((1, 2), (2, 4))
    (1, 4)
    """
    return tuple(sorted(set(first) ^ set(second)))


def orbit_of(sets: Product) -> Product:
    """What a product of no, two or four signs shares with just those that it is moved to.

    The sizes of all intersections, in the order of the sets for which they are least: they say of
    how many labels lie in which of the sets, and that is all that relabelling leaves.

    >>> orbit_of((1, 6)), orbit_of((3, 4))
    ((1, 2, 0), (1, 2, 0))
    """
    by_size: dict[int, list[int]] = {}
    for y in sets:
        by_size.setdefault(y.bit_count(), []).append(y)
    if len(by_size) == len(sets):
        return _intersections(*sorted(sets, key=int.bit_count))
    orders = product(*(permutations(by_size[size]) for size in sorted(by_size)))
    return min(_intersections(*(y for group in order for y in group)) for order in orders)


def _intersections(*sets: int) -> Product:
    if len(sets) < 4:
        x, y = sets or (0, 0)
        return (x.bit_count(), y.bit_count(), (x & y).bit_count()) if sets else ()
    w, x, y, z = sets
    wx, wy, wz, xy, xz, yz = w & x, w & y, w & z, x & y, x & z, y & z
    return (
        *(w.bit_count(), x.bit_count(), y.bit_count(), z.bit_count()),
        *(wx.bit_count(), wy.bit_count(), wz.bit_count()),
        *(xy.bit_count(), xz.bit_count(), yz.bit_count()),
        *((wx & y).bit_count(), (wx & z).bit_count(), (wy & z).bit_count(), (xy & z).bit_count()),
        (wx & yz).bit_count(),
    )


@cache
def partitions(m: int, largest: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The partitions of m in parts that do not rise, the first ones with the largest parts.

    >>> partitions(3)
    ((3,), (2, 1), (1, 1, 1))
    """
    if m == 0:
        return ((),)
    top = m if largest is None else min(m, largest)
    return tuple((k, *rest) for k in range(top, 0, -1) for rest in partitions(m - k, k))


@dataclass(frozen=True)
class Symmetrizer:
    """The Young symmetrizer c = R C of a shape whose rows are filled with 0, 1, 2, ... in turn.

    R is the sum of the relabellings within rows, C that of those within columns with their signs.
    """

    shape: tuple[int, ...]

    @property
    def m(self) -> int:
        """The number of labels."""
        return sum(self.shape)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The labels in each row."""
        starts = [sum(self.shape[:k]) for k in range(len(self.shape))]
        return tuple(
            tuple(range(start, start + length))
            for start, length in zip(starts, self.shape, strict=True)
        )

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The labels in each column."""
        return tuple(
            tuple(row[k] for row in self.rows if len(row) > k) for k in range(self.shape[0])
        )

    @cached_property
    def row_moves(self) -> tuple[tuple[int, Move], ...]:
        """R, every sign being 1."""
        return tuple((1, move) for _, move in _moves(self.rows, self.m))

    @cached_property
    def column_moves(self) -> tuple[tuple[int, Move], ...]:
        """C."""
        return tuple(_moves(self.columns, self.m))

    def applied(self, given: Product) -> dict[Product, int]:
        """c x."""
        return summed(self.row_moves, summed(self.column_moves, {given: 1}))

    def squared(self, given: Product) -> dict[Product, int]:
        """c^T c x, with the inverses of the relabellings in c^T: C R R C = |R| C R C."""
        inner = summed(self.column_moves, self.applied(given))
        return {x: len(self.row_moves) * k for x, k in inner.items() if k}


def summed(moves: Iterable[tuple[int, Move]], given: Combination) -> dict[Product, int]:
    """The sum of all images with their signs."""
    result: dict[Product, int] = {}
    for sign, move in moves:
        for sets, k in given.items():
            image = tuple(sorted([move[y] for y in sets]))
            result[image] = result.get(image, 0) + sign * k
    return {sets: k for sets, k in result.items() if k}


def _moves(groups: Iterable[tuple[int, ...]], m: int) -> Iterator[tuple[int, Move]]:
    """All relabellings within the groups, with their signs."""
    chosen = [(group, list(permutations(group))) for group in groups]
    for images in product(*(images for _, images in chosen)):
        target, sign = list(range(m)), 1
        for (group, _), image in zip(chosen, images, strict=True):
            sign *= _sign(image)
            for label, other in zip(group, image, strict=True):
                target[label] = other
        yield sign, tuple(_image(y, target) for y in range(1 << m))


def _sign(order: tuple[int, ...]) -> int:
    return -1 if sum(x > y for x, y in combinations(order, 2)) % 2 else 1


def _image(y: int, target: list[int]) -> int:
    return sum(1 << target[label] for label in range(len(target)) if y >> label & 1)
