"""Where a minimum of linear functions of a distribution bends: by double description.

    h(p) = min_i row_i . p     over the distributions p

The cone {(p, t) : p >= 0, t <= row_i . p for every i} is pointed. Its rays with p != 0, scaled to
sum 1, are the vertices of the cells {p : row_i . p = h(p)}, at t = h(p); the one ray besides is
(0, -1). A row that is added keeps the rays on its side and adds one on each pair of neighbours that
it separates: two rays that no third one joins on every constraint on which both lie (Motzkin and
others 1953; Fukuda and Prodon 1996).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from qstheory.errors import TooLarge

RAYS = 4096
"""Most rays of a cone."""
Integers = tuple[int, ...]


@dataclass(frozen=True)
class Ray:
    """(p, t) in lowest terms, and as the bits of a number the constraints that it lies on.

    Bit y says that p_y = 0, bit |Y| + i that t = row_i . p.
    """

    direction: Integers
    tight: int

    @property
    def distribution(self) -> tuple[Fraction, ...]:
        """p; not for the ray (0, -1)."""
        total = sum(self.direction[:-1])
        return tuple(Fraction(x, total) for x in self.direction[:-1])

    @property
    def least(self) -> Fraction:
        """h(p)."""
        return Fraction(self.direction[-1], sum(self.direction[:-1]))


@dataclass(frozen=True)
class Hypograph:
    """The cone of some rows; `width` is the number of coordinates of p."""

    rays: tuple[Ray, ...]
    width: int
    rows: int

    def cut(self, row: Sequence[Fraction]) -> "Hypograph":
        """The cone with one more row; raises TooLarge."""
        scale = lcm(*(x.denominator for x in row))
        normal = (*(int(x * scale) for x in row), -scale)
        bit = 1 << (self.width + self.rows)
        kept, above, below = [], [], []
        for ray in self.rays:
            value = sum(a * b for a, b in zip(normal, ray.direction, strict=True))
            if value > 0:
                above.append((ray, value))
            elif value < 0:
                below.append((ray, value))
            kept += [Ray(ray.direction, ray.tight | bit * (value == 0))] if value >= 0 else []
        if not below:
            return Hypograph(tuple(kept), self.width, self.rows + 1)
        for inside, high in above:
            for outside, low in below:
                common = inside.tight & outside.tight
                if self._neighbours(inside, outside, common):
                    made = zip(inside.direction, outside.direction, strict=True)
                    direction = _lowest(tuple(high * b - low * a for a, b in made))
                    kept.append(Ray(direction, common | bit))
        if len(kept) > RAYS:
            raise TooLarge(f"A Bayes risk has more than {RAYS:,} vertices.")
        return Hypograph(tuple(kept), self.width, self.rows + 1)

    def _neighbours(self, first: Ray, second: Ray, common: int) -> bool:
        if common.bit_count() < self.width - 1:
            return False
        return not any(
            ray.tight & common == common
            for ray in self.rays
            if ray is not first and ray is not second
        )

    @property
    def vertices(self) -> tuple[Ray, ...]:
        """The rays that are distributions, in the order of these."""
        found = (ray for ray in self.rays if any(ray.direction[:-1]))
        return tuple(sorted(found, key=lambda ray: ray.distribution))


def _lowest(direction: Integers) -> Integers:
    divisor = gcd(*direction)
    return tuple(x // divisor for x in direction)


def hypograph(rows: Iterable[Sequence[Fraction]]) -> Hypograph:
    """The cone of at least one row; raises TooLarge.

    >>> zero, one = Fraction(0), Fraction(1)
    >>> [ray.least for ray in hypograph([(zero, one), (one, zero)]).vertices]
    [Fraction(0, 1), Fraction(1, 2), Fraction(0, 1)]
    """
    first, *others = rows
    width = len(first)
    every = (1 << width) - 1
    rays = [Ray((*[0] * width, -1), every)]
    for y, value in enumerate(first):
        p = tuple(value.denominator * int(i == y) for i in range(width))
        rays.append(Ray((*p, value.numerator), (every ^ (1 << y)) | (1 << width)))
    cone = Hypograph(tuple(rays), width, 1)
    for row in others:
        cone = cone.cut(row)
    return cone
