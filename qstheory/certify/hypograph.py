"""Where a minimum of linear functions of a distribution bends.

    h(p) = min_i row_i . p     over the distributions p

The cone {(p, t) : p >= 0, t <= row_i . p for every i} is pointed. Its rays with p != 0, scaled to
sum 1, are the vertices of the cells {p : row_i . p = h(p)}, at t = h(p); the one ray besides is
(0, -1). They are found by double description.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.double_description import Ray, cut, whole
from qstheory.errors import TooLarge

RAYS = 2048
"""Most rays of a cone."""


@dataclass(frozen=True)
class Vertex:
    """p and h(p); bit y of `tight` says that p_y = 0, bit |Y| + i that row_i . p = h(p)."""

    distribution: tuple[Fraction, ...]
    least: Fraction
    tight: int


def vertex(ray: Ray) -> Vertex | None:
    """The vertex of a ray, None for (0, -1)."""
    *p, t = ray.direction
    total = sum(p)
    if not total:
        return None
    return Vertex(tuple(Fraction(x, total) for x in p), Fraction(t, total), ray.tight)


@dataclass(frozen=True)
class Hypograph:
    """The cone of some rows; `width` is the number of coordinates of p."""

    rays: tuple[Ray, ...]
    width: int
    rows: int

    def cut(self, row: Sequence[Fraction]) -> "Hypograph":
        """The cone with one more row; raises TooLarge."""
        bit = 1 << (self.width + self.rows)
        rays = cut(self.rays, whole((*row, Fraction(-1))), bit, self.width + 1)
        if len(rays) > RAYS:
            raise TooLarge(f"A Bayes risk has more than {RAYS:,} vertices.")
        return Hypograph(rays, self.width, self.rows + 1)

    @property
    def vertices(self) -> tuple[Vertex, ...]:
        """The vertices of the cells, in the order of their distributions."""
        found = (found for found in map(vertex, self.rays) if found is not None)
        return tuple(sorted(found, key=lambda v: v.distribution))


def hypograph(rows: Iterable[Sequence[Fraction]]) -> Hypograph:
    """The cone of at least one row; raises TooLarge.

    >>> zero, one = Fraction(0), Fraction(1)
    >>> [v.least for v in hypograph([(zero, one), (one, zero)]).vertices]
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
