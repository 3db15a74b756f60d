"""Polytopes cut out of a simplex, exactly: their corners by double description, and their volume.

A half-space keeps the corners on its side and adds a corner on each edge that it cuts. Two corners
span an edge exactly when no third one lies on every constraint that both lie on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.errors import TooLarge
from qstheory.exact.rational import Vector, inner, rank, to_flint, to_fraction

CORNERS = 512
"""Most corners of a polytope."""


@dataclass(frozen=True)
class Corner:
    """A point, and the constraints it lies on as the bits of a number."""

    point: Vector
    tight: int


@dataclass(frozen=True)
class Polytope:
    """The corners of a polytope of at most that dimension, and how many constraints made it."""

    corners: tuple[Corner, ...]
    constraints: int
    dimension: int

    def cut(self, normal: Sequence[Fraction], bound: Fraction) -> "Polytope":
        """The part with normal . x >= bound; raises TooLarge."""
        bit = 1 << self.constraints
        above, below, kept = [], [], []
        for corner in self.corners:
            value = inner(normal, corner.point) - bound
            if value > 0:
                above.append((corner, value))
                kept.append(corner)
            elif value < 0:
                below.append((corner, value))
            else:
                kept.append(Corner(corner.point, corner.tight | bit))
        for inside, high in above:
            for outside, low in below:
                common = inside.tight & outside.tight
                if not self._is_edge(inside, outside, common):
                    continue
                part = high / (high - low)
                point = tuple(
                    a + part * (b - a) for a, b in zip(inside.point, outside.point, strict=True)
                )
                kept.append(Corner(point, common | bit))
        if len(kept) > CORNERS:
            raise TooLarge(f"A polytope has more than {CORNERS} corners.")
        return Polytope(tuple(kept), self.constraints + 1, self.dimension)

    def _is_edge(self, first: Corner, second: Corner, common: int) -> bool:
        if common.bit_count() < self.dimension - 1:
            return False
        return not any(
            other.tight & common == common
            for other in self.corners
            if other is not first and other is not second
        )

    @property
    def has_interior(self) -> bool:
        """Whether it has its full dimension."""
        return len(self.corners) > self.dimension and rank(self.points) > self.dimension

    @property
    def points(self) -> tuple[Vector, ...]:
        """The corners without their constraints."""
        return tuple(corner.point for corner in self.corners)


def simplex(width: int) -> Polytope:
    """All distributions on `width` outcomes."""
    every = (1 << width) - 1
    corners = tuple(
        Corner(tuple(Fraction(int(i == j)) for j in range(width)), every ^ (1 << i))
        for i in range(width)
    )
    return Polytope(corners, width, width - 1)


def prism(width: int, height: Fraction) -> Polytope:
    """All pairs of a distribution and a number from 0 to height > 0."""
    base = simplex(width)
    low, high = 1 << width, 1 << (width + 1)
    bottom = (Corner((*c.point, Fraction(0)), c.tight | low) for c in base.corners)
    top = (Corner((*c.point, height), c.tight | high) for c in base.corners)
    return Polytope((*bottom, *top), width + 2, width)


def share(polytope: Polytope) -> Fraction:
    """The volume of a polytope of distributions, as a part of that of the simplex.

    Barycentric coordinates: a simplex with the corners v_i has the share |det(v_0, ..., v_d)|.

    >>> half = simplex(3).cut((Fraction(1), Fraction(-1), Fraction(0)), Fraction(0))
    >>> share(half)
    Fraction(1, 2)
    """
    corners, d = polytope.corners, polytope.dimension
    if not polytope.has_interior:
        return Fraction(0)
    volumes = (
        abs(to_fraction(to_flint(points, d + 1).det()))
        for points in _simplices(corners, d, polytope.constraints)
    )
    return sum(volumes, Fraction(0))


def _simplices(
    corners: Sequence[Corner], dimension: int, constraints: int
) -> Iterator[list[Vector]]:
    """A triangulation of a face: the first corner joined with the facets that miss it."""
    first = corners[0]
    if len(corners) == dimension + 1:
        yield [corner.point for corner in corners]
        return
    seen = set()
    for k in range(constraints):
        bit = 1 << k
        if first.tight & bit:
            continue
        facet = [corner for corner in corners if corner.tight & bit]
        key = tuple(id(corner) for corner in facet)
        if len(facet) < dimension or key in seen:
            continue
        seen.add(key)
        if rank([corner.point for corner in facet]) == dimension:
            for points in _simplices(facet, dimension - 1, constraints):
                yield [first.point, *points]
