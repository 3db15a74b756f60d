"""Polytopes cut out of a simplex, exactly: corners by double description, and volumes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.double_description import Ray, cut, whole
from qstheory.errors import TooLarge
from qstheory.exact.rational import Vector, rank, to_flint, to_fraction

CORNERS = 512
"""Most corners of a polytope: cutting compares all pairs of them, a quarter of a million here."""


@dataclass(frozen=True)
class Corner:
    """A point, and the constraints it lies on as the bits of a number."""

    point: Vector
    tight: int


@dataclass(frozen=True)
class Polytope:
    """The corners of a polytope of at most that dimension, and how many constraints made it.

    They are kept as the rays (x, 1) of the cone above it, in lowest terms.
    """

    rays: tuple[Ray, ...]
    constraints: int
    dimension: int

    def cut(self, normal: Sequence[Fraction], bound: Fraction) -> "Polytope":
        """The part with normal . x >= bound; raises TooLarge."""
        bit = 1 << self.constraints
        kept = cut(self.rays, whole((*normal, -bound)), bit, self.dimension + 1)
        if len(kept) > CORNERS:
            raise TooLarge(f"A polytope has more than {CORNERS} corners.")
        return Polytope(kept, self.constraints + 1, self.dimension)

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """The corners."""
        return tuple(
            Corner(tuple(Fraction(x, ray.direction[-1]) for x in ray.direction[:-1]), ray.tight)
            for ray in self.rays
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
    rays = tuple(
        Ray((*(int(i == j) for j in range(width)), 1), every ^ (1 << i)) for i in range(width)
    )
    return Polytope(rays, width, width - 1)


def prism(width: int, height: Fraction) -> Polytope:
    """All pairs of a distribution and a number from 0 to height > 0."""
    top, one = height.as_integer_ratio()
    low, high = 1 << width, 1 << (width + 1)
    base = simplex(width).rays
    bottom = (Ray((*r.direction[:-1], 0, 1), r.tight | low) for r in base)
    above = (Ray((*(one * x for x in r.direction[:-1]), top, one), r.tight | high) for r in base)
    return Polytope((*bottom, *above), width + 2, width)


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
