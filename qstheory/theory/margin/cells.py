"""Margins and the cells of the simplex of distributions, exactly.

    gamma(Pi)  = min over z other than one optimal z* of l(z) - l(z*),   l(z) = sum_y Pi_y L(z, y)
    gamma+(Pi) = min over z that is not optimal of l(z) - min l

gamma is 0 wherever two predictions tie, also when their rows are equal; gamma+ never is. Source:
Section 3.3 of the paper for gamma; gamma+ is the reading that also serves losses with duplicates.

Cells are polytopes cut out of a simplex: corners by double description, and volumes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key

from qstheory.certify.double_description import Ray, cut, whole
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.exact.integer_matrix import Vector, apply, rank, to_flint, to_fraction
from qstheory.losses.base import Loss

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


Rows = tuple[Vector, ...]


ENTRIES = 1 << 20
"""Most entries of a loss whose margins are computed."""


def require_small(loss: Loss) -> None:
    """Raise TooLarge when there are more than ENTRIES entries."""
    if loss.predictions.size * loss.observations.size > ENTRIES:
        raise TooLarge(f"{loss.title} has more than {ENTRIES:,} entries; take a smaller size.")


def matrix_of(loss: Loss) -> Rows:
    """L, row by row; raises TooLarge."""
    require_small(loss)
    observations = list(loss.observations)
    return tuple(tuple(loss.entry(z, y) for y in observations) for z in loss.predictions)


@dataclass(frozen=True)
class Margins:
    """gamma and gamma+ at a distribution; None where the minimum is over no prediction."""

    risks: Vector
    optimal: tuple[int, ...]
    margin: Fraction | None
    gap: Fraction | None


def margins(L: Rows, Pi: Sequence[Fraction]) -> Margins:
    """Both margins at Pi; raises InvalidParameter when Pi is no distribution on the columns.

    >>> Q = Fraction
    >>> found = margins(((Q(0), Q(1)), (Q(1), Q(0))), (Q(1, 4), Q(3, 4)))
    >>> found.optimal, found.margin, found.gap
    ((1,), Fraction(1, 2), Fraction(1, 2))
    """
    if len(Pi) != len(L[0]) or min(Pi) < 0 or sum(Pi) != 1:
        raise InvalidParameter("Give one probability for each observation, with sum 1.")
    risks = apply(L, Pi)
    least = min(risks)
    optimal = tuple(z for z, risk in enumerate(risks) if risk == least)
    others = sorted(risks)[1:]
    return Margins(
        risks,
        optimal,
        others[0] - least if others else None,
        min((risk - least for risk in risks if risk > least), default=None),
    )


def cell(L: Rows, z: int, margin: Fraction = Fraction(0)) -> Polytope:
    """{Pi : l(z') - l(z) >= margin for every z' whose row is not that of z}; raises TooLarge."""
    found = simplex(len(L[0]))
    for normal in differences(L, z):
        found = found.cut(normal, margin)
    return found


def differences(L: Rows, z: int) -> tuple[Vector, ...]:
    """L(z', .) - L(z, .) for the rows that are not that of z, each once."""
    normals = (tuple(a - b for a, b in zip(row, L[z], strict=True)) for row in L)
    return tuple(dict.fromkeys(normal for normal in normals if any(normal)))


def vertices(L: Rows, z: int, margin: Fraction = Fraction(0)) -> tuple[Vector, ...]:
    """The vertices of that cell; raises TooLarge when there are too many."""
    return cell(L, z, margin).points


def polygon(points: Sequence[Vector]) -> tuple[Vector, ...]:
    """Points of a plane face of the simplex in the order around their mean."""
    if len(points) < 3:
        return tuple(points)
    origin = points[0]

    def compared(left: Vector, right: Vector) -> int:
        turn = _turn(origin, left, right)
        return (turn < 0) - (turn > 0)

    return (origin, *sorted(points[1:], key=cmp_to_key(compared)))


def _turn(origin: Vector, left: Vector, right: Vector) -> Fraction:
    """Twice the signed area of a triangle in the first two coordinates."""
    ax, ay = left[0] - origin[0], left[1] - origin[1]
    bx, by = right[0] - origin[0], right[1] - origin[1]
    return ax * by - ay * bx
